import { expect, test } from 'vitest';
import {
  createWait,
  defineOutcomes,
  detectVolume,
  evaluateFreshness,
  historySource,
  restoreWait,
  statusSource,
} from '../src/index.ts';
import { openSqliteStore } from '../src/sqlite/open-sqlite-store.ts';
import { sourceOf } from './support/scripted-source.ts';

const classify = defineOutcomes({ succeeded: ['OK'] });
const wait = { source: sourceOf([]), classify, job: 'j', run: 'a', timeout: '1h' };
const names = { key: 'k', job: 'j', status: 's', start: 'b' };
const odata = { history: { stream: () => [] } } as never;

test.each<[string, () => unknown, string]>([
  ['createWait', () => createWait({ ...wait, timeOut: 1 } as never), 'timeOut is not an option: did you mean timeout?'],
  [
    'restoreWait',
    () => restoreWait(createWait(wait).serialize(), { source: wait.source, clasify: classify } as never),
    'clasify is not an option: did you mean classify?',
  ],
  [
    'evaluateFreshness',
    () => evaluateFreshness({ warnAfter: '1h', errorAfte: '2h' } as never, [], 0),
    'errorAfte is not an option: did you mean errorAfter?',
  ],
  [
    'detectVolume',
    () => detectVolume({ outcome: 'succeeded' }, [], { minimumRun: 9 } as never),
    'minimumRun is not an option: did you mean minimumRuns?',
  ],
  [
    'historySource',
    () => historySource(odata, { ...names, timezone: 'UTC' } as never),
    'timezone is not an option: did you mean timeZone?',
  ],
  [
    'statusSource',
    () => statusSource({ jobs: {} } as never, { job: ['a'] } as never),
    'job is not an option: did you mean jobs?',
  ],
  [
    'openSqliteStore',
    () => openSqliteStore(':memory:', { enviroment: 'x' } as never),
    'enviroment is not an option: did you mean environment?',
  ],
])('%s refuses an option that it does not know', (_name, call, message) => {
  expect(call).toThrow(message);
});
