import { createInventory } from '@syncline/jobs';
import { expect, test } from 'vitest';
import { createJobNamer, evaluateJobs, freshnessWindow, schedulesOf } from '../../src/insight/freshness.ts';
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
