import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { join } from 'node:path';
import { diagnose, type DiagnosisFacts, readDiagnosis } from '../../src/insight/diagnose.ts';
import { createCauseFinder } from '../../src/insight/failures.ts';
import { now, setUp } from '../support/command-context.ts';
import { runOf } from '../support/failures.ts';
import { folderWith } from '../support/folder.ts';

const unknown = { isKnown: false, because: 'nobody asked' } as const;
const facts = (given: Partial<DiagnosisFacts> & Pick<DiagnosisFacts, 'run'>): DiagnosisFacts => ({
  runs: [given.run],
  since: 0,
  steps: unknown,
  changes: unknown,
  findings: unknown,
  ...given,
});

describe('diagnose', () => {
  const run = runOf('r5', { error: 'Timed out after 5 s', start: 50 });
  const runs = [
    runOf('r1', { error: 'Timed out after 1 s', start: 10, job: 'Stock' }),
    runOf('r2', { outcome: 'succeeded', start: 20 }),
    runOf('r3', { error: 'Disk full', start: 30 }),
    runOf('r4', { error: 'Timed out after 4 s', start: 40 }),
    run,
    runOf('r6', { outcome: 'succeeded', start: 60 }),
    runOf('r7', { error: 'Timed out after 7 s', start: 70 }),
  ];

  test('reports when such failures were seen, the last success before it, and the failures since', () => {
    expect(diagnose(facts({ run, runs }))).toMatchObject({
      isFailure: true,
      cause: { origin: 'unknown' },
      fingerprint: { template: 'timed out after <n> s', of: 'error' },
      seen: { count: 4, jobs: 2, first: 10, last: 70, since: 0 },
      lastGood: { key: 'r2', start: 20 },
      failuresInARow: 3,
    });
    expect(diagnose(facts({ run, runs: runs.filter(({ key }) => key !== 'r5') })).seen.count).toBe(4);
    expect(diagnose(facts({ run: runs[0] ?? run, runs }))).toMatchObject({ lastGood: undefined, failuresInARow: 1 });
  });

  test('a success that started at the same moment is not before the run', () => {
    const others = [runOf('r8', { outcome: 'succeeded', start: 70 }), runOf('r9', { outcome: 'succeeded', start: 70 })];
    const [last = run] = runs.slice(-1);
    const { lastGood, failuresInARow } = diagnose(facts({ run: last, runs: [...others, ...runs] }));
    expect([lastGood?.key, failuresInARow]).toEqual(['r6', 1]);
    const [success = run] = others;
    expect(diagnose(facts({ run: success, runs: [...runs, success] }))).toMatchObject({
      lastGood: { key: 'r8' },
      failuresInARow: 0,
    });
  });

  test('uses the details or the status if there is no error', () => {
    const details = runOf('a', { details: '3 of 7 Tasks Failed', status: 'FAILED' });
    expect(diagnose(facts({ run: details })).fingerprint).toMatchObject({
      of: 'details',
      template: '<n> of <n> task failed',
    });
    expect(diagnose(facts({ run: runOf('b', { status: 'ABENDED' }) })).fingerprint).toMatchObject({
      of: 'status',
      template: 'abended',
    });
  });

  test('also searches the failed steps for the cause', () => {
    const step = { task: '7/1', table: 'orders', status: 'FAILED', error: '', details: 'Deadlock found' };
    const causes = [{ origin: 'destination', type: 'lock', contains: ['deadlock'] }];
    const { cause } = diagnose(facts({ run, causes, steps: { isKnown: true, value: [step] } }));
    expect(cause).toEqual({
      origin: 'destination',
      type: 'lock',
      because: { rule: 0, contains: 'deadlock', in: 'step' },
    });
  });

  test('has no cause for a run that did not fail, whatever its texts are', () => {
    const good = runOf('g', { outcome: 'succeeded', details: 'timed out once' });
    const causes = [{ origin: 'network', contains: ['timed out'] }];
    expect(diagnose(facts({ run: good, runs, causes }))).toMatchObject({
      isFailure: false,
      cause: { origin: 'unknown' },
      seen: { count: 1 },
    });
  });

  test('shows texts of the service on one line, without control characters, and shortened', () => {
    const { run: shown } = diagnose(facts({ run: runOf('a', { error: `\u001b[2J\u202e${'x\n'.repeat(5_000)}` }) }));
    expect(shown.error).toMatch(/^\[2J x x x/);
    expect(shown.error.length).toBe(1_000);
  });
});

describe('createCauseFinder', () => {
  const texts = [{ in: 'error' as const, text: 'ORA-12541: TNS:no listener' }];
  test('uses the first rule that matches, and says why', () => {
    const rules = [
      { origin: 'source', contains: ['no listener'], jobs: 'Stock*' },
      {
        origin: 'network',
        type: 'listener',
        contains: ['unreachable', 'TNS:*listener'],
        advice: 'Start the listener.',
      },
      { origin: 'unknown origin', contains: ['ora-'] },
    ];
    expect(createCauseFinder(rules)({ job: 'Orders', texts })).toEqual({
      origin: 'network',
      type: 'listener',
      advice: 'Start the listener.',
      because: { rule: 1, contains: 'TNS:*listener', in: 'error' },
    });
    expect(createCauseFinder(rules)({ job: 'Stock 2', texts }).origin).toBe('source');
    expect(createCauseFinder([])({ job: 'Orders', texts })).toEqual({ origin: 'unknown' });
    expect(createCauseFinder(rules)({ job: 'Orders', texts: [] })).toEqual({ origin: 'unknown' });
  });
  test('finds a text that the service broke into lines or filled with invisible characters', () => {
    const hidden = [{ in: 'details' as const, text: 'no\n \u200blistener' }];
    expect(
      createCauseFinder([{ origin: 'network', contains: ['no listener'] }])({ job: 'a', texts: hidden }).origin,
    ).toBe('network');
  });
});

test('a diagnosis from a store is that of all runs since the moment', async () => {
  const file = join(folderWith({}), 'runs.db');
  const store = openSqliteStore(file, { environment: 'production' });
  const outcomes = ['succeeded', 'warned', 'failed', 'partial', 'cancelled', 'unknown', 'running'] as const;
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const runs = Array.from({ length: 400 }, (_, index) => {
    const error = ['', 'Timed out after 5 s', 'Disk full', `Timed out after ${index} s`][random(4)] ?? '';
    const outcome = outcomes[random(outcomes.length)] ?? 'failed';
    return runOf(`r${index}`, { job: `job ${random(4)}`, outcome, start: now - random(5_000), error, details: '' });
  });
  const stored = runs.map(({ key, job, outcome, start, end, error }) => {
    const raw = JSON.stringify({ error });
    return { key, job, outcome, status: 'S', start, end, rows: undefined, version: key, firstSeen: start, raw };
  });
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', runs: stored, events: [], at: now });
  await store.close();
  const { context } = await setUp({ environment: { odata: undefined, v2: undefined, store: { sqlite: file } } });
  const all = runs.map((run) => ({ ...run, status: 'S', because: [] }));
  // Each opens the store.
  for (const since of [now - 5_001, now - 2_000])
    for (const run of all.slice(0, 40)) {
      const found = await readDiagnosis(run.key, { since }, context);
      const { steps, changes, findings } = found ?? facts({ run });
      const expected = diagnose({ ...facts({ run }), runs: all.filter(({ start }) => start >= since), since });
      expect({ ...found, run: undefined }).toEqual({ ...expected, run: undefined, steps, changes, findings });
    }
  const [last] = all
    .filter(({ job, outcome }) => job === 'job 1' && !['succeeded', 'warned', 'running'].includes(outcome))
    .sort((left, right) => right.start - left.start);
  expect((await readDiagnosis('job 1', { since: now - 5_001 }, context))?.run.start).toBe(last?.start);
});
