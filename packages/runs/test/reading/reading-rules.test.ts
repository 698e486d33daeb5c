import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import {
  createTracker,
  defineOutcomes,
  describeReadings,
  detectVolume,
  evaluateFreshness,
  historySource,
  type Outcome,
  type RunSource,
  type SourceRun,
  statusSource,
  waitForRun,
} from '../../src/index.ts';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';
import { createRunLineage } from '../../src/openlineage/create-run-lineage.ts';
import { readSource } from '../../src/reading/read-source.ts';
import { oddFields, oddStart, oddStarts, oddValues } from '../support/odd-runs.ts';
import { drain, memory } from '../support/tracker-set-up.ts';
import { allRuns } from '../support/stored.ts';

/** A run as any source returns it. */
const runOf = (facts: Partial<SourceRun> = {}): SourceRun => ({
  key: 'a',
  job: 'Orders',
  start: oddStart,
  end: oddStart + 60_000,
  rows: 5,
  status: 'OK',
  error: '',
  record: { key: 'a' },
  ...facts,
});
const kept = { start: oddStart, end: oddStart + 60_000, rows: 5, status: 'OK' };
const without = { end: undefined, rows: undefined, status: '' };
const date = oddStart + 3_600_000;
/** By the rule `future-start`, as soon as it can be applied. */
const future = { start: date + 86_400_001, end: undefined };
const classify = defineOutcomes({ succeeded: ['OK'], failed: ['FAILED'], running: ['RUNNING'] });

const ownSource = (runs: readonly SourceRun[], kind: RunSource['kind'] = 'history'): RunSource => ({
  kind,
  read: async ({ since, until = Infinity, keys }) => {
    const found = runs.filter(({ key, start }) => (keys ? keys.includes(key) : start >= since && start < until));
    return {
      runs: found,
      requests: 1,
      rows: runs.length,
      date,
      unreadable: { count: 0, problem: undefined },
      filter: 'applied',
    };
  },
});
const accessors = { key: 'key', job: 'job', status: 'status', start: 'start', end: 'end', rows: 'rows' } as const;
const record = {
  key: 'a',
  job: 'Orders',
  status: 'OK',
  start: '2026-03-02T08:00:00Z',
  end: '2026-03-02T08:01:00Z',
  rows: 5,
};
const historyOf = (records: readonly object[]) =>
  historySource<typeof record>(
    {
      history: {
        stream: () =>
          (async function* () {
            yield* records;
          })(),
      },
    } as never,
    accessors,
  );
const trackerOf = (source: RunSource) => {
  const clock = new ManualClock(date);
  const store = memory();
  const tracker = createTracker({ source, classify, store, clock, since: oddStart - 3_600_000 });
  return { store, tracker };
};

describe('the history', () => {
  test.each(oddFields)('reads a record by the rule %s: %s is %j', async (rule, field, value) => {
    const { runs, readings, unreadable } = await historyOf([{ ...record, [field]: value }]).read({ since: 0 });
    expect(runs).toMatchObject([{ ...kept, [field]: without[field] }]);
    expect([readings, unreadable.count]).toEqual([{ [rule]: 1 }, 0]);
  });
  test.each([
    ['an absent end', { end: undefined }, { end: undefined }],
    ['an end of null', { end: null }, { end: undefined }],
    ['an end at the start', { end: record.start }, { end: oddStart }],
    ['a whole number as text', { rows: ' 1234 ' }, { rows: 1234 }],
    ['no rows', { rows: 0 }, { rows: 0 }],
    ['a blank number of rows', { rows: '' }, { rows: undefined }],
    ['a key that is a number', { key: 7 }, { key: '7' }],
    ['spaces and case in a key and a job', { key: ' aB ', job: 'ORDERS ' }, { key: ' aB ', job: 'ORDERS ' }],
    ['spaces around a status', { status: ' OK' }, { status: ' OK' }],
  ])('takes %s as it is', async (_name, change, facts) => {
    const { runs, readings } = await historyOf([{ ...record, ...change }]).read({ since: 0 });
    expect(runs).toMatchObject([{ ...kept, ...facts }]);
    expect(readings).toEqual({});
  });
  test.each<[unknown, string]>([
    [undefined, 'start is missing'],
    [null, 'start is missing'],
    ['', 'start is missing'],
    ['yesterday', 'start is not a timestamp'],
    [Number.NaN, 'start is not a timestamp'],
    ['null', 'start is a null date, such as 0001-01-01'],
    ['0001-01-01T00:00:00', 'start is a null date, such as 0001-01-01'],
    ...oddStarts.map((start): [unknown, string] => [start, 'start is a null date, such as 0001-01-01']),
  ])('counts a record whose start is %j as unreadable, with its key', async (start, problem) => {
    const { runs, unreadable } = await historyOf([{ ...record, start }]).read({ since: 0 });
    expect([runs, unreadable]).toEqual([[], { count: 1, problem, keys: ['a'] }]);
  });
  test.each<[string, (string | undefined)[], string | undefined]>([
    ['the later one by end', ['08:05', '08:03'], '08:05'],
    ['the later one by end', ['08:03', '08:05'], '08:05'],
    ['the last one if one has no end', ['08:05', undefined], undefined],
    ['the last one if the ends are equal', ['08:05', '08:05'], '08:05'],
  ])('of records with the same key, takes %s', async (_name, ends, end) => {
    const at = (time: string | undefined) => time && `2026-03-02T${time}:00Z`;
    const records = ends.map((time, index) => ({ ...record, end: at(time), rows: index }));
    const { runs, readings } = await historyOf(records).read({ since: 0 });
    expect(runs.map((run) => run.end)).toEqual([end && Date.parse(at(end) ?? '')]);
    expect(runs[0]?.rows).toBe(ends.lastIndexOf(end));
    expect(readings).toEqual({ 'repeated-key': 1 });
  });
});

describe('the job status', () => {
  const read = async (change: object) => {
    const status = {
      history_id: 'a',
      status: 'OK',
      run_start_at: record.start,
      records_affected: 5,
      runtime: 60,
      ...change,
    };
    return statusSource({ jobs: { status: async () => [status] as never } }, { jobs: ['Orders'] }).read({ since: 0 });
  };
  test.each(
    oddFields.filter(([, field]) => field !== 'end'),
  )('applies the rule %s: %s is %j', async (rule, field, value) => {
    const { runs, readings } = await read({ [field === 'rows' ? 'records_affected' : 'status']: value });
    expect(runs).toMatchObject([{ ...kept, end: undefined, [field]: without[field] }]);
    expect(readings).toEqual({ [rule]: 1 });
  });
  test.each(oddStarts)('counts a record that starts at %d as unreadable', async (start) => {
    const { runs, unreadable } = await read({ run_start_at: new Date(start) });
    expect([runs, unreadable.count, unreadable.keys]).toEqual([[], 1, ['a']]);
  });
});

describe('a source of the caller', () => {
  const read = (runs: readonly SourceRun[]) =>
    readSource(
      ownSource(runs),
      { since: Number.NEGATIVE_INFINITY },
      { clock: new ManualClock(date), milliseconds: 1_000 },
    );
  test.each(oddValues)('passes the rule %s: %j', async (rule, facts) => {
    const { runs, readings } = await read([runOf(facts)]);
    expect(runs).toMatchObject([
      { ...kept, ...Object.fromEntries(Object.keys(facts).map((name) => [name, undefined])) },
    ]);
    expect(readings).toEqual({ [rule]: 1 });
  });
  test('may return a number of rows that is NaN, and a blank status', async () => {
    const { runs, readings } = await read([runOf({ rows: Number.NaN, status: ' ' })]);
    expect(runs).toMatchObject([{ rows: undefined, status: '' }]);
    expect(readings).toEqual({ 'unreadable-rows': 1, 'blank-status': 1 });
  });
  test.each(oddStarts)('with a start of %d returns no run', async (start) => {
    expect(await read([runOf({ start, end: undefined })])).toMatchObject({
      runs: [],
      unreadable: { count: 1, keys: ['a'] },
    });
  });
  test('may start in the future, which is counted', async () => {
    const { runs, readings } = await read([runOf(future)]);
    expect([runs.length, readings]).toEqual([1, { 'future-start': 1 }]);
  });
});

describe('a wait', () => {
  test.each(oddValues)('sees a run by the rule %s: %j', async (_rule, facts) => {
    const clock = new ManualClock(date);
    const source = ownSource([runOf({ ...facts, status: 'FAILED' })]);
    const waiting = waitForRun({ source, classify, job: 'Orders', after: oddStart, timeout: '1h', clock });
    const { outcome, run } = await clock.run(waiting);
    expect([outcome, run.end]).toEqual(['failed', 'end' in facts ? undefined : kept.end]);
  });
  test.each(['OK', 'FAILED'])('does not take a run that starts in the future (%s) for the next one', async (status) => {
    const clock = new ManualClock(date);
    const source = ownSource([runOf({ ...future, status })]);
    for (const failFast of [true, false]) {
      const waiting = waitForRun({ source, classify, job: 'Orders', after: date, timeout: '1h', failFast, clock });
      await expect(clock.run(waiting)).rejects.toMatchObject({ code: 'WAIT_TIMEOUT', last: undefined });
    }
    const { run, outcome } = await waitForRun({ source, classify, job: 'Orders', run: 'a', timeout: '1h', clock });
    expect([run.start, outcome]).toEqual([future.start, status === 'OK' ? 'succeeded' : 'failed']);
  });
  test('does not take a record without a start for its run', async () => {
    const clock = new ManualClock(date);
    const source = ownSource([runOf({ start: 0, end: undefined })]);
    const waiting = waitForRun({ source, classify, job: 'Orders', run: 'a', timeout: '1h', clock });
    await expect(clock.run(waiting)).rejects.toMatchObject({ code: 'WAIT_TIMEOUT', last: undefined });
  });
});

describe('a tracker', () => {
  test.each(oddValues)('stores and delivers a run by the rule %s, and tells its count: %j', async (rule, facts) => {
    const { store, tracker } = trackerOf(ownSource([runOf({ ...facts, status: 'FAILED' })]));
    expect(await tracker.tick()).toMatchObject({ changed: 1, readings: { [rule]: 1 } });
    const expected = { ...kept, status: 'FAILED', ...('end' in facts ? { end: undefined } : { rows: undefined }) };
    expect(await allRuns(store)).toMatchObject([expected]);
    const [event] = await drain(tracker);
    expect(event).toMatchObject({ type: 'ended', run: { outcome: 'failed' } });
    const field = 'end' in facts ? 'end' : 'rows';
    expect((event as unknown as { run: Record<string, unknown> }).run[field]).toBeUndefined();
  });
  test.each(oddStarts)('does not track a record that starts at %d', async (start) => {
    const { store, tracker } = trackerOf({
      ...ownSource([]),
      read: async (query) => ({ ...(await ownSource([]).read(query)), runs: [runOf({ start, end: undefined })] }),
    });
    expect(await tracker.tick()).toMatchObject({ changed: 0, unreadable: { count: 1, keys: ['a'] } });
    expect(await allRuns(store)).toEqual([]);
  });
  test('takes a blank status for an unknown outcome', async () => {
    const { store, tracker } = trackerOf(ownSource([runOf({ status: '\t' })]));
    expect(await tracker.tick()).toMatchObject({ readings: { 'blank-status': 1 } });
    expect(await allRuns(store)).toMatchObject([{ status: '', outcome: 'unknown' }]);
  });
});

describe('rows that an earlier version wrote', () => {
  const stored = (facts: object) => ({
    key: 'a',
    job: 'Orders',
    outcome: 'failed' as Outcome,
    status: 'FAILED',
    start: oddStart,
    end: undefined,
    rows: undefined,
    version: 'v',
    firstSeen: oddStart,
    raw: '{}',
    ...facts,
  });
  const storeWith = async (facts: object) => {
    const store = memory();
    const { fence = '' } = (await store.begin()) ?? {};
    const data = JSON.stringify({ type: 'ended', because: [], run: stored(facts) });
    const event = { id: 'e', type: 'ended' as const, key: 'a', at: oddStart, data };
    await store.write({ fence, state: 's', runs: [stored(facts)], events: [event], at: oddStart });
    return store;
  };
  test.each(oddValues)('pass the rule %s when they are read: %j', async (_rule, facts) => {
    const store = await storeWith(facts);
    expect(await allRuns(store)).toStrictEqual([stored({})]);
    expect(await store.readHeads({ keys: ['a'] })).toMatchObject([{ key: 'a', end: undefined }]);
  });
  test.each(oddStarts)('with a start of %d are no runs', async (start) => {
    const store = await storeWith({ start, outcome: 'running' });
    const none = [await allRuns(store), await allRuns(store), await store.readOpen(Number.MAX_SAFE_INTEGER)];
    expect(none).toEqual([[], [], []]);
  });
  test.each(oddValues)('are delivered by the rule %s: %j', async (_rule, facts) => {
    const store = await storeWith(facts);
    const tracker = createTracker({ source: ownSource([]), classify, store, since: oddStart });
    const [event] = await drain(tracker);
    expect(event).toMatchObject({ run: { key: 'a', outcome: 'failed' } });
    expect(event && 'run' in event && [event.run.end, event.run.rows]).toEqual([undefined, undefined]);
  });
});

describe('freshness', () => {
  const policy = {
    cron: { expression: '*/10 8 * * *', timeZone: 'UTC', sunday: 0, seconds: false },
    since: oddStart,
    skipWhileRunning: true,
  } as const;
  test.each(oddValues)('takes a running run by the rule %s: %j', (_rule, facts) => {
    const runs = [{ start: oddStart, outcome: 'running' as const, ...('end' in facts ? facts : {}) }];
    // It is still running, so it skips the tick of 08:10.
    expect(evaluateFreshness(policy, runs, oddStart + 16 * 60_000)).toMatchObject({
      missed: [],
      skipped: [oddStart + 600_000],
    });
  });
  test.each(oddStarts)('ignores a run that starts at %d', (start) => {
    const { ageMs, result } = evaluateFreshness({ warnAfter: '1h' }, [{ start, outcome: 'succeeded' }], date);
    expect([ageMs, result]).toEqual([undefined, 'unknown']);
  });
});

describe('a run that starts in the future', () => {
  const runs = [
    { start: oddStart, end: oddStart + 60_000, outcome: 'succeeded' as const },
    ...(['succeeded', 'running'] as const).map((outcome) => ({ ...future, outcome })),
  ];
  test('is no success of freshness, serves no tick and skips none', () => {
    const cron = { expression: '0 * * * *', timeZone: 'UTC', sunday: 0, seconds: false } as const;
    const policy = { warnAfter: '30m', cron, since: oddStart, skipWhileRunning: true, early: '30h' } as const;
    // By `early`, the run in the future could serve one of the two ticks, and the first run serves the later one.
    expect(evaluateFreshness(policy, runs, date + 600_000)).toMatchObject({
      result: 'error',
      missed: [oddStart],
      skipped: [],
      ageMs: 4_200_000,
    });
    expect(evaluateFreshness({ warnAfter: '1h' }, runs.slice(1), date)).toMatchObject({
      result: 'unknown',
      ageMs: undefined,
    });
  });
  test('is counted by metrics, and is no last success', () => {
    const metrics = createRunMetrics({ clock: new ManualClock(date) });
    metrics.observeRuns(runs.map((run, index) => ({ ...run, key: String(index), job: 'Orders', rows: 5 })));
    const { body } = prometheusText(metrics);
    expect(body).toContain('syncline_runs_total{job_name="Orders",outcome="succeeded"} 2\n');
    expect(body).toContain('syncline_run_rows_total{job_name="Orders"} 10\n');
    expect(body).toContain('syncline_running_runs{job_name="Orders"} 1\n');
    expect(body).toContain(`last_success_timestamp_seconds{job_name="Orders"} ${oddStart / 1_000}\n`);
    expect(body).toContain('last_success_age_seconds{job_name="Orders"} 3600\n');
  });
  test('does not hide the last success when a store tells it', () => {
    const metrics = createRunMetrics({ clock: new ManualClock(date) });
    metrics.restoreJobs([{ job: 'Orders', lastStarts: { succeeded: oddStart } }]);
    metrics.restoreJobs([{ job: 'Orders', lastStarts: { succeeded: future.start } }]);
    expect(prometheusText(metrics).body).toContain('last_success_age_seconds{job_name="Orders"} 3600\n');
  });
});

describe('volume', () => {
  const earlier = Array.from({ length: 8 }, () => ({ rows: 100, outcome: 'succeeded' as const }));
  test.each([-1, Number.NaN, undefined])('cannot judge %j rows, and does not compare with them', (rows) => {
    expect(detectVolume({ rows, outcome: 'succeeded' }, earlier).result).toBe('unknown');
    expect(detectVolume({ rows: 100, outcome: 'succeeded' }, [...earlier, { rows, outcome: 'succeeded' }]).result).toBe(
      'pass',
    );
  });
});

describe('metrics', () => {
  const count = (facts: Partial<SourceRun>) => {
    const metrics = createRunMetrics({ clock: new ManualClock(date) });
    const durations: number[] = [];
    metrics.onDuration(({ seconds }) => durations.push(seconds));
    metrics.observeRuns([{ ...runOf(facts), outcome: 'succeeded' }]);
    return { body: prometheusText(metrics).body, durations };
  };
  test.each(oddValues)('count a run by the rule %s: %j', (_rule, facts) => {
    const { body, durations } = count(facts);
    expect(body).toContain('syncline_runs_total{job_name="Orders",outcome="succeeded"} 1\n');
    expect(body).toContain(`syncline_run_rows_total{job_name="Orders"} ${'rows' in facts ? 0 : 5}\n`);
    expect(durations).toEqual('end' in facts ? [] : [60]);
  });
  test.each(oddStarts)('do not count a run that starts at %d', (start) => {
    expect(count({ start, end: undefined }).body).not.toContain('job_name');
  });
});

describe('lineage', () => {
  const lineage = createRunLineage({
    namespace: 'n',
    jobs: { Orders: { destination: 'W' } },
    connections: { W: { namespace: 'w', name: 't' } },
  });
  test.each(oddValues)('writes a run by the rule %s: %j', async (_rule, facts) => {
    const run = { ...runOf(facts), outcome: 'failed' as const };
    const [start, end] = await lineage.eventsOf(run);
    const ended = 'end' in facts ? oddStart : oddStart + 60_000;
    expect([start?.eventTime, end?.eventTime]).toEqual([oddStart, ended].map((at) => new Date(at).toISOString()));
    expect(end?.outputs[0]?.outputFacets === undefined).toBe('rows' in facts);
    const [, found] = await lineage.eventsFor({ type: 'ended', run, at: date });
    expect(found?.eventTime).toBe(new Date('end' in facts ? date : ended).toISOString());
  });
  test.each(oddStarts)('writes nothing for a run that starts at %d', async (start) => {
    expect(await lineage.eventsOf({ ...runOf({ start, end: undefined }), outcome: 'failed' })).toEqual([]);
  });
});

test('the counts are described with a sentence for each rule', () => {
  expect(describeReadings({ 'early-end': 12, 'null-end': 1, 'repeated-key': 0 })).toEqual([
    '1 record has a null date as its end; it was ignored',
    '12 records end before they start; their end was ignored',
  ]);
});
