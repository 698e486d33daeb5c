import { expect, test } from 'vitest';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { type FreshnessOptions, type ReportOptions, freshness, report } from '../support/commands.ts';

// How far back the history goes: scheduled runs before its first record are not judged.

const hour = 3_600_000;
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
const hourly = { Scheduled: 'true', ScheduledCron: '0 * * * *' };
const jobs = ['Orders', 'Customers'].map((JobName, index) => ({ JobName, JobId: `j${index}`, ...hourly }));
const workspaces = [
  { id: 'w', name: 'Sales', jobs: jobs.map(({ JobName, JobId }) => ({ id: JobId, name: JobName })), connections: [] },
];
const starts = (count: number) =>
  Array.from({ length: count }, (_, hours) => new Date(now - hours * hour).toISOString());
const record = (jobname: string) => (runstartdate: string) => ({
  historyid: `${jobname} ${runstartdate}`,
  jobname,
  status: 'SUCCESS',
  runstartdate,
});
const status = (id: string) => (run_start_at: string) => ({
  history_id: `${id} ${run_start_at}`,
  status: 'SUCCESS',
  run_start_at,
});
const entries = [{ jobs: '*', cron }];
const history = [...starts(4).map(record('Orders')), ...starts(9).map(record('Customers'))];
const facts = {
  format: 'json',
  sandbox: { data: { jobs, workspaces, history } },
  environment: { freshness: entries },
} as const;

test.each<[FreshnessOptions, string[]]>([
  [{}, ['Customers pass 0', 'Orders error 5']],
  [{ job: 'Orders' }, ['Orders error 5']],
  [{ job: 'Ord*' }, ['Orders error 5']],
  [{ job: 'Customers' }, ['Customers pass 0']],
])('freshness with %j judges a job by the history of all jobs', async (options, expected) => {
  const { context, json } = await setUp(facts);
  await freshness(options, context);
  const rows: readonly { job: string; result: string; missed: unknown[] }[] = json();
  expect(rows.map(({ job, result, missed }) => `${job} ${result} ${missed.length}`)).toEqual(expected);
});

test.each([
  [true, 0, { result: 'pass', missed: [], skipped: ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z'] }],
  [false, 1, { result: 'error', missed: ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z'], skipped: [] }],
])('with skipWhileRunning %j, the ticks during a long run are judged so', async (skipWhileRunning, status, expected) => {
  const long = { ...record('Orders')('2026-03-02T08:00:00Z'), runenddate: '2026-03-02T10:30:00Z' };
  const { context, json } = await setUp({
    ...facts,
    sandbox: { data: { jobs, workspaces, history: [...starts(2).map(record('Orders')), long] } },
    environment: { freshness: [{ jobs: 'Orders', cron, skipWhileRunning }] },
  });
  expect(await freshness({}, context)).toBe(status);
  expect(json()).toMatchObject([{ job: 'Orders', ...expected }]);
});

test.each<Partial<ReportOptions>>([{}, { job: 'Orders' }])('a report with %j does the same', async (options) => {
  const { context, json } = await setUp(facts);
  await report({ ...options, out: `${folderWith({})}/report.html` }, context);
  expect(json()).toMatchObject([{ job: 'Orders', because: ['5 scheduled runs did not start'] }]);
});

test('only the history of the job is read if no scheduled runs are judged', async () => {
  const { context, sandbox } = await setUp({
    ...facts,
    environment: { freshness: [{ jobs: '*', errorAfter: '2h' }] },
  });
  expect(await freshness({ job: 'Orders' }, context)).toBe(0);
  const request = sandbox.requests.find(({ operationId }) => operationId === 'listHistory');
  expect(new URLSearchParams(request?.query).get('$filter')).toContain("jobname eq 'Orders'");
});

test('the job status of one job does not show how far back that of another goes', async () => {
  const jobStatus = { j0: starts(4).map(status('j0')), j1: starts(9).map(status('j1')) };
  const { context, json } = await setUp({
    ...facts,
    sandbox: { data: { jobs, workspaces, jobStatus } },
    environment: { freshness: entries, history: undefined },
  });
  expect(await freshness({}, context)).toBe(0);
  expect(json()).toMatchObject([
    { job: 'j0', missed: [] },
    { job: 'j1', missed: [] },
  ]);
});

test('several reasons are apart', async () => {
  const failed = starts(4).map((start) => ({ ...record('Orders')(start), status: 'FAILED' }));
  const { context, text } = await setUp({
    ...facts,
    format: 'table',
    sandbox: { data: { jobs, workspaces, history: failed.slice(0, 2).concat(failed.slice(3)) } },
    environment: { freshness: [{ jobs: 'Orders', cron }] },
  });
  await freshness({}, context);
  expect(text()).toContain('1 scheduled run is missing; no run has succeeded in the last 7d');
});
