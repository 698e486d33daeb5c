import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createReport, renderPage } from '@syncline/ops';
import { type Browser, launchBrowser } from '../harness/browser.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

const hour = 3_600_000;
const now = Date.parse('2026-03-02T12:00:00Z');
const since = now - 168 * hour;
const reasons = ['Timed out after 31 s', 'ORA-12541: no listener', 'Login failed for user "sync_17"'];

/** The data of a week in which every job ran equally often. One run in twenty failed. */
function factsOf(jobs: number, runsOfEach: number): Parameters<typeof createReport>[0] {
  const runs = Array.from({ length: jobs * runsOfEach }, (_, index) => {
    const job = index % jobs;
    const start = since + ((index + 0.5) / (jobs * runsOfEach)) * (now - since);
    const isBad = (index * 7) % 20 === 0;
    return {
      key: `run-${index}`,
      job: `Job ${job}`,
      outcome: isBad ? ('failed' as const) : ('succeeded' as const),
      start,
      end: start + 90_000,
      rows: 1_000 + ((index * 31) % 97),
      status: isBad ? 'FAILED' : 'SUCCESS',
      error: isBad ? (reasons[job % reasons.length] ?? '') : '',
    };
  });
  const freshness = Array.from({ length: jobs }, (_, job) => ({
    job: `Job ${job}`,
    result: job % 10 === 0 ? ('warn' as const) : ('pass' as const),
    missed: [],
    skipped: [],
    ageMs: job % 10 === 0 ? 30 * hour : hour,
    because: [],
    limits: { warn: 26 * hour, error: 50 * hour },
  }));
  return { environment: 'bench', now, since, runs, freshness };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The times of a page in milliseconds since it was requested. This is the expression that the browser evaluates. */
const timesOfPage = `new Promise((resolve) => new PerformanceObserver((list) => {
  const painted = list.getEntriesByName('first-contentful-paint')[0];
  if (painted === undefined) return;
  const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
  requestAnimationFrame(() => setTimeout(() => resolve({ painted: painted.startTime, loaded: loadEventEnd, drawn: performance.now() })));
}).observe({ type: 'paint', buffered: true }))`;

/** How long a page takes to open from its file, each time in a new browser context without any cache. */
async function open(browser: Browser, file: string, times: number) {
  const samples: { readonly loaded: number; readonly painted: number; readonly drawn: number }[] = [];
  for (let time = 0; time <= times; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    samples.push((await page.evaluate(timesOfPage)) as (typeof samples)[number]);
    await context.close();
  }
  // The first page also starts processes of the browser.
  const counted = samples.slice(1);
  return {
    painted: median(counted.map(({ painted }) => painted)),
    loaded: median(counted.map(({ loaded }) => loaded)),
    drawn: median(counted.map(({ drawn }) => drawn)),
    slowest: Math.max(...counted.map(({ drawn }) => drawn)),
  };
}

async function reports({ quick }: Settings): Promise<Table> {
  const browser = await launchBrowser();
  if (typeof browser === 'string') console.log(`The time that a report takes to open is not measured: ${browser}.\n`);
  const folder = mkdtempSync(join(tmpdir(), 'syncline-report-'));
  const times = quick ? 3 : 15;
  try {
    const rows = [];
    for (const [jobs, runsOfEach] of [
      [200, 50],
      [10, 1_000],
      [1_000, 100],
    ] as const) {
      const facts = factsOf(jobs, runsOfEach);
      renderPage(createReport(facts));
      const began = performance.now();
      const page = renderPage(createReport(facts));
      const made = performance.now() - began;
      const file = join(folder, 'report.html');
      writeFileSync(file, page);
      const sizes = { mb: Buffer.byteLength(page) / 1e6, packed: gzipSync(page).byteLength / 1e6 };
      const opened = typeof browser === 'string' ? {} : await open(browser, file, times);
      const name = `${(jobs * runsOfEach).toLocaleString('en-US')} runs of ${jobs.toLocaleString('en-US')} jobs`;
      rows.push({ name, values: { made, ...sizes, ...opened } as Record<string, number> });
    }
    return {
      title: 'syncline report',
      about:
        `Reports of a week with freshness, opened in Chromium from a file, ${times} times each, 1440 × 900. Drawn means that the page has ` +
        `loaded, its script has run, and another frame was drawn. Without Chromium, only the sizes are measured.`,
      columns: [
        { key: 'made', label: 'created in', unit: 'ms' },
        { key: 'mb', label: 'file', unit: 'MB' },
        { key: 'packed', label: 'gzip', unit: 'MB' },
        { key: 'painted', label: 'first paint', unit: 'ms' },
        { key: 'loaded', label: 'loaded', unit: 'ms' },
        { key: 'drawn', label: 'drawn', unit: 'ms' },
        { key: 'slowest', label: 'slowest', unit: 'ms' },
      ],
      rows,
      goals: rows
        .slice(0, 2)
        .flatMap(({ name, values: { drawn } }) =>
          drawn === undefined
            ? []
            : [goal(`a report of ${name} opens in under a second`, drawn, 1_000, { atMost: true })],
        ),
    };
  } finally {
    if (typeof browser !== 'string') await browser.close();
    rmSync(folder, { recursive: true });
  }
}

export default {
  title: 'Report',
  peers: false,
  async *run(settings) {
    yield await reports(settings);
  },
} satisfies Suite;
