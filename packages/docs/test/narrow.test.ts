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

/** Shows pages of the site, two at a time, and returns what is wrong with them, each with the address of its page. */
async function visit(
  paths: readonly string[],
  viewport: { readonly width: number; readonly height: number },
  check: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const site = await serve();
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    // The search is loaded when a page is idle and does not affect the layout.
    await context.addInitScript('window.requestIdleCallback = () => 0');
    const waiting = [...paths];
    const problems: string[] = [];
    const visitNext = async (page: Page) => {
      page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`));
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        await page.goto(`${site.origin}${path}`);
        problems.push(...(await check(page)).map((text) => `${path}: ${text}`));
      }
    };
    await Promise.all([1, 2].map(async () => visitNext(await context.newPage())));
    return problems;
  } finally {
    await browser.close();
    await site.close();
  }
}

describe(`at ${width} px`, { skip }, () => {
  test(`no page and no table of the ${addresses.length} pages scrolls sideways, and no script throws`, async () => {
    assert.deepEqual(await visit(addresses, { width, height: 800 }, (page) => page.evaluate(findWide)), []);
  });
});

describe('at 1440 px', { skip }, () => {
  test('no table of a page that is written by hand or from the documents, or of a generated type, is cut off', async () => {
    const paths = addresses.filter((address) => !/^\/api\/(?!openapi\/interfaces\/)/.test(address));
    const cut = (page: Page) =>
      page
        .locator('.table-box')
        .evaluateAll((boxes) =>
          boxes.map((box) => box.scrollWidth - box.clientWidth).flatMap((pixels) => (pixels > 1 ? `${pixels} px` : [])),
        );
    assert.deepEqual(await visit(paths, { width: 1440, height: 900 }, cut), []);
  });
});
