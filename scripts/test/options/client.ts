import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic } from '@syncline/auth';
import { createCloudClient, createODataClient, createV2Client, type Transport } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import { traceCalls } from '@syncline/client/opentelemetry';
import { createRecorder } from '@syncline/client/recorder';
import { verifyReads } from '@syncline/client/verify';
import { onTestFinished } from 'vitest';
import type { PackageOptions } from './scenarios.ts';

const transport: Transport = (url) => {
  const body = /jobs\('|\/v2\/jobs\//.test(url) ? { status: 'done' } : [];
  return Promise.resolve(
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }) as never,
  );
};
const good = {
  baseUrl: 'https://api.example',
  credential: basic({ username: 'ada', password: 'secret' }),
  fetch: transport,
};
const odata = () => createODataClient(good);
const v2 = () => createV2Client({ ...good, workspacesFilterParameter: 'filter' });
const cloud = () => createCloudClient(good);
const file = () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a.har');
};

export const client: PackageOptions = {
  scenarios: {
    createODataClient: (more) => createODataClient({ ...good, ...more }),
    createV2Client: (more) => createV2Client({ ...good, ...more }),
    createCloudClient: (more) => createCloudClient({ ...good, ...more }),
    createNodeTransport: (more) => createNodeTransport(more).close(),
    traceCalls: (more) => traceCalls(more),
    createRecorder: (more) => createRecorder({ file: file(), ...more }),
    'createODataClient().jobs.get': (more) => odata().jobs.get('a', more),
    'createODataClient().history.list': (more) => odata().history.list(more),
    'createODataClient().history.stream': (more) => odata().history.stream(more).next(),
    'createODataClient().connectors.list': (more) => odata().connectors.list(more),
    'createODataClient().connectors.stream': (more) => odata().connectors.stream(more).next(),
    'createODataClient().call': (more) => odata().call('listHistory', more),
    'createODataClient().call.query': (more) => odata().call('listHistory', { query: more }),
    'createODataClient().call.path': (more) => odata().call('getJob', { path: { JobName: 'a', ...more } }),
    'createODataClient().raw.GET': (more) => odata().raw.GET('/history', more as never),
    'createODataClient().raw.request': (more) => odata().raw.request('get', '/history', more as never),
    'createV2Client().workspaces.list': (more) => v2().workspaces.list(more),
    'createV2Client().jobs.status': (more) => v2().jobs.status('a', more),
    'createV2Client().jobs.watchStatus': (more) => {
      const changes = v2().jobs.watchStatus('a', { every: 1, ...more });
      return changes[Symbol.asyncIterator]().next();
    },
    'createV2Client().jobs.statusOfMany': (more) => v2().jobs.statusOfMany(['a'], more).next(),
    'createV2Client().transformations.taskHistory': (more) => v2().transformations.taskHistory('a', 'b', more),
    'createV2Client().call': (more) => v2().call('listWorkspaces', more),
    'createCloudClient().query': (more) => cloud().query('SELECT 1', more),
    'createCloudClient().call': (more) => cloud().call('runQuery', { body: { query: 'SELECT 1' }, ...more }),
    'verifyReads().history.list': (more) =>
      verifyReads(odata()).history.list({ orderBy: 'runstartdate', ...more, verify: true }),
    'verifyReads().history.list.verify': (more) =>
      verifyReads(odata()).history.list({
        filter: (h) => h.details.eq('a'),
        verify: { collation: 'exact', ...more },
      }),
  },
  withoutOptions: {
    'takes a client and a text': ['cloudQueries', 'odataQueries', 'v2Queries'],
    'takes a promise': ['settle'],
    'takes a client': ['verifyReads'],
  },
};
