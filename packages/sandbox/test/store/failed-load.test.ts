import { describe, expect, it } from 'vitest';
import type { SandboxData } from '../../src/data/records.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { type Store, createStore } from '../../src/store/store.ts';

/** Generated data, which is read when it is first needed. Its second part does not fit. */
const broken = (): SandboxData => ({
  jobs: [{ JobName: 'a' }],
  connectors: [{ connectorid: {} as never }],
});
const reason = 'connectors[0].connectorid in the data must be';

describe('after a load that failed', () => {
  it.each<[string, (store: Store) => unknown]>([
    ['load', (store) => store.load()],
    ['job', (store) => store.job('a', undefined)],
    ['a property of a job', (store) => store.job('a', ['JobName'])],
    ['hasJobId', (store) => store.hasJobId('a')],
    ['listJobs', (store) => store.listJobs()],
    ['list', (store) => store.list('history', {})],
    ['jobStatusText', (store) => store.jobStatusText('a')],
    ['taskHistoryText', (store) => store.taskHistoryText('a', 'b')],
    ['listTaskHistoryKeys', (store) => store.listTaskHistoryKeys()],
    ['addHistory', (store) => store.addHistory([])],
    ['putJobStatus', (store) => store.putJobStatus('a', [])],
    ['reset', (store) => store.reset()],
  ])('%s says again what is wrong with the data, and close succeeds', (_, use) => {
    const store = createStore(openNodeSqlite(), broken);
    expect(() => store.load()).toThrow(reason);
    expect(() => use(store)).toThrow(reason);
    expect(() => store.close()).not.toThrow();
  });
});
