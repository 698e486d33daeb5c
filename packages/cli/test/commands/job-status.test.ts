import { createInventory } from '@syncline/jobs';
import { expect, test } from 'vitest';
import type { FreshnessEntry } from '../../../ops/src/environment/environment.ts';
import { schedulesOf } from '../../../ops/src/insight/freshness.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { type FreshnessOptions, freshness, report } from '../support/commands.ts';

// Without `history`, the runs come from the job status, which has the ids of jobs and not their names.

const jobs = [
  { JobName: 'Orders', JobId: 'j1', Scheduled: 'true', ScheduledCron: '0 * * * *' },
  { JobName: 'Customers', JobId: 'j2', Scheduled: 'true', ScheduledCron: '0 * * * *' },
];
const listed = jobs.map(({ JobName, JobId }) => ({ id: JobId, name: JobName }));
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
const hourly = (history_id: string) =>
  Array.from({ length: 12 }, (_, hours) => ({
    history_id: `${history_id}-${hours}`,
    status: 'SUCCESS',
    run_start_at: new Date(now - hours * 3_600_000).toISOString(),
  }));
const data = {
  jobs,
  workspaces: [{ id: 'w', name: 'Sales', jobs: listed, connections: [] }],
  jobStatus: { j1: hourly('a'), j2: hourly('b').slice(3) },
};
const set = (freshnessEntries: readonly FreshnessEntry[]) =>
  setUp({
    format: 'json',
    sandbox: { data },
    environment: { history: undefined, freshness: freshnessEntries },
  });

async function judge(entry: FreshnessEntry, options: FreshnessOptions = {}) {
  const { context, json } = await set([entry]);
  const code = await freshness(options, context);
  return { code, rows: json() };
}

test('freshness judges each job once, by its id', async () => {
  expect(await judge({ jobs: '*', errorAfter: '2h' })).toMatchObject({
    code: 1,
    rows: [
      { job: 'j1', result: 'pass' },
      { job: 'j2', result: 'error' },
    ],
  });
  expect(await judge({ jobs: 'j1', errorAfter: '2h' })).toMatchObject({ code: 0, rows: [{ job: 'j1' }] });
});

test('freshness compares the runs with the schedule of the same job', async () => {
  const { code, rows } = await judge({ jobs: '*', cron });
  expect(code).toBe(1);
  expect(rows).toMatchObject([
    { job: 'j1', result: 'pass', missed: [] },
    {
      job: 'j2',
      result: 'error',
      missed: [now - 2 * 3_600_000, now - 3_600_000].map((at) => new Date(at).toISOString().replace('.000', '')),
    },
  ]);
  expect(await judge({ jobs: '*', cron }, { job: 'j1' })).toMatchObject({ code: 0, rows: [{ job: 'j1' }] });
});

test('a history with the ids of jobs is judged like the job status', async () => {
  const history = [...hourly('j1'), ...hourly('j2').slice(3)].map(({ history_id, run_start_at, ...others }) => ({
    ...others,
    historyid: history_id,
    jobname: history_id.slice(0, 2),
    runstartdate: run_start_at,
  }));
  const facts = {
    format: 'json',
    sandbox: { data: { ...data, history } },
    environment: { freshness: [{ jobs: '*', cron }] },
  } as const;
  const { context, json } = await setUp(facts);
  await freshness({}, context);
  expect(json()).toMatchObject([
    { job: 'j1', result: 'pass' },
    { job: 'j2', result: 'error' },
  ]);
  const reported = await setUp(facts);
  await report({ out: `${folderWith({})}/report.html` }, reported.context);
  expect(reported.json()).toMatchObject([{ job: 'j2' }]);
});

test('a report knows the schedules of the jobs', async () => {
  const { context, json } = await set([{ jobs: '*', cron }]);
  const out = `${folderWith({})}/report.html`;
  await report({ out, job: 'j*' }, context);
  expect(json()).toMatchObject([{ job: 'j2', because: ['2 scheduled runs did not start'] }]);
});

test('a job without an id keeps its name', () => {
  const { entries } = createInventory({ jobs: [{ JobName: 'Orders' }], whole: true });
  expect([...schedulesOf(entries, { odata: undefined, history: undefined }, new Set()).keys()]).toEqual(['Orders']);
});
