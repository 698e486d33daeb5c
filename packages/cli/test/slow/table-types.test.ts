import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../tables/compile.ts';
import { makeConsumer } from '../tables/consumer.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeConsumer();
});
afterAll(() => rm(folder, { recursive: true }));

const HEAD = `import { basic } from '@syncline/auth';
import { createODataClient, type ODataClient } from '@syncline/client';
import { odataTables, type ODataDecodedPaths, type ODataPaths } from './sync/index.ts';
const options = { baseUrl: 'https://a.test', credential: basic({ username: 'a', password: 'b' }) };
`;
const KEY = "const key = { params: { path: { JobName: 'a' } } };\n";

test('records and responses have the decoded types, and mistakes do not compile', async () => {
  expect(
    await compile(
      folder,
      `${HEAD}${KEY}
export const odata = createODataClient<ODataDecodedPaths>({ ...options, tables: odataTables });
export const inferred: ODataClient<ODataDecodedPaths> = createODataClient({ ...options, tables: odataTables });
export const read = async () => {
  const job = await odata.jobs.get('a');
  const archived: boolean | undefined = job.Archived;
  const bytes: bigint | undefined = job.Owner?.Bytes;
  const { Archived } = await odata.jobs.get('a', { select: ['Archived'] });
  for await (const run of odata.history.stream()) run.rows satisfies bigint | undefined;
  // @ts-expect-error a boolean string is decoded to a boolean
  job.Archived satisfies string;
  // @ts-expect-error the field does not exist
  job.Archive;

  const { data } = await odata.raw.GET("/jobs('{JobName}')/extra", key);
  data?.Bytes satisfies bigint | undefined;
  data?.Scheduled satisfies boolean | undefined;
  // @ts-expect-error an int64 is not a number
  data?.Bytes satisfies number | undefined;
  (await odata.raw.GET('/jobs')).data?.[0]?.Archived satisfies boolean | undefined;
  await odata.raw.POST("/jobs('{JobName}')/extra", { ...key, body: { force: true } });
  // @ts-expect-error the key is missing
  await odata.raw.GET("/jobs('{JobName}')/extra", {});
  // @ts-expect-error the path does not exist
  await odata.raw.GET('/job');
  // @ts-expect-error the path does not have this method
  await odata.raw.POST('/jobs');
  // @ts-expect-error the body does not have this value
  await odata.raw.POST("/jobs('{JobName}')/extra", { ...key, body: { force: 'yes' } });
  return { archived, bytes, Archived };
};
// @ts-expect-error the wire types are not the decoded types
createODataClient<ODataPaths>({ ...options, tables: odataTables });
`,
    ),
  ).toBe('');
});

test('filters, ordering and select know the fields of the overlay, and call and raw return the records', async () => {
  expect(
    await compile(
      folder,
      `${HEAD.replace(', type ODataClient', '').replace(', type ODataDecodedPaths, type ODataPaths', '')}${KEY}
import type { HistoryRecord, Job } from './sync/index.ts';
const odata = createODataClient({ ...options, tables: odataTables });
export const read = async () => {
  const rows = await odata.history.list({
    filter: (h) => h.rows.gt(5n).and(h.mode.eq('delta')).and(h.ended.lt(new Date())).and(h.details.contains('x')),
    orderBy: ['ended desc', 'rows'],
    select: ['rows', 'mode', 'partial'],
  });
  rows satisfies { rows?: bigint; mode?: string; partial?: boolean }[];
  for await (const { rows } of odata.history.stream({ orderBy: 'rows desc' })) rows satisfies bigint | undefined;
  await odata.connectors.list({ filter: (c) => c.connectorid.eq('a') });
  // @ts-expect-error the records do not have this property
  await odata.history.list({ orderBy: 'row desc' });
  // @ts-expect-error the job does not have this field
  await odata.jobs.get('a', { select: ['Archive'] });
  // @ts-expect-error a whole number is not compared with a text
  await odata.history.list({ filter: (h) => h.rows.gt('5') });
  // @ts-expect-error an instant is not compared with a text
  await odata.history.list({ filter: (h) => h.ended.lt('2026-01-01') });

  const job: Job = await odata.call('getExtra', { path: { JobName: 'a' } });
  const jobs: Job[] = await odata.call('listJobs');
  const word: string | undefined = await odata.call('startExtra', { path: { JobName: 'a' }, body: { force: true } });
  // @ts-expect-error the path parameter is missing
  await odata.call('getExtra');
  // @ts-expect-error the operation does not exist
  await odata.call('getExtras', { path: { JobName: 'a' } });

  const { data } = await odata.raw.GET("/jobs('{JobName}')/extra", key);
  const same: Job = data;
  const all: Job[] = (await odata.raw.GET('/jobs')).data;
  const history: HistoryRecord[] = (await odata.raw.request('get', '/history')).data;
  const mode: string | undefined = history[0]?.mode;
  const unit: string | undefined = data.ReplicateIntervalUnit;
  const text: string | undefined = (await odata.raw.GET('/jobs', { parseAs: 'text' })).data;
  return { job, jobs, word, same, all, mode, unit, text };
};
`,
    ),
  ).toBe('');
});

test('without tables the types are those of the published documents', async () => {
  expect(
    await compile(
      folder,
      `import type { Job, ODataPaths as OurPaths } from '@syncline/openapi';
import type { Client } from 'openapi-fetch';
${HEAD.replace('odataTables, type ODataDecodedPaths, ', '')}
export const odata: ODataClient = createODataClient(options);
export const raw: Client<OurPaths> = odata.raw;
export const job = async (): Promise<Job> => odata.jobs.get('a');
export const wire = createODataClient<ODataPaths>(options);
export const read = async () => {
  (await wire.raw.GET('/jobs')).data?.[0]?.Bytes satisfies number | undefined;
  // @ts-expect-error the documents do not have this path
  await odata.raw.GET('/jobs');
  // @ts-expect-error the documents do not have this field
  (await job()).Archived;
};
`,
    ),
  ).toBe('');
});
