import { basic } from '@syncline/auth';
import { createODataClient, createV2Client, type HistoryRecord } from '@syncline/client';
import { historySource, type RunAccessors } from '@syncline/runs';
import { createSandbox } from '@syncline/sandbox';
import { expect, test } from 'vitest';
import { createInventory, historyOf, lintJobs, readInventory } from '../../src/index.ts';

const minute = 60_000;
const run = (job: string, minutes: number | undefined, start = 0) => ({
  job,
  start,
  end: minutes === undefined ? undefined : start + minutes * minute,
});

test('takes the runtimes of ended runs, by name or by id', () => {
  const runs = [run('a', 1), run('a', 2, 5), run('a', undefined), run('b', undefined), run('a', -1)];
  expect(historyOf(runs, { by: 'name' }).runtimesOf({ name: 'a', id: 'b' })).toEqual([minute, 2 * minute]);
  expect(historyOf(runs, { by: 'id' }).runtimesOf({ name: 'a', id: 'b' })).toEqual([]);
  expect(historyOf(runs, { by: 'id' }).runtimesOf({ name: 'a' })).toBeUndefined();
  expect(historyOf(runs, { by: 'name' }).runtimesOf({ name: 'constructor' })).toBeUndefined();
});

test.each([
  [[], { bye: 'name' }, 'bye is not an option: did you mean by?'],
  [[], {}, "by must be 'name' or 'id': what `job` of a run contains"],
  [[{ start: 1 }], { by: 'id' }, 'runs must have a `job` (a string) and a `start` (milliseconds) each'],
  [
    [{ job: 'a', start: Number.NaN }],
    { by: 'id' },
    'runs must have a `job` (a string) and a `start` (milliseconds) each',
  ],
])('refuses %j with %j', (runs, options, message) => {
  expect(() => historyOf(runs as never, options as never)).toThrow(message);
});

test('the rules that need a history use that of the service', async () => {
  const sandbox = createSandbox({ seed: 7, scale: { jobs: 12, history: 2000 }, life: false, edgeCases: false });
  try {
    const { urls, credentials } = await sandbox.listen();
    const options = { credential: basic(credentials.basic), undecodable: 'keep' } as const;
    const odata = createODataClient({ ...options, baseUrl: urls.odata });
    const names: RunAccessors<HistoryRecord> = {
      key: 'historyid',
      job: 'jobname',
      status: 'status',
      start: 'runstartdate',
      end: 'runenddate',
      timeZone: 'UTC',
    };
    const { runs } = await historySource(odata, names).read({ since: 0 });
    const inventory = await readInventory({ odata, v2: createV2Client({ ...options, baseUrl: urls.v2 }) });
    const everyMinute = inventory.entries.flatMap((entry) =>
      entry.kind === 'read' ? [{ ...entry.job, Scheduled: true, ScheduledCron: '* * * * *' }] : [],
    );
    const { findings, notChecked } = lintJobs(createInventory({ jobs: everyMinute, whole: true }), {
      cron: { timeZone: 'UTC', sunday: 0, seconds: false },
      history: historyOf(runs, { by: 'name' }),
    });
    const ofRule = (list: readonly { readonly rule: string; readonly job: { readonly name: string } }[]) =>
      list.filter(({ rule }) => rule === 'interval-below-runtime').map(({ job }) => job.name);
    const endedOf = (name: string) => runs.filter(({ job, end }) => job === name && end !== undefined);
    const slow = everyMinute
      .map(({ JobName }) => String(JobName))
      .filter((name) => {
        const sorted = endedOf(name)
          .map(({ start, end }) => (end ?? 0) - start)
          .sort((a, b) => a - b);
        return sorted.length >= 8 && (sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0) > minute;
      });
    expect(slow.length).toBeGreaterThan(3);
    expect(ofRule(findings).sort()).toEqual(slow.sort());
    expect(ofRule(notChecked).every((name) => endedOf(name).length < 8)).toBe(true);
  } finally {
    await sandbox.close();
  }
});
