import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type ListeningSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModules } from '../../../../scripts/build/modules.ts';
import { bundleChunks } from '../../../bench/src/size/bundle.ts';
import { chromium, openPage, type Page } from '../../../sandbox/test/slow/browser.ts';

if (chromium === undefined) console.log('skipped: no Chromium on this machine (Debian: apt-get install chromium)');

const sandbox = createSandbox({
  cors: 'loopback',
  data: {
    jobs: [{ JobName: 'Nightly', JobId: 'j1', Scheduled: 'true' }],
    history: [
      { runstartdate: '2026-01-01T00:00:00Z', connectorid: 'a', instanceid: '1' },
      { runstartdate: '2026-01-02T00:00:00Z', connectorid: 'b', instanceid: '2' },
    ],
    connectors: [{ connectorid: 'a' }],
    workspaces: [{ id: 'w1', name: 'One' }],
    jobStatus: { j1: [{ history_id: 'h1', status: 'SUCCESS' }] },
    taskHistory: { 't1/k1': [{ task_id: 'k1', status: 'SUCCESS' }] },
  },
});

const good = {
  getJob: 'a boolean',
  listHistory: '2 records',
  'listHistory, streamed': 'a object',
  'listHistory, split': '2 records',
  listConnectors: '1 records',
  listWorkspaces: '1 records',
  listJobStatus: '1 records',
  'listJobStatus of many': 'a object',
  listTaskHistory: '1 records',
  'runQuery, with createToken': '1 records',
  'call by id': '1 records',
  raw: 'a number',
  'with its response': 'a number',
};

/** A program of a host, from the entries that load parts later. */
const split = (start: string) => `
  import * as auth from '@syncline/auth';
  import * as client from '@syncline/client';
  import { makeCalls } from './browser/calls.ts';
  ${start}`;
/** The same from the entries that have everything, which the browser itself imports. */
const whole = (calls: string, start: string) => `
  import * as auth from '/whole/auth.js';
  import * as client from '/whole/client.js';
  ${calls}
  ${start}`;
/** The same, which a bundler bundles again. */
const wholeBundled = (dist: string, start: string) => `
  import * as auth from '${dist}/auth/whole/index.js';
  import * as client from '${dist}/client/whole/index.js';
  import { makeCalls } from './browser/calls.ts';
  ${start}`;
const onMessage = `
  addEventListener('message', ({ data, ports }) =>
    makeCalls(client, auth, data).catch(String).then((results) => (ports[0] ?? globalThis).postMessage(results)));`;
const inPage = 'globalThis.makeCalls = (service) => makeCalls(client, auth, service);';

const files = new Map<string, string>();
let folder: string;
let server: Server;
let origin: string;
let listening: ListeningSandbox;
let page: Page;

beforeAll(async () => {
  if (chromium === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  const packageOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
  for (const name of ['client', 'auth']) {
    await buildModules(packageOf(name), join(folder, name));
    // As in the manifests of both packages.
    writeFileSync(join(folder, name, 'package.json'), '{"type":"module","sideEffects":false}');
    files.set(`/whole/${name}.js`, readFileSync(join(folder, name, 'whole', 'index.js'), 'utf8'));
  }
  const bundle = async (path: string, program: string) => {
    const options = { conditions: ['@syncline/source'], minify: false };
    for (const { fileName, code, isEntry } of await bundleChunks(
      program,
      new URL('../hosts/', import.meta.url),
      options,
    ))
      files.set(`/${path}/${isEntry ? 'index.js' : fileName}`, code.replaceAll('program.js', 'index.js'));
  };
  await bundle('page', split(inPage));
  await bundle('worker', split(onMessage));
  await bundle('bundled-worker', wholeBundled(folder, onMessage));
  await bundle('calls', `export { makeCalls } from './browser/calls.ts';`);
  const calls = (files.get('/calls/index.js') as string).replace(/^export .*$/m, '');
  files.set('/whole/worker.js', whole(calls, onMessage));
  server = createServer(({ url = '' }, response) => {
    const code = files.get(url);
    response.writeHead(code === undefined && url !== '/' ? 404 : 200, {
      'content-type': url === '/' ? 'text/html' : 'text/javascript',
    });
    response.end(code ?? '<!doctype html><title>hosts</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  listening = await sandbox.listen();
  page = await openPage(`${origin}/`);
});
afterAll(async () => {
  if (chromium === undefined) return;
  await page.close();
  server.closeAllConnections();
  server.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Makes the calls in a host: an expression of the page that has the service in `service`. */
const callsIn = (expression: string): Promise<Record<string, string>> => {
  const { basic, serviceAccount } = sandbox.credentials;
  const service = JSON.stringify({ ...listening.urls, basic, serviceAccount });
  return page.evaluate(`(async () => { const service = ${service}; return ${expression}; })()`);
};
/** Registers a service worker at a path of its own, waits until it is active and sends it the service. */
const inServiceWorker = (script: string) => `await (async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.register('${script}', { type: 'module' });
  const worker = installing ?? waiting ?? active;
  const { port1, port2 } = new MessageChannel();
  const results = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  worker.postMessage(service, [port2]);
  return results;
})()`;

describe.skipIf(chromium === undefined)('all eight calls in Chromium', () => {
  it('in a page, which loads parts of the client later', async () => {
    expect(await callsIn("await import('/page/index.js').then(() => makeCalls(service))")).toEqual(good);
  });

  it('in a dedicated worker, which loads parts of the client later', async () => {
    const results = await callsIn(`await new Promise((resolve) => {
      const worker = new Worker('/worker/index.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage(service);
    })`);
    expect(results).toEqual(good);
  });

  it('in a module service worker, from the entry that loads nothing later', async () => {
    expect(files.get('/whole/client.js')).not.toMatch(/\bimport\(/);
    expect(files.get('/whole/auth.js')).not.toMatch(/\bimport\(/);
    expect(await callsIn(inServiceWorker('/whole/worker.js'))).toEqual(good);
  });

  it('in a module service worker that was bundled from the entry that loads nothing later', async () => {
    expect(files.get('/bundled-worker/index.js')).not.toMatch(/\bimport\(/);
    expect(await callsIn(inServiceWorker('/bundled-worker/index.js'))).toEqual(good);
  });

  it('in a module service worker, the entry that loads parts later says what to import instead', async () => {
    const results = await callsIn(inServiceWorker('/worker/index.js'));
    const failed = Object.entries(results).filter(([name, result]) => result !== good[name as keyof typeof good]);
    expect(failed.map(([name]) => name)).toContain('getJob');
    for (const [, message] of failed) {
      expect(message).toMatch(/^NETWORK_ERROR: .*part of the client did not load/);
      expect(message).toContain('@syncline/client/bundled');
    }
  });
});
