import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sandboxReport } from '../scripts/pictures/report.ts';
import { launch, skip } from './support/browser.ts';
import { assertWork, pageBudget, pageWork, type PageWork } from './support/page-work.ts';
import { serveTexts } from './support/serve-texts.ts';

/** The report is one file. Its bytes and elements are those of the runs that it shows. */
const report: PageWork = {
  requests: 1,
  bytes: 72_000,
  elements: 3_050,
  styled: 800,
  laidOut: 1_000,
  calls: 20,
  shift: 10,
};

/**
 * Does what makes a page slow: reads the layout after each change, calls functions, and moves what was painted. In the first
 * frame, nothing is painted yet, and nothing would count as moved.
 */
const slow = `<!doctype html><title>slow</title>${'<p>text</p>'.repeat(200)}<script src="/slow.js"></script>`;
const script = `const touch = (element, count) => { element.style.width = 100 + count + 'px'; return element.offsetHeight; };
for (let count = 0; count < 40; count++) for (const element of document.querySelectorAll('p')) touch(element, count);
const move = () => document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 400px' }));
requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(move)));`;

describe('what a phone has to do to show a page', { skip }, () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof serveTexts>>;
  before(async () => {
    pages = await serveTexts({ '/report': await sandboxReport(), '/slow': slow, '/slow.js': script });
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    pages.close();
  });

  test('is within the budget of the report', async () =>
    assertWork(await pageWork(browser, `${pages.origin}/report`), report, 'report'));

  test('is more than the budget of the site if the page reads its layout after each change', async () => {
    const work = await pageWork(browser, `${pages.origin}/slow`);
    assert.throws(() => assertWork(work, pageBudget(work), '/slow'), /styled.*laidOut.*calls.*shift/s);
  });
});
