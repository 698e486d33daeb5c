/**
 * Takes pictures of the built site, to look at and for the README. `npm run pictures -- FOLDER` writes six pages at two
 * widths, light and dark, into the folder; `npm run pictures -- --readme` instead writes the report for the README and the start
 * page into `screenshots/`. Needs `npm run build` and Chromium.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launch, skip } from '../test/support/browser.ts';
import { serve } from '../test/support/serve.ts';
import { sandboxReport } from './pictures/report.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

const paths = {
  start: '/',
  recipe: '/recipes/failed-runs-of-the-last-24-hours/',
  operation: '/reference/odata/list-history/',
  error: '/errors/HTTP_ERROR/',
  report: 'report',
  rules: '/reference/lint-rules/',
};
const all: readonly Picture[] = Object.entries(paths).flatMap(([name, path]) =>
  [1440, 360].flatMap((width) =>
    (['light', 'dark'] as const).map((theme) => ({ name: `${name}-${width}-${theme}`, path, width, theme })),
  ),
);
const readme: readonly Picture[] = [{ name: 'report', path: paths.report, width: 1440, theme: 'light' }];
/** The quality of a WebP picture, at which no letter has a halo. */
const quality = 86;

const [argument] = process.argv.slice(2);
if (argument === undefined || skip !== false)
  throw new Error(argument === undefined ? 'Name the folder to write to, or --readme.' : String(skip));
const isReadme = argument === '--readme';
const folder = isReadme
  ? new URL('../screenshots/', import.meta.url)
  : pathToFileURL(`${resolve(process.env['INIT_CWD'] ?? process.cwd(), argument)}/`);
const format = isReadme ? 'webp' : 'png';
if (isReadme) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = await serve();
const report = await sandboxReport();
const browser = await launch();
try {
  for (const picture of isReadme ? readme : all) {
    const bytes = await take(browser, picture);
    const file = `${picture.name}.${format}`;
    writeFileSync(new URL(file, folder), bytes);
    console.log(`${file} ${(bytes.length / 1000).toFixed(1)} kB`);
  }
} finally {
  await browser.close();
  await site.close();
}

async function take(browser: Browser, { path, width, theme }: Picture): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    deviceScaleFactor: width < 600 ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.route('**/report', (route) => route.fulfill({ contentType: 'text/html', body: report }));
  await page.goto(new URL(path, site.origin).href, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format, ...(isReadme ? { quality } : {}) });
  await context.close();
  return Buffer.from(data, 'base64');
}
