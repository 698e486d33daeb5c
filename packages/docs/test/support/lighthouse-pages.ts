import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sandboxReport } from '../../scripts/pictures/report.ts';
import { launch, skip } from './browser.ts';
import { asserted, assertScores, type FormFactor, least } from './lighthouse.ts';
import { serveTexts } from './serve-texts.ts';
import { serve } from './serve.ts';

const port = 41_000 + (process.pid % 1000);

/** One page of each of the types that people read most. The live page of the monitor is tested in monitor.test.ts. */
const pages = {
  start: '/',
  recipe: '/recipes/failed-runs-of-the-last-24-hours/',
  operation: '/reference/odata/list-history/',
  error: '/errors/HTTP_ERROR/',
  API: '/api/client/functions/createodataclient/',
};

/** Tests the scores of the site's pages and of a report. */
export function testScores(formFactor: FormFactor): void {
  describe(`on a ${formFactor}, Lighthouse scores ${least} or more in ${asserted(formFactor).join(', ')}`, {
    skip,
  }, () => {
    let browser: Browser;
    let site: Awaited<ReturnType<typeof serve>>;
    let reports: Awaited<ReturnType<typeof serveTexts>>;
    before(async () => {
      site = await serve();
      reports = await serveTexts({ '/': await sandboxReport() });
      browser = await launch([`--remote-debugging-port=${port}`]);
    });
    after(async () => {
      await browser.close();
      await site.close();
      reports.close();
    });

    for (const [type, path] of Object.entries(pages))
      test(type, () => assertScores(`${site.origin}${path}`, port, formFactor));

    // The content security policy of the report forbids every request, including Lighthouse's for robots.txt.
    test('report', () => assertScores(`${reports.origin}/`, port, formFactor, ['robots-txt']));
  });
}
