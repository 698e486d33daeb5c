import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { launch, skip } from './support/browser.ts';
import { addresses } from './support/page-types.ts';
import { serve } from './support/serve.ts';

const width = 360;

/**
 * Finds whatever scrolls sideways or is cut off at the edge: the page, and each element in it. Code and diagrams may
 * scroll on their own, so that their text keeps its size, and so may the text of an input.
 */
const findWide = `(() => {
  const found = [];
  if (document.documentElement.scrollWidth > ${width}) found.push(\`the page is \${document.documentElement.scrollWidth} px wide\`);
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth <= 1 || element.closest('pre, svg, .diagram, input')) continue;
    const { overflowX, display, visibility } = getComputedStyle(element);
    if (overflowX === 'visible' || display === 'inline' || visibility === 'hidden') continue;
    const name = element.localName + (element.classList.length === 0 ? '' : '.' + [...element.classList].join('.'));
    found.push(\`\${name} has \${element.scrollWidth} px in \${element.clientWidth}: \${element.textContent.trim().slice(0, 60)}\`);
  }
  return found;
})()`;

describe(`at ${width} px`, { skip }, () => {
  test(`no page and no table of the ${addresses.length} pages scrolls sideways, and no script throws`, async () => {
    const site = await serve();
    const browser = await launch();
    try {
      const context = await browser.newContext({ viewport: { width, height: 800 }, serviceWorkers: 'block' });
      // The search is loaded when a page is idle and does not affect the layout.
      await context.addInitScript('window.requestIdleCallback = () => 0');
      const waiting = [...addresses];
      const problems: string[] = [];
      const visit = async (page: Page) => {
        page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`));
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
          await page.goto(`${site.origin}${path}`);
          problems.push(...((await page.evaluate(findWide)) as string[]).map((text) => `${path}: ${text}`));
        }
      };
      await Promise.all([1, 2, 3].map(async () => visit(await context.newPage())));
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});

describe('at 1440 px', { skip }, () => {
  test('no table of a page that is written by hand or from the documents, or of a generated type, is cut off', async () => {
    const site = await serve();
    const browser = await launch();
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
      await context.addInitScript('window.requestIdleCallback = () => 0');
      const page = await context.newPage();
      const problems: string[] = [];
      for (const path of addresses.filter((address) => !/^\/api\/(?!openapi\/interfaces\/)/.test(address))) {
        await page.goto(`${site.origin}${path}`);
        const cut = await page
          .locator('.table-box')
          .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth).filter((pixels) => pixels > 1));
        problems.push(...cut.map((pixels) => `${path}: ${pixels} px`));
      }
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
      await site.close();
    }
  });
});
