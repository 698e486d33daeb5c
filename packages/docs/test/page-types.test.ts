import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe, test } from 'node:test';
import { violationsOf } from './support/axe.ts';
import { skip } from './support/browser.ts';
import { addressesByType } from './support/page-types.ts';
import { assertWork, layoutShift, pageBudget, pageWork, phone } from './support/page-work.ts';
import { dist } from './support/serve.ts';
import { useSite } from './support/use-site.ts';

const sizeOf = (address: string) => statSync(new URL(`.${address.replace(/\/$/, '/index.html')}`, dist)).size;
/** The longest page of each type, and one of median length. */
const types = [...addressesByType()].map(([type, addresses]) => {
  const bySize = addresses.toSorted((left, right) => sizeOf(right) - sizeOf(left));
  return { type, longest: bySize[0]!, typical: bySize[Math.floor(bySize.length / 2)]! };
});

/** Finds controls that Tab does not reach, and elements that do not show that they have the focus. */
const watchFocus = `
  const reached = new Set();
  const unmarked = new Set();
  const nameOf = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 90);
  document.addEventListener('focusin', ({ target }) => {
    reached.add(target);
    const { outlineStyle, boxShadow } = getComputedStyle(target);
    if (outlineStyle === 'none' && boxShadow === 'none') unmarked.add(nameOf(target));
  });
  const usable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.disabled &&
      element.tabIndex >= 0 &&
      !(element.type === 'radio' && !element.checked),
  );
  window.focusReport = () => ({
    missing: usable.filter((element) => element.isConnected && !reached.has(element)).map(nameOf),
    unmarked: [...unmarked],
  });
  document.querySelectorAll('[tabindex="0"]').length + usable.length;
`;

describe('each type of page', { skip }, () => {
  const site = useSite();

  for (const { type, longest, typical } of types)
    test(`${type}: axe finds nothing, narrow and light, wide and dark`, async () => {
      const problems: string[] = [];
      for (const [path, width, colorScheme] of [
        [typical, 360, 'light'],
        [longest, 1440, 'dark'],
      ] as const) {
        const page = await site.visit(path, { width, colorScheme });
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          problems.push(`${path} is wider than ${width} px`);
        problems.push(...(await violationsOf(page)).map((violation) => `${path} ${width}: ${violation}`));
      }
      assert.deepEqual(problems, []);
    });

  for (const { type, longest } of types)
    test(`${type}: a phone shows the longest page within the budget`, async () => {
      const work = await pageWork(site.browser(), site.origin + longest);
      assert.ok(work.bytes > 10_000, `${longest}: ${work.bytes} B`);
      assertWork(work, pageBudget(work), longest);
    });

  for (const { type, longest } of types)
    test(`${type}: a font that arrives after the page was drawn moves nothing`, async () => {
      const page = await site.browser().newPage(phone);
      const drawn = Promise.withResolvers<void>();
      await page.route('**/*.woff2', (route) => drawn.promise.then(() => route.continue()));
      await page.goto(site.origin + longest, { waitUntil: 'commit' });
      await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
      const fonts = page.waitForLoadState('networkidle');
      drawn.resolve();
      await fonts;
      const shift = await layoutShift(page);
      await page.close();
      assert.equal(shift, 0, longest);
    });

  test('the fallback of the text font breaks the lines of the start page as the font does', async () => {
    const heights: unknown[] = [];
    for (const isBlocked of [false, true]) {
      const page = await site.browser().newPage(phone);
      if (isBlocked) await page.route('**/*.woff2', (route) => route.abort());
      await page.goto(site.origin, { waitUntil: 'networkidle' });
      const isShown = await page.evaluate("document.fonts.check('16px \\'Hanken Grotesk\\'')");
      assert.equal(isShown, !isBlocked);
      heights.push(
        await page.evaluate("[...document.querySelectorAll('.claim, .about')].map((text) => text.offsetHeight)"),
      );
      await page.close();
    }
    assert.equal((heights[0] as unknown[]).length, 2);
    assert.deepEqual(heights[1], heights[0]);
  });

  for (const { type, typical } of types)
    test(`${type}: Tab reaches every control, and the focus is visible`, async () => {
      const page = await site.visit(typical);
      const stops = (await page.evaluate(watchFocus)) as number;
      for (let press = 0; press < stops + 10; press++) await page.keyboard.press('Tab');
      const report = await page.evaluate('focusReport()');
      assert.deepEqual(report, { missing: [], unmarked: [] }, typical);
    });
});
