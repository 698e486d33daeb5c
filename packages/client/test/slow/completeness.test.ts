import { describe, expect, it } from 'vitest';
import { createCloudClient, settle } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

/** Sends the text in small chunks, so that a stream decodes its beginning, its records and its end separately. */
const inChunks =
  (text: string, size: number): Reply =>
  () => {
    const bytes = new TextEncoder().encode(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    return new Response(
      new ReadableStream({ start: (to) => (chunks.forEach((chunk) => to.enqueue(chunk)), to.close()) }),
    );
  };
const list = async (text: string) => settle(inProcess([json(text)]).odata.history.list());
const stream = async (text: string, size: number) => {
  const records: unknown[] = [];
  const settled = await settle(
    (async () => {
      for await (const record of inProcess([inChunks(text, size)]).odata.history.stream()) records.push(record);
    })(),
  );
  return settled.ok ? { ok: true, data: records } : settled;
};
const long = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => ({ instanceid: `${id}` })));
/** Longer than what a stream buffers at once. */
const beginning = `"x":"${'y'.repeat(100_000)}"`;
/** A hundred thousand chunks of one byte would take seconds and test no more than chunks of seven bytes. */
const chunkSize = (text: string, size: number) => (text.length > 50_000 ? Math.max(size, 7) : size);

/** Bodies, each with the reason for which it is refused. */
const refused: readonly (readonly [string, string])[] = [
  ['{"value":[{"a":"1"}],"error":{"code":"E","message":"stopped"}}', 'service-error'],
  ['{"error":{"code":"E","message":"stopped"},"value":[{"a":"1"}]}', 'service-error'],
  ['{"value":[{"a":"1"}],"error":"stopped"}', 'service-error'],
  ['{"value":[],"error":{}}', 'service-error'],
  ['{"value":[{"a":"1"}],"value":[{"a":"2"}]}', 'shape'],
  ['{"value":[{"a":"1"},{"a":"2"},{"a":"3"}],"value":[]}', 'shape'],
  ['{"value":7,"value":[{"a":"1"}]}', 'shape'],
  ['{"value":[{"a":"1"}],"v\\u0061lue":[{"a":"2"}]}', 'shape'],
  ['{"v\\u0061lue":[{"a":"1"}],"value":[{"a":"2"}]}', 'shape'],
  ['{"value":[{"a":"1"}],"value"  \n :[{"a":"2"}]}', 'shape'],
  [`{"value":[{"a":"1"}],"value"${' '.repeat(1000)}:[{"a":"2"}]}`, 'shape'],
  ['{"@odata.count":3,"value":[{"a":"1"},{"a":"2"}]}', 'count'],
  ['{"value":[{"a":"1"},{"a":"2"}],"@odata.count":1}', 'count'],
  ['{"value":[{"a":"1"},{"a":"2"}],"@count":"5"}', 'count'],
  ['{"value":[],"odata.count":"many"}', 'count'],
  ['{"value":[{"a":"1"}],"@odata.nextLink":"?page=2"}', 'next-page'],
  ['{"@odata.nextLink":"?page=2","value":[{"a":"1"}]}', 'next-page'],
  ['{"value":[{"a":"1"}],"odata.nextLink":"?page=2"}', 'next-page'],
  ['{"value":[{"a":"1"}],"value@odata.nextLink":"?page=2"}', 'next-page'],
  ['{"value":[{"a":"1"},7]}', 'shape'],
  ['{"value":[{"a":"1"}', 'json'],
  ['[{"a":"1"},', 'json'],
  ['[{"a":"1"}]]', 'json'],
  [' \n ', 'json'],
  [' '.repeat(100_000), 'json'],
  ['', 'empty'],
  ['{}', 'shape'],
  [`{${beginning}}`, 'shape'],
  [`{${beginning},"error":{"code":"E"}}`, 'service-error'],
];
/** Complete bodies, each with its number of records. */
const whole: readonly (readonly [string, number])[] = [
  ['{"value":[{"a":"1"}],"error":null}', 1],
  ['{"value":[{"a":"1"}],"error":""}', 1],
  ['{"value":[{"a":"1"},{"a":"2"}],"@odata.count":2}', 2],
  ['{"@odata.count":"2","value":[{"a":"1"},{"a":"2"}]}', 2],
  ['{"value":[{"a":"1"}],"@odata.count":null,"@odata.nextLink":null}', 1],
  ['{"meta":{"value":[1]},"value":[{"value":"value","x":{"value":1}}],"more":["value"]}', 1],
  ['{"note":"\\"value\\":[{\\u0041","value":[{"a":"\\"value\\":"}]}', 1],
  [`{"@odata.count":500,"value":${long(500)}}`, 500],
  [`{${beginning},"value":[{"a":"1"}]}`, 1],
];

describe.each([1, 7, 64, 100_000])('a list, and a stream in chunks of %d bytes,', (size) => {
  it.each(
    refused.map(([text, reason]) => [text.slice(0, 100), reason, text]),
  )('refuse %s: %s', async (_, reason, text) => {
    const [listed, streamed] = [await list(text), await stream(text, chunkSize(text, size))];
    expect(listed.error).toMatchObject({ code: 'RESPONSE_FORMAT', reason });
    expect(streamed).toMatchObject({ ok: false, error: { reason, message: listed.error?.message } });
  });
  it.each(whole.map(([text, count]) => [text.slice(0, 100), count, text]))('read %s', async (_, count, text) => {
    const [listed, streamed] = [
      await list(text as string),
      await stream(text as string, chunkSize(text as string, size)),
    ];
    expect(listed.data).toHaveLength(count as number);
    expect(streamed).toEqual({ ok: true, data: listed.data });
  });
});

it('a stream keeps at most the maximum body size of a long beginning', async () => {
  const { odata } = inProcess([json(`{${beginning},"value":[]}`)], { maxBodyBytes: 50_000 });
  expect(await rejection(odata.history.stream().next())).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

describe('a query', () => {
  const query = (text: string) => createCloudClient(inProcess([json(text)]).options).query('SELECT 1');
  it.each([
    ['{"error":{"code":"E1","message":"no table"}}', 'E1 no table'],
    ['{"error":{}}', ''],
    ['{"rows":[],"error":{"message":"stopped"}}', 'stopped'],
    ['{"code":17,"message":"no","error":"Denied"}', '17 no'],
  ])('fails on the service’s error with a success status: %s', async (text, words) => {
    const error = await rejection(query(text));
    expect(error).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'service-error', operation: 'runQuery' });
    expect((error as Error).message).toMatch(new RegExp(`the body is an error: ${words}$`));
  });
  it('fails in the same way through `call`', async () => {
    const cloud = createCloudClient(inProcess([json('{"error":{}}')]).options);
    expect(await rejection(cloud.call('runQuery', { body: { query: 'SELECT 1' } }))).toMatchObject({
      reason: 'service-error',
    });
  });
  it.each([
    '{"error":null,"rows":[]}',
    '{"rows":[],"error":"in a column"}',
    '{"error":[]}',
  ])('returns data with a field called error: %s', async (text) => expect(await query(text)).toEqual(JSON.parse(text)));
});

describe('a failure', () => {
  const details = JSON.stringify(
    Array.from({ length: 3000 }, (_, index) => ({ code: `D${index}`, message: 'd'.repeat(30) })),
  );
  it.each([
    [
      'whose details go on',
      `{"error":{"code":"E1","message":"too many rows","details":${details}}}`,
      'E1',
      'too many rows',
    ],
    ['of the v2 interface', `{"code":17,"message":"no","error":"Denied","trace":"${'t'.repeat(99_999)}"}`, 17, 'no'],
    ['whose message goes on', `{"error":{"code":"E1","message":"${'m'.repeat(99_999)}"}}`, 'E1', 'm'.repeat(2000)],
    [
      'whose message is full of escapes',
      `{"error":{"code":"E1","message":"${'\\u00e4'.repeat(20_000)}"}}`,
      'E1',
      'ä'.repeat(2000),
    ],
    ['that is not JSON', `<html>${'x'.repeat(99_999)}`, undefined, undefined],
  ])('%s beyond 64 KiB keeps its code and message', async (_, text, serviceCode, serviceMessage) => {
    expect(text.length).toBeGreaterThan(64 * 1024);
    const { odata } = inProcess([json(text, 400)]);
    expect(await rejection(odata.history.list())).toMatchObject({ code: 'HTTP_ERROR', serviceCode, serviceMessage });
  });
});
