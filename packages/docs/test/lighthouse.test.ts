import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sandboxReport } from '../scripts/pictures/report.ts';
import { launch, skip } from './support/browser.ts';
import { assertScores } from './support/lighthouse.ts';
import { serveTexts } from './support/serve-texts.ts';
import { serve } from './support/serve.ts';

const port = 41_000 + (process.pid % 1000);

/** One page of each of the types that people read most. The live page of the monitor is tested in monitor.test.ts. */
const pages = {
  start: '/',
  recipe: '/recipes/failed-runs-of-the-last-24-hours/',
  operation: '/reference/odata/list-history/',
  error: '/errors/HTTP_ERROR/',
  API: '/api/client/functions/createodataclient/',
};

describe('Lighthouse scores 95 or more, except for performance on a phone', { skip }, () => {
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
    for (const formFactor of ['phone', 'desktop'] as const)
      test(`${type}, ${formFactor}`, () => assertScores(`${site.origin}${path}`, port, formFactor));

  // The content security policy of the report forbids every request, including Lighthouse's for robots.txt.
  for (const formFactor of ['phone', 'desktop'] as const)
    test(`report, ${formFactor}`, () => assertScores(`${reports.origin}/`, port, formFactor, ['robots-txt']));
});
