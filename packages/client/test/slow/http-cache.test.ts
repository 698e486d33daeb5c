import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleChunks } from '../../../bench/src/size/bundle.ts';
import { chromium, openPage, type Page } from '../../../sandbox/test/slow/browser.ts';

if (chromium === undefined) console.log('skipped: no Chromium on this machine (Debian: apt-get install chromium)');

/** Watches a job without waiting between polls, until its status is 15 or it has polled 40 times. */
const program = `
  import { basic } from '@syncline/auth';
  import { createV2Client } from '@syncline/client';
  globalThis.watch = async (cache) => {
    const every = 15_000;
    const end = new AbortController();
    let polls = 0;
    const clock = {
      now: () => performance.now(),
      date: () => Date.now(),
      wait: (ms, callback) => {
        const timer = setTimeout(callback, ms === every ? 0 : ms);
        if (ms === every && (polls += 1) === 40) end.abort();
        return () => clearTimeout(timer);
      },
    };
    const v2 = createV2Client({ baseUrl: location.origin, credential: basic({ username: 'ada', password: 'p' }), clock, cache });
    const seen = [];
    const until = ({ status }) => status === '15';
    for await (const { status } of v2.jobs.watchStatus('42', { every, until, signal: end.signal })) seen.push(status);
    return seen;
  };`;

let entry: string | undefined;
let requests = 0;
let server: Server;
let page: Page;
beforeAll(async () => {
  if (chromium === undefined) return;
  const options = { conditions: ['@syncline/source'], minify: false };
  const chunks = await bundleChunks(program, new URL('.', import.meta.url), options);
  server = createServer(({ url = '' }, response) => {
    const chunk = chunks.find(({ fileName }) => url === `/${fileName}`);
    if (url.startsWith('/v2/jobs/')) {
      requests += 1;
      // Without Cache-Control, a cache may reuse it for a tenth of its age (RFC 9111, section 4.2.2): here, a year.
      response.writeHead(200, { 'content-type': 'application/json', 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' });
      response.end(JSON.stringify([{ history_id: 'h1', status: String(requests) }]));
    } else {
      response.writeHead(200, { 'content-type': chunk === undefined ? 'text/html' : 'text/javascript' });
      response.end(chunk?.code ?? '<!doctype html><title>watch</title>');
    }
  });
  entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  if (chromium === undefined) return;
  await page.close();
  server.closeAllConnections();
  server.close();
});

const watch = (cache: string) =>
  page.evaluate<string[]>(`(async () => { await import('/${entry}'); return globalThis.watch(${cache}); })()`);

describe.skipIf(chromium === undefined)('a watch in Chromium, of a service that sends Last-Modified alone', () => {
  it('sees each of 14 changes with 15 requests', async () => {
    requests = 0;
    const seen = await watch('undefined');
    expect(seen).toEqual(Array.from({ length: 14 }, (_, index) => String(index + 2)));
    expect(requests).toBe(15);
  });

  it('reads the cache of the browser if the client leaves it to the platform', async () => {
    requests = 0;
    expect(await watch("'default'")).toEqual([]);
    expect(requests).toBe(1);
  });
});
