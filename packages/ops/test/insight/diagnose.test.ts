import { describe, expect, test } from 'vitest';
import { diagnose, type DiagnosisFacts } from '../../src/insight/diagnose.ts';
import { findCause } from '../../src/insight/failures.ts';
import { runOf } from '../support/failures.ts';

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

describe('findCause', () => {
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
    expect(findCause(rules, { job: 'Orders', texts })).toEqual({
      origin: 'network',
      type: 'listener',
      advice: 'Start the listener.',
      because: { rule: 1, contains: 'TNS:*listener', in: 'error' },
    });
    expect(findCause(rules, { job: 'Stock 2', texts }).origin).toBe('source');
    expect(findCause([], { job: 'Orders', texts })).toEqual({ origin: 'unknown' });
    expect(findCause(rules, { job: 'Orders', texts: [] })).toEqual({ origin: 'unknown' });
  });
  test('finds a text that the service broke into lines or filled with invisible characters', () => {
    const hidden = [{ in: 'details' as const, text: 'no\n \u200blistener' }];
    expect(findCause([{ origin: 'network', contains: ['no listener'] }], { job: 'a', texts: hidden }).origin).toBe(
      'network',
    );
  });
});
