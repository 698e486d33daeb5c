import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { sandboxReport } from '../scripts/pictures/report.ts';
import { launch, skip } from './support/browser.ts';
import { assertWork, pageWork, type PageWork } from './support/page-work.ts';
import { serve } from './support/serve.ts';

/**
 * What a phone may have to do for a page of the site, a tenth more than the largest page of {@link pages} needs. The
 * work for styles and layout depends on the parts in which a page arrives, by half.
 */
const site: PageWork = {
  requests: 19,
  bytes: 166_000,
  elements: 1_900,
  styled: 6_000,
  laidOut: 4_000,
  calls: 1_000,
  shift: 10,
};

/** The report is one file. Its bytes and elements are those of the runs that it shows. */
const report: PageWork = {
  requests: 1,
  bytes: 72_000,
  elements: 3_050,
  styled: 800,
  laidOut: 1_000,
  calls: 10,
  shift: 10,
};

/** One page of each of the types that people read most; the operation is the one with most fields. */
const pages = [
  '/',
  '/recipes/failed-runs-of-the-last-24-hours/',
  '/reference/odata/list-history/',
  '/errors/HTTP_ERROR/',
  '/api/client/functions/createodataclient/',
];

/** Does what makes a page slow: reads the layout after each change, and calls functions. */
const slow = `<!doctype html><title>slow</title>${'<p>text</p>'.repeat(200)}<script src="/slow.js"></script>`;
const script = `const touch = (element, count) => { element.style.width = 100 + count + 'px'; return element.offsetHeight; };
for (let count = 0; count < 40; count++) for (const element of document.querySelectorAll('p')) touch(element, count);
requestAnimationFrame(() => document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 400px' })));`;

describe('what a phone has to do to show a page', { skip }, () => {
  let browser: Browser;
  let built: Awaited<ReturnType<typeof serve>>;
  let others: Server;
  let origin: string;
  before(async () => {
    built = await serve();
    const bodies: Readonly<Record<string, { type: string; body: Buffer }>> = {
      '/report': { type: 'text/html', body: gzipSync(await sandboxReport()) },
      '/slow': { type: 'text/html', body: gzipSync(slow) },
      '/slow.js': { type: 'text/javascript', body: gzipSync(script) },
    };
    others = createServer(({ url }, response) => {
      const found = bodies[url ?? ''];
      if (found === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': found.type, 'content-encoding': 'gzip' }).end(found.body);
    });
    await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await built.close();
    others.close();
    others.closeAllConnections();
  });

  for (const path of pages)
    test(`${path} is within the budget of the site`, async () =>
      assertWork(await pageWork(browser, built.origin + path), site));

  test('the report is within its budget', async () => assertWork(await pageWork(browser, `${origin}/report`), report));

  test('a page that reads its layout after each change is not', async () => {
    const work = await pageWork(browser, `${origin}/slow`);
    assert.throws(() => assertWork(work, site), /styled.*laidOut.*calls.*shift/s);
  });
});
