import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleChunks, firstOf } from '../../../bench/src/size/bundle.ts';
import type * as Client from '../../src/index.ts';
import { json, rejection, type Reply, replying } from '../support/in-process.ts';

let folder: string;
let client: typeof Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  const program = `
    export * from '@syncline/client';
    export { clientCredentials } from '@syncline/auth';`;
  const conditions = ['@syncline/source'];
  const chunks = await bundleChunks(program, new URL('.', import.meta.url), { conditions, minify: false });
  for (const { fileName, code } of firstOf(chunks)) writeFileSync(join(folder, fileName), code);
  const entry = chunks.find(({ isEntry }) => isEntry);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  client = (await import(pathToFileURL(join(folder, entry?.fileName ?? '')).href)) as typeof Client;
});
afterAll(() => rmSync(folder, { recursive: true }));

const records = json([]);
const job = json({ JobName: 'a', Scheduled: 'true' });
const html: Reply = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const moved = json('', 302, { location: '/moved' });

/** Every call that loads a part of the client, with what the service returns. */
const calls: Readonly<
  Record<string, readonly [reply: Reply, call: (options: Client.ClientOptions) => Promise<unknown>]>
> = {
  'the decode tables of a job': [job, (options) => client.createODataClient(options).jobs.get('a')],
  'a stream': [records, (options) => client.createODataClient(options).history.stream().next()],
  split: [
    records,
    (options) =>
      client.createODataClient(options).history.list({ split: true, filter: (h) => h.connectorid.in(['a']) }),
  ],
  call: [records, (options) => client.createODataClient(options).call('listHistory')],
  raw: [records, (options) => client.createODataClient(options).raw.GET('/history', {})],
  'a body': [records, (options) => client.createCloudClient(options).query('SELECT 1')],
  pages: [records, (options) => client.createODataClient({ ...options, pages: 'follow' }).history.list()],
  'withResponse()': [records, (options) => client.createODataClient(options).history.list().withResponse()],
  'an unusual response': [json({ records: [] }), (options) => client.createODataClient(options).history.list()],
  'a response that is not JSON': [html, (options) => client.createODataClient(options).history.list()],
  'a redirect': [moved, (options) => client.createODataClient(options).history.list()],
  'a date in Retry-After': [
    json({}, 503, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }),
    (options) => client.createODataClient(options).history.list(),
  ],
  'the tracing of an attempt': [
    records,
    (options) => client.createODataClient({ ...options, traceAttempt: (_, send) => void send() }).history.list(),
  ],
  'a token': [
    records,
    (options) => {
      const { clientCredentials } = client as never as typeof import('@syncline/auth');
      const credential = clientCredentials({ authUrl: 'https://auth.example', clientId: 'a', clientSecret: 'secret' });
      return client.createODataClient({ ...options, credential }).history.list();
    },
  ],
};

describe('a part of the client that does not load is a NetworkError that says so', () => {
  it.each(Object.entries(calls))('%s', async (_, [reply, call]) => {
    const { transport } = replying(reply);
    const options = { baseUrl: 'https://api.example', credential: basic({ username: 'ada', password: 'secret' }) };
    const error = await rejection(call({ ...options, fetch: transport, retry: 0 }));
    expect(error).toMatchObject({ name: 'NetworkError', code: 'NETWORK_ERROR', reason: 'ERR_MODULE_NOT_FOUND' });
    expect(client.isNetworkError(error)).toBe(true);
    expect((error as Error).message).toMatch(/^(GET|POST|import) \S+: part of the client did not load/);
    expect((error as Error).message).toContain('@syncline/client/bundled');
  });
});
