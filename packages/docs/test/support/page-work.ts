import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** What a browser does to show a page, as counts that are the same on a fast and on a slow machine. */
export interface PageWork {
  readonly requests: number;
  /** Compressed bytes of all responses, with their headers */
  readonly bytes: number;
  readonly elements: number;
  /** Elements whose style was computed, each time it was */
  readonly styled: number;
  /** Objects that were laid out, each time they were */
  readonly laidOut: number;
  /** Calls of JavaScript functions of the page */
  readonly calls: number;
  /** Cumulative layout shift, in thousandths */
  readonly shift: number;
}

/**
 * What a phone may have to do for a page of the site: a tenth more requests, bytes and elements than the longest pages
 * need. Styles and layout are computed again for each part in which a page arrives, up to 5 times the number of
 * elements, and scripts do more in a long page that arrives slowly. A script that reads the layout after each change
 * needs 40 times as much.
 */
export const pageBudget = ({ elements }: PageWork): PageWork => ({
  requests: 19,
  bytes: 173_000,
  elements: 10_400,
  styled: 12 * elements,
  laidOut: 12 * elements,
  calls: 4_000,
  shift: 10,
});

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number; readonly beginData?: { readonly dirtyObjects?: number } };
}

/** A phone of 412 × 823 pixels. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/** The cumulative layout shift of a page until now. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const resolveWith = (entries: readonly PerformanceEntry[]): void =>
          resolve(entries.reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
        const observer = new PerformanceObserver((list) => resolveWith(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // A browser may never be idle. What it has not passed to the observer by then counts, too.
        requestIdleCallback(() => setTimeout(() => resolveWith(observer.takeRecords())), { timeout: 1_000 });
      }),
  );

/** Opens a page in a new context on a {@link phone}, and counts until the network has been idle for half a second. */
export async function pageWork(browser: Browser, url: string): Promise<PageWork> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    // A live page that takes long to show on a busy machine would update itself, and be counted twice.
    await page.addInitScript(() => {
      window.setInterval = (() => 0) as never;
    });
    const session = await context.newCDPSession(page);
    let requests = 0;
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      requests++;
      bytes += encodedDataLength;
    });
    const events: TraceEvent[] = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const traced = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Network.enable');
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
    await page.goto(url, { waitUntil: 'networkidle' });
    const shift = await layoutShift(page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    const { result } = await session.send('Profiler.takePreciseCoverage');
    await session.send('Tracing.end');
    await traced;
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
    return {
      requests,
      bytes,
      elements,
      styled: sum(events.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0)),
      laidOut: sum(events.filter(({ name }) => name === 'Layout').map(({ args }) => args.beginData?.dirtyObjects ?? 0)),
      calls: sum(
        result
          .filter(({ url: source }) => source.startsWith(new URL(url).origin))
          .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0)),
      ),
      shift: Math.round(shift * 1_000),
    };
  } finally {
    await context.close();
  }
}

/** Asserts that no count exceeds its budget. */
export function assertWork(work: PageWork, budget: PageWork, page: string): void {
  const counts = Object.entries(work).map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
  console.log(`${page}: ${counts.join(', ')}`);
  const over = (Object.keys(budget) as (keyof PageWork)[])
    .filter((name) => work[name] > budget[name])
    .map((name) => `${name} ${work[name]}, budget ${budget[name]}`);
  assert.deepEqual(over, [], page);
}
