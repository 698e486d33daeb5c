import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { makeConsumer } from './consumer.ts';

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
