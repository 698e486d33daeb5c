import { join } from 'node:path';
import type { StoredRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { finishInSlices } from '../../src/pause.ts';
import { createReport, reportSteps } from '../../src/report/create-report.ts';
import { renderPage } from '../../src/report/page/render-page.ts';
import type { ReportRun } from '../../src/report/report.ts';
import { readStoredFacts } from '../../src/report/stored-facts.ts';
import { folderWith } from '../support/folder.ts';

const now = Date.parse('2026-06-08T00:00:00Z');
const hour = 3_600_000;
const since = now - 48 * hour;

/** A store with a run of each job in each hour. Every tenth job fails at last, unless told otherwise. */
async function openFleet(jobs: number, fails = (job: number, tick: number) => job % 10 === 0 && tick === 47) {
  const store = openSqliteStore(join(folderWith({}), 'runs.db'));
  onTestFinished(() => store.close());
  const runs = Array.from({ length: jobs * 48 }, (_, number): StoredRun => {
    const [job, tick] = [number % jobs, Math.floor(number / jobs)];
    const isFailed = fails(job, tick);
    const start = since + tick * hour + job;
    return {
      key: `k${number}`,
      job: `Job ${job}`,
      outcome: isFailed ? 'failed' : 'succeeded',
      status: isFailed ? 'FAILED' : 'SUCCESS',
      start,
      end: start + 1_000,
      rows: 10,
      version: 'v',
      firstSeen: now,
      raw: JSON.stringify({ details: isFailed ? 'connection refused' : '' }),
    };
  });
  const { fence = '' } = (await store.begin()) ?? {};
  await store.write({ fence, state: 's', runs, events: [], at: now });
  const facts = async (all: number, wellJobs?: number) =>
    readStoredFacts(store, {
      since,
      readFrom: since,
      now,
      history: undefined,
      summaries: await store.readJobs({ limit: 10_000 }),
      freshness: new Map(),
      limits: { all, jobs: 20, wellJobs, runs: 10, failures: 5 },
    });
  const options = { environment: 'production', now, since };
  return { facts, options };
}

test('a report from sums and the newest runs says the same as one of all runs', async () => {
  const { facts, options } = await openFleet(40);
  const whole = createReport({ ...options, ...(await facts(10_000)) });
  const summed = await finishInSlices(reportSteps({ ...options, ...(await facts(0)) }));
  expect(summed.outcomes).toEqual(whole.outcomes);
  const results = (report: typeof whole) => report.jobs.map(({ name, result }) => `${name} ${result}`).toSorted();
  expect(results(summed)).toEqual(results(whole));
  expect(summed.failures.map(({ message, runs }) => [message, runs.length])).toEqual([['connection refused', 4]]);
  expect(summed.jobs[0]).toMatchObject({ count: 48, because: ['the last run failed: connection refused'] });
  expect(summed.jobs[0]?.runs).toHaveLength(10);
  // Half of the jobs have no runs of their own in the report, which says so.
  expect(summed.notes.join()).toMatch(/The runs of 20 jobs .* --job/);
});

test('a report of a large fleet has the runs of each job that needs attention, of a few others, and lists no job without them', async () => {
  const { facts, options } = await openFleet(40);
  const report = createReport({ ...options, ...(await facts(0, 6)) });
  expect(report.jobs.filter(({ runs }) => runs.length > 0).map(({ result }) => result)).toEqual([
    ...Array.from({ length: 4 }, () => 'error'),
    ...Array.from({ length: 2 }, () => 'pass'),
  ]);
  expect(report.notes.join()).toContain('The runs of 34 jobs in the same or a better state are only counted');
  const page = renderPage(report);
  expect(page.match(/<details data-index=/g)).toHaveLength(6);
  expect(page).toContain('34 jobs in the same or a better state are not shown');
  expect(page).toContain('No job on this page matches.');
});

test('the numbers of failures are those of all runs, although only some are read', async () => {
  const { facts, options } = await openFleet(40, (job, tick) => job === 0 && tick >= 30);
  const report = createReport({ ...options, ...(await facts(0)) });
  expect(report.failures.map(({ runs }) => runs.length)).toEqual([5]);
  const page = renderPage(report);
  expect(page).toContain('<strong>18</strong> <span>failed runs, 1 cause');
  expect(page).toContain('1 cause, latest first. Grouped from 5 of 18 failed runs.');
  expect(page).toContain('48 runs, 18 of them did not succeed');
});

test('a lane of a job of which only some runs were read shows all hours', async () => {
  const { facts, options } = await openFleet(10);
  const page = renderPage(createReport({ ...options, ...(await facts(0)) }));
  const [lane = ''] = /<svg class="lane".*?<\/svg>/s.exec(page) ?? [];
  const starts = [...lane.matchAll(/M([\d.]+),/g)].map(([, x]) => Number(x));
  expect(Math.min(...starts.filter((x) => x > 0))).toBeLessThan(30);
});

test('a page has at most 2 MB at any size, with the most urgent jobs, and says what it leaves out', () => {
  const runs = Array.from({ length: 4_000 * 12 }, (_, number): ReportRun => {
    const start = since + Math.floor(number / 4_000) * 4 * hour;
    const facts = {
      start,
      end: start + 1,
      rows: 5,
      status: 'FAILED',
      error: `disk ${number % 7} of the target is full`,
    };
    return { key: `run-${number}`, job: `A job with quite a long name ${number % 4_000}`, outcome: 'failed', ...facts };
  });
  const report = createReport({ environment: 'production', now, since, runs });
  const page = renderPage(report);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(2_000_000);
  expect(page).toContain('All 4,000 jobs need attention');
  expect(page).toMatch(/jobs in the same or a better state are not shown. Choose jobs with <code>--job<\/code>/);
  // With everything that a page can show of its jobs: unusual volumes, ages and stack traces.
  const trace = '    at a.b.C(C.java:1)\n'.repeat(80);
  const traces = runs.flatMap((run, index): ReportRun[] => {
    const [job, isLast] = [index % 4_000, index >= runs.length - 4_000];
    if (job >= 600) return [];
    if (job % 3 === 0) return [{ ...run, error: `${run.error}: ${run.job}\n${trace}` }];
    return [{ ...run, outcome: 'succeeded', rows: isLast ? 9_000 : 5 }];
  });
  const freshness = Array.from({ length: 600 }, (_, number) => {
    const limits = { warn: hour, error: 2 * hour };
    const stale = { missed: [now - hour], skipped: [], ageMs: 9 * hour, because: [], limits };
    return { job: `A job with quite a long name ${number}`, result: 'error' as const, ...stale };
  });
  const full = createReport({ environment: 'production', now, since, runs: traces, freshness });
  expect(full.jobs.filter(({ volume }) => (volume?.outliers ?? 0) > 0).length).toBeGreaterThan(100);
  expect(Buffer.byteLength(renderPage(full))).toBeLessThanOrEqual(2_000_000);
  for (const each of [report, full]) {
    const live = renderPage(each, { every: 60, revision: '1', state: 'Live' });
    expect(Buffer.byteLength(live)).toBeLessThanOrEqual(400_000);
  }
});
