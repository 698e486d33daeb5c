import { createInventory } from '@syncline/jobs';
import { describe, expect, test } from 'vitest';
import {
  createJobNamer,
  createPolicies,
  evaluateJobs,
  freshnessWindow,
  schedulesOf,
} from '../../src/insight/freshness.ts';
import { hour, now, run } from '../support/report-facts.ts';

const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
const since = now - 168 * hour;

test('the first entry that matches a job applies, and a named job is judged even without a run', () => {
  const judged = evaluateJobs({
    entries: [
      { jobs: 'Missing', errorAfter: '1h' },
      { jobs: 'Orders*', errorAfter: '10h' },
      { jobs: '*', errorAfter: '1h' },
    ],
    known: new Map([['Idle', undefined]]),
    runs: [run(2), run(2, { job: 'Customers' })],
    since,
    now,
  });
  expect(judged.map(({ job, result }) => [job, result])).toEqual([
    ['Customers', 'error'],
    ['Idle', 'unknown'],
    ['Missing', 'unknown'],
    ['Orders', 'pass'],
  ]);
});

test('a history that goes back less far than requested says nothing about the ticks before its first run', () => {
  const runs = Array.from({ length: 6 }, (_, index) => run(6 - index - 0.01));
  const facts = { entries: [{ jobs: '*', cron }], known: new Map([['Orders', '0 * * * *']]), since, now };
  expect(evaluateJobs({ ...facts, runs })[0]).toMatchObject({ result: 'pass', missed: [] });
  // An earlier run of another job shows that the history reaches further back.
  expect(evaluateJobs({ ...facts, runs: [run(9.5, { job: 'Other' }), ...runs] })[0]?.missed).toHaveLength(3);
});

test('without any run, every tick of the period is missed', () => {
  const facts = { entries: [{ jobs: '*', cron }], known: new Map([['Orders', '0 0 * * *']]), runs: [], since, now };
  expect(evaluateJobs(facts)[0]).toMatchObject({ result: 'error' });
  expect(evaluateJobs(facts)[0]?.missed).toHaveLength(7);
});

test('a tick that came while the job was running is skipped, if its entry says so', () => {
  // The run of 03:00 ended at 06:30.
  const runs = [9, 5, 4, 3, 2, 1, 0].map((hoursAgo) => run(hoursAgo));
  const long = runs.map((each) => (each.start === now - 9 * hour ? { ...each, end: now - 5.5 * hour } : each));
  const facts = { known: new Map([['Orders', '0 * * * *']]), runs: long, since, now };
  const skipped = [8, 7, 6].map((hoursAgo) => now - hoursAgo * hour);
  expect(evaluateJobs({ ...facts, entries: [{ jobs: '*', cron, skipWhileRunning: true }] })).toMatchObject([
    { result: 'pass', missed: [], skipped },
  ]);
  expect(evaluateJobs({ ...facts, entries: [{ jobs: '*', cron }] })).toMatchObject([
    { result: 'error', missed: skipped, skipped: [] },
  ]);
});

test('a job without a success says how far back runs were read, also beside other reasons', () => {
  const facts = { known: new Map([['Idle', '0 0 * * *']]), since, now };
  expect(evaluateJobs({ ...facts, entries: [{ jobs: '*', errorAfter: '1d' }], runs: [] })[0]?.because).toEqual([
    'no run has succeeded in the last 7d',
  ]);
  const runs = [run(1, { job: 'Idle', outcome: 'failed' })];
  expect(evaluateJobs({ ...facts, entries: [{ jobs: '*', cron }], runs: [] })[0]?.because).toEqual([
    '7 scheduled runs are missing',
    'no run has succeeded in the last 7d',
  ]);
  expect(evaluateJobs({ ...facts, entries: [{ jobs: '*', errorAfter: '1d' }], runs })[0]?.because).toEqual([
    'no run has succeeded in the last 7d',
  ]);
});

test('the window reaches further back than the longest limit', () => {
  const entries = [{ jobs: '*', warnAfter: '1h', errorAfter: '20d' }];
  expect(freshnessWindow(entries, undefined, now)).toBe(now - 21 * 24 * hour);
  expect(() => freshnessWindow(entries, now - 20 * 24 * hour, now)).toThrow(/the longest is 20d/);
});

test('an entry with only a cron gives unknown for a job without a schedule', () => {
  const facts = { entries: [{ jobs: '*', cron }], known: new Map([['Manual', undefined]]), runs: [run(1)], since, now };
  expect(evaluateJobs(facts)).toMatchObject([
    { job: 'Manual', result: 'unknown', because: ['the schedule of the job is not known'] },
    { job: 'Orders', result: 'unknown' },
  ]);
});

test.each([
  [true, '0 2 * * *', '0 2 * * *'],
  ['true', '0 2 * * *', '0 2 * * *'],
  ['TRUE', ' 0 2 * * *\r\n', '0 2 * * *'],
  ['True', '@daily', '@daily'],
  ['FALSE', '0 2 * * *', null],
  [false, '0 2 * * *', null],
  [undefined, '0 2 * * *', null],
  [true, '  ', null],
  [true, undefined, null],
])('a job with Scheduled %j and ScheduledCron %j has the schedule %j', (scheduled, expression, expected) => {
  const job = { JobName: 'Orders', Scheduled: scheduled, ScheduledCron: expression };
  const { entries } = createInventory({ jobs: [job], whole: true });
  expect(schedulesOf(entries, { odata: undefined, history: undefined }, new Set()).get('Orders')).toBe(expected);
});

const listed = [{ name: 'Orders', id: 'j1' }, { name: 'Customers', id: 'j2' }, { name: 'New' }];
const fromStatus = { odata: undefined, history: undefined };
const fromHistory = {
  odata: {} as never,
  history: { key: 'id', job: 'job', status: 'status', start: 'start' },
};

test.each([
  ['the job status', fromStatus, [], ['j1', 'j2', 'New']],
  ['the job status', fromStatus, ['Orders'], ['j1', 'j2', 'New']],
  ['the history', fromHistory, [], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['Customers'], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['j1'], ['j1', 'j2', 'New']],
  ['the history', fromHistory, ['j1', 'Orders'], ['Orders', 'Customers', 'New']],
  ['the history', fromHistory, ['other'], ['Orders', 'Customers', 'New']],
])('runs of %s that name the jobs %o', (_source, environment, jobs, expected) => {
  expect(listed.map(createJobNamer(listed, environment, new Set(jobs)))).toEqual(expected);
});

test('whether a job is scheduled is not known if its definition was not read, or not read whole', () => {
  const schedule = (options: Parameters<typeof createInventory>[0]) =>
    schedulesOf(createInventory(options).entries, { odata: undefined, history: undefined }, new Set()).get('Orders');
  expect(schedule({ jobs: [{ JobName: 'Orders' }], whole: false })).toBeUndefined();
  expect(schedule({ jobs: [{ JobName: 'Orders', Scheduled: 'maybe' }], whole: true })).toBeUndefined();
  expect(schedule({ jobs: [{ JobName: 'Orders', Scheduled: false }], whole: false })).toBeNull();
});

describe('the policies', () => {
  const strict = { jobs: 'Strict*', cron, grace: '1m' } as const;
  const entries = [strict, { jobs: '*', cron: { ...cron, timeZone: 'Asia/Tokyo' }, grace: '2h', acceptWarned: true }];

  test('are shared by jobs with the same entry and schedule, and by no others', () => {
    const policyOf = createPolicies(entries);
    const strictDaily = policyOf('Strict 1', '0 2 * * *');
    const daily = policyOf('Orders', '0 2 * * *');
    expect(policyOf('Strict 2', '0 2 * * *')).toBe(strictDaily);
    expect(policyOf('Invoices', '0 2 * * *')).toBe(daily);
    expect(strictDaily).toMatchObject({ entry: strict, grace: 60_000, successes: ['succeeded'], isScheduled: true });
    expect(strictDaily?.policy.cron).toEqual({ ...cron, expression: '0 2 * * *' });
    expect(daily).toMatchObject({ grace: 7_200_000, successes: ['succeeded', 'warned'] });
    expect(daily?.policy.cron).toEqual({ ...cron, timeZone: 'Asia/Tokyo', expression: '0 2 * * *' });
    expect(policyOf('Orders', '0 3 * * *')?.policy.cron).toMatchObject({ expression: '0 3 * * *' });
    for (const unknown of [null, undefined]) {
      expect(policyOf('Orders', unknown)).toMatchObject({ isScheduled: false });
      expect(policyOf('Orders', unknown)?.policy.cron).toBeUndefined();
    }
  });

  test('judge each job as if it were the only one', () => {
    const jobs = ['Strict 1', 'Strict 2', 'Orders', 'Invoices', 'Manual', 'Broken', 'Broken 2'];
    const cronOf = (job: string) => (job === 'Manual' ? null : job.startsWith('Broken') ? 'often' : '0 * * * *');
    const runs = jobs.flatMap((job, index) =>
      [9, 5, 3, 2, 1].map((ago) => run(ago - 0.01 * index, { job, outcome: index % 2 === 0 ? 'succeeded' : 'warned' })),
    );
    const judge = (some: readonly string[]) =>
      evaluateJobs({
        entries,
        known: new Map(some.map((job) => [job, cronOf(job)])),
        runs: runs.filter(({ job }) => some.includes(job)),
        since,
        now,
        isKeptByJob: true,
      });
    const alone = jobs.flatMap((job) => judge([job]));
    expect(judge(jobs)).toEqual(alone.toSorted((left, right) => (left.job < right.job ? -1 : 1)));
    expect(new Set(alone.map(({ result }) => result)).size).toBeGreaterThan(1);
    expect(judge(jobs)).toEqual(judge(jobs));
  });

  test('do not add up while the schedules of jobs change', () => {
    const policyOf = createPolicies(entries);
    const [first, again] = [policyOf('Orders', '0 0 * * *'), policyOf('Orders', '0 0 * * *')];
    expect(again).toBe(first);
    for (let change = 1; change <= 10_000; change += 1) policyOf('Orders', `0 0 1 1 * ${change}`);
    expect(policyOf('Orders', '0 0 * * *')).not.toBe(first);
    expect(policyOf('Orders', '0 0 * * *')).toEqual(first);
  });
});
