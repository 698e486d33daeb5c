import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Marks one element for each look of text: the tags, classes and backgrounds from the root to the text, and its color
 * and font. A reference page has thousands of texts, but about a hundred looks.
 */
const markLooks = `
  const surroundings = new Map();
  const surroundingsOf = (element) => {
    if (element === null) return '';
    const known = surroundings.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = [element.localName, element.className, backgroundColor, backgroundImage, opacity].join();
    const all = surroundingsOf(element.parentElement) + ' > ' + own;
    surroundings.set(element, all);
    return all;
  };
  const looks = new Set();
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const look = [surroundingsOf(element), color, fontSize, fontWeight].join();
    if (looks.has(look)) continue;
    looks.add(look);
    element.setAttribute('data-look', '');
  }
`;

/**
 * The rules of axe that a page breaks, each with its impact and up to three elements. axe would describe every element
 * that passes, too, which takes 40 % of the time on a long page. It would compute the contrast of every text, which
 * takes two thirds of what is left, so it does for one text of each look.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(`(async () => {
    ${markLooks}
    const resultTypes = ['violations'];
    const all = await axe.run({ resultTypes, rules: { 'color-contrast': { enabled: false } } });
    const contrast = await axe.run({ include: ['[data-look]'] }, { resultTypes, runOnly: ['color-contrast'] });
    return [...all.violations, ...contrast.violations].map(({ id, impact, nodes }) =>
      [impact, id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' ').replaceAll(' data-look=""', ''));
  })()`);
}
