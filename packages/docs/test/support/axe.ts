import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules of axe that a page breaks, each with its impact and up to three elements. axe would describe every element
 * that passes, too, which takes 40 % of the time on a long page.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => [impact, id, ...nodes.slice(0, 3).map(({ html }) => html)].join(' ')))`);
}
