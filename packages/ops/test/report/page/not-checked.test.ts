import { createInventory, lintJobs } from '@syncline/jobs';
import { describe, expect, test } from 'vitest';
import { createReport, type ReportFacts } from '../../../src/report/create-report.ts';
import { parseReport } from '../../../src/report/earlier-report.ts';
import { renderPage } from '../../../src/report/page/render-page.ts';
import type { ReportRun } from '../../../src/report/report.ts';
import { overallResult } from '../../../src/report/sections/headline.ts';
import { facts, run } from '../../support/report-facts.ts';

const page = (runs: readonly ReportRun[], others: Partial<ReportFacts> = {}) =>
  renderPage(createReport(facts(runs, others)));
const running = run(1, { outcome: 'running', status: 'RUNNING' });
const fresh = { job: 'Orders', result: 'pass', missed: [], skipped: [], ageMs: 1, because: [] } as const;
const limits = { warn: 7_200_000, error: undefined };
const successes = Array.from({ length: 12 }, (_, index) => run(50 - index, { rows: 100 }));
const sound = {
  JobName: 'Orders',
  Source: 'CRM',
  Destination: 'Lake',
  LicenseState: 'Valid',
  AutomaticJobRetry: 'true',
  Verbosity: '1',
};
const inventory = (...jobs: readonly object[]) => createInventory({ jobs: jobs as never, whole: true, workspaces: [] });
const lost = { kind: 'unreadable', name: 'Stock', reason: new Error('gone') } as const;

/** The kind and the text of the tile of a part of the page. */
function tileOf(part: string, html: string): string {
  const [, kind = '', figure = '', text = ''] =
    new RegExp(`<a href="#${part}" class="(\\w+)"><strong>([^<]*)</strong> <span>([^<]*)</span>`).exec(html) ?? [];
  return `${kind}: ${figure} ${text}`;
}

describe('a number is green only if what it counts was looked at', () => {
  test.each<[string, string, readonly ReportRun[], Partial<ReportFacts>, string]>([
    ['failures, without a run', 'failures', [], { jobs: ['Orders'] }, 'plain: – not checked: no run has ended'],
    ['failures, while the only run is running', 'failures', [running], {}, 'plain: – not checked: no run has ended'],
    ['failures, with a success', 'failures', [run(1)], {}, 'good: 0 failed runs'],
    [
      'failures, with records that could not be read',
      'failures',
      [run(1)],
      { isComplete: false },
      'plain: 0 failed runs',
    ],
    ['freshness that is not configured', 'freshness', [run(1)], {}, 'plain: – not checked: no freshness configured'],
    [
      'freshness without a job that matches',
      'freshness',
      [run(1)],
      { freshness: [] },
      'plain: – not checked: no job matches',
    ],
    ['freshness of a job', 'freshness', [run(1)], { freshness: [{ ...fresh, limits }] }, 'good: 0 jobs not fresh'],
    ['volume without enough runs', 'volume', [run(1)], {}, 'plain: – not checked: no volume to compare'],
    ['volume of all jobs', 'volume', successes, {}, 'good: 0 jobs with unusual volume'],
    [
      'volume of one of two jobs',
      'volume',
      [...successes, run(1, { job: 'Stock' })],
      {},
      'plain: 0 jobs with unusual volume, 1 of 2 checked',
    ],
  ])('%s', (_, part, runs, others, expected) => {
    expect(tileOf(part, page(runs, others))).toMatch(new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  });
});

test.each<[string, readonly ReportRun[], Partial<ReportFacts>, string]>([
  ['without definitions', [run(1)], {}, 'Lint: not checked, because the definitions of the jobs were not read.'],
  ['of no job', [run(1)], { lint: lintJobs(inventory()) }, 'Lint: not checked, because no jobs were found.'],
  [
    'of no readable job',
    [run(1)],
    { lint: lintJobs({ ...inventory(), entries: [lost] }) },
    'Lint: not checked, because no definition could be read.',
  ],
  [
    'of one of two jobs',
    [run(1)],
    { lint: lintJobs({ ...inventory(sound), entries: [...inventory(sound).entries, lost] }) },
    'Lint: 0 errors, 1 warning, 1 job not checked',
  ],
  [
    'of a selected record, whose absent fields are not known',
    [run(1)],
    { lint: lintJobs({ ...inventory(), entries: createInventory({ jobs: [sound], whole: false }).entries }) },
    'checks not made in the definitions',
  ],
])('the line about lint says what was not checked: %s', (_, runs, others, expected) => {
  const [, line = ''] = /<p class="quiet">(.*?)<\/p>/.exec(page(runs, others)) ?? [];
  expect(line.replace(/<[^>]*>/g, '')).toContain(expected);
});

test('a page without a job is grey, says what to do next, and has no empty section', () => {
  const html = page([], { freshness: [], lint: lintJobs(inventory()) });
  expect(html).toMatch(/What to do next.*syncline doctor.*syncline config check.*--since 30d/s);
  for (const id of ['jobs', 'failures', 'freshness', 'volume', 'lint']) expect(html).not.toContain(`id="${id}"`);
});

test.each<[string, readonly ReportRun[], Partial<ReportFacts>, string, string]>([
  ['no job', [], {}, 'unknown', 'No jobs found'],
  ['a job without a run', [], { jobs: ['Orders'] }, 'unknown', 'The job has no finished run'],
  ['a job whose first run is running', [running], {}, 'unknown', 'The job has no finished run'],
  ['a success', [run(1)], {}, 'pass', '1 job is doing well'],
  ['a success, and records that could not be read', [run(1)], { isComplete: false }, 'unknown', '1 job is doing well'],
  [
    'a failure, and records that could not be read',
    [run(1, { outcome: 'failed' })],
    { isComplete: false },
    'error',
    '1 of 1 job needs attention',
  ],
])('the overall result of %s', (_, runs, others, result, answer) => {
  const report = createReport(facts(runs, others));
  expect(overallResult(report)).toBe(result);
  expect(renderPage(report)).toContain(`<h1 id="answer">${answer}</h1>`);
});

test('a section says that nothing was looked at instead of that nothing was found', () => {
  const empty = page([], { jobs: ['Orders'], lint: lintJobs(inventory()) });
  expect(empty).toContain('No run has ended in this time, so it is not known whether runs fail.');
  expect(empty).toContain('No jobs found yet, so no rule was checked.');
  expect(empty).not.toMatch(/No findings|rules on 0 jobs|No run failed/);
});

test('no run failed only if every record was read, and every outcome is known', () => {
  expect(page([run(1)], {}).match(/No run failed/g)).toHaveLength(2);
  expect(page([run(1), run(2, { outcome: 'unknown', status: 'PAUSED' })], {})).not.toContain('No run failed');
  expect(page([run(1), run(2, { outcome: 'cancelled' })], {})).not.toContain('No run failed');
  const partly = page([run(1)], { isComplete: false });
  expect(partly).not.toContain('No run failed');
  expect(partly).toContain('No failure was found, but not every record could be read.');
});

describe('only what was looked at again is better than before', () => {
  const failed = run(2, { outcome: 'failed', error: 'Disk full' });
  const flawed = { ...sound, Source: '' };
  const earlier = parseReport(page([failed], { lint: lintJobs(inventory(flawed)) }))!;
  const changesOf = (runs: readonly ReportRun[], others: Partial<ReportFacts>) =>
    createReport(facts(runs, { earlier, ...others })).changes!;

  test('a success, and a fixed definition', () => {
    const { recovered, goneFailures, fixedFindings } = changesOf([run(1)], { lint: lintJobs(inventory(sound)) });
    expect({ recovered, goneFailures, fixedFindings }).toEqual({
      recovered: ['Orders'],
      goneFailures: ['Disk full'],
      fixedFindings: 1,
    });
  });

  test.each<[string, readonly ReportRun[], Partial<ReportFacts>]>([
    ['no run', [], { jobs: ['Orders'] }],
    ['a run that has not ended', [running], {}],
    ['records that could not be read', [run(1)], { isComplete: false }],
    [
      'a definition that could not be read',
      [],
      { jobs: ['Orders'], lint: lintJobs({ ...inventory(), entries: [{ ...lost, name: 'Orders' }] }) },
    ],
    ['no definition', [], { lint: lintJobs(inventory()) }],
  ])('%s', (_, runs, others) => {
    const { recovered, goneFailures, fixedFindings } = changesOf(runs, others);
    expect({ recovered, goneFailures, fixedFindings }).toEqual({ recovered: [], goneFailures: [], fixedFindings: 0 });
  });
});

test('a live page whose results are not current is grey, and says why', () => {
  const live = { every: 60, revision: '1', state: 'Not read since 11:00:00: NETWORK', isLost: true };
  const report = createReport(facts([run(1)]));
  const stale = renderPage(report, { ...live, isCurrent: false });
  expect(stale).toContain('class="stale"');
  expect(stale).toContain(
    '<h1 id="answer">Not checked</h1>\n<p>Not read since 11:00:00: NETWORK. What follows was last known: 1 job is doing well.',
  );
  expect(stale).toMatch(/<title>Not checked · production<\/title>\n<link rel="icon"[^>]*%236b7280/);
  expect(renderPage(report, { ...live, isLost: false })).not.toContain('class="stale"');
});
