import { basic } from '@syncline/auth';
import { createODataClient, type Transport } from '@syncline/client';
import { compare } from '../harness/compare.ts';
import { peer, versionOf } from '../harness/peers.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';
import { historyRecords, job } from '../servers/records.ts';

const count = 1000;

/** A thousand jobs with every field. Optionally, their int64 values exceed 2^53. */
const jobs = (isUnsafe: boolean): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      ...job,
      RowVersion: isUnsafe ? `#${2n ** 53n + BigInt(2 * index + 1)}#` : index,
      SnapshotSize: isUnsafe ? `#${2n ** 60n + BigInt(index)}#` : index,
    })),
  ).replace(/"#(\d+)#"/g, '$1');

/**
 * Only the client's decoding of a collection. A list of jobs uses the same function for each record as a single job.
 * After an unusual response, such as one with int64 values beyond 2^53, a client reads the next ones with the careful
 * reader from the start.
 */
const decoder = async (record: string): Promise<(text: string) => unknown> => {
  const load = (name: string) => import(new URL(`../../../client/src/decode/${name}.ts`, import.meta.url).href);
  const { decodeOperation } = (await load('operation')) as {
    decodeOperation(operation: object, settings: object): (response: object, context: object) => unknown;
  };
  const { decodeOrdinary } = (await load('ordinary-records')) as { decodeOrdinary: object };
  const { odataTables } = await import('@syncline/openapi');
  const settings = { undecodable: 'throw', tables: { ...odataTables, decodeOrdinary } };
  const decode = decodeOperation({ response: { kind: 'collection', record } }, settings);
  const context = { receive: (step: () => Promise<unknown>) => step(), request: { url: 'http://localhost' } };
  const headers = new Headers();
  return (text) => decode({ isEmpty: false, size: 0, headers, text: () => text }, context);
};

/** A whole call, with a transport that already has the bytes. This shows what the client adds to parsing. */
const wholeCall = (text: string): (() => Promise<unknown>) => {
  const bytes = new TextEncoder().encode(text);
  const transport: Transport = async () =>
    new Response(bytes, { headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) } });
  const odata = createODataClient({
    baseUrl: 'http://localhost',
    credential: basic({ username: 'ada', password: 'secret' }),
    fetch: transport,
  });
  return () => odata.history.list();
};

const decodeJobs = async (title: string, isUnsafe: boolean, limit: number, settings: Settings): Promise<Table> => {
  const decode = await decoder('Job');
  const lossless = await peer<{ parse(text: string): unknown }>('lossless-json');
  const bigint = await peer<{ default: { parse(text: string): unknown } }>('json-bigint');
  const text = jobs(isUnsafe);
  // The first response may load the careful reader.
  await decode(text);
  return compare(
    {
      title,
      unit: 'records/s',
      baseline: 'JSON.parse',
      work: count,
      contenders: [
        { name: 'JSON.parse', run: () => JSON.parse(text) as unknown },
        { name: '@syncline/client', run: () => decode(text) },
        { name: 'lossless-json', version: versionOf('lossless-json'), run: () => lossless.parse(text) },
        { name: 'json-bigint', version: versionOf('json-bigint'), run: () => bigint.default.parse(text) },
      ],
      goals: (ratio) => [
        goal(`≤ ${limit} × the time of JSON.parse`, 1 / ratio('@syncline/client'), limit, { atMost: true }),
      ],
    },
    settings,
  );
};

async function* tables(settings: Settings): AsyncGenerator<Table> {
  yield await decodeJobs('1,000 jobs, no int64 beyond 2^53', false, 1.2, settings);
  yield await decodeJobs('1,000 jobs, every int64 beyond 2^53', true, 2.8, settings);
  const decode = await decoder('HistoryRecord');
  const text = JSON.stringify(historyRecords(count));
  yield await compare(
    {
      title: '1,000 history records',
      unit: 'records/s',
      baseline: 'JSON.parse',
      work: count,
      contenders: [
        { name: 'JSON.parse', run: () => JSON.parse(text) as unknown },
        { name: '@syncline/client', run: () => decode(text) },
        { name: '@syncline/client, the whole call', run: wholeCall(text) },
      ],
      goals: (ratio) => [goal('≤ 1.2 × the time of JSON.parse', 1 / ratio('@syncline/client'), 1.2, { atMost: true })],
    },
    settings,
  );
}

const suite: Suite = { title: 'Decoding', run: tables };
export default suite;
