import { describe, expect, it } from 'vitest';
import { type ClientOptions, createCloudClient, createODataClient } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

const bytes =
  (...values: number[]): Reply =>
  () =>
    new Response(new Uint8Array(values));
const list = (reply: Reply, options?: Partial<ClientOptions>) => inProcess([reply], options).odata.history.list();
const job = (reply: Reply, options?: Partial<ClientOptions>) => inProcess([reply], options).odata.jobs.get('a');
const query = (reply: Reply) => createCloudClient(inProcess([reply]).options).query('SELECT 1');
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const nextPage = "the list continues on another page: set pages to 'follow' to read it";
const said = (words: string) => `the status is a success, but the body is an error: ${words}`;

describe('a success status with an error', () => {
  it.each([
    ['empty', '', '200 without a body'],
    ['json', '<html>', 'the body is not JSON'],
    ['json', '[', 'the body is not JSON'],
    ['shape', '7', 'the body is not a list of records'],
    ['shape', 'null', 'the body is not a list of records'],
    ['shape', '{}', 'the body is not a list of records'],
    ['shape', '{"value":{}}', 'the body is not a list of records'],
    ['shape', '[{},7]', 'an item of the list is not a record'],
    ['shape', '[{},null]', 'an item of the list is not a record'],
    ['shape', '{"value":[[]]}', 'an item of the list is not a record'],
    ['service-error', '{"error":{"code":"A","message":"b"}}', said('A b')],
    ['service-error', '{"error":{"code":"","message":"b"}}', said('b')],
    ['service-error', '{"error":{"code":17}}', said('17')],
    ['service-error', '{"error":"no"}', said('no')],
    ['service-error', `{"error":{"message":"${'x'.repeat(600)}"}}`, said('x'.repeat(500))],
    ['service-error', '{"error":{"message":"not secret, says ada"}}', said('not [redacted], says ada')],
    ['next-page', '{"value":[],"@odata.nextLink":"https://api.example/app/history?page=2"}', nextPage],
    ['next-page', '{"value":[],"@nextLink":"2"}', nextPage],
  ])('for a list: %s: %s', async (reason, body, message) => {
    expect(await rejection(list(json(body)))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason,
      message: `GET /app/history: ${message}`,
    });
  });
  it.each([
    ['empty', '', '200 without a body'],
    ['shape', '[]', 'the body is not a record'],
    ['shape', 'null', 'the body is not a record'],
    ['shape', '"text"', 'the body is not a record'],
    ['service-error', '{"error":{"code":"A","message":"b"}}', said('A b')],
  ])('for a record: %s: %s', async (reason, body, message) => {
    expect(await rejection(job(json(body)))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason,
      message: `GET /app/jobs('a'): ${message}`,
    });
  });
  it.each([
    ['empty', ''],
    ['json', 'no'],
  ])('for a query: %s', async (reason, body) => {
    expect(await rejection(query(json(body)))).toMatchObject({ operation: 'runQuery', reason });
  });
  it('with bytes that are not UTF-8', async () => {
    expect(await rejection(list(bytes(0x5b, 0x22, 0xff, 0x22, 0x5d)))).toMatchObject({
      reason: 'encoding',
      message: 'GET /app/history: the body is not UTF-8',
    });
  });
});

describe('a good response', () => {
  it.each([
    '[{"a":1}]',
    '{"value":[{"a":1}]}',
    '{"value":[{"a":1}],"@odata.nextLink":null,"error":null}',
    '{"value":[{"a":1}],"nextLinkCount":1}',
  ])('as a list: %s', async (body) => {
    expect(await list(json(body))).toEqual([{ a: 1 }]);
  });
  it.each([
    '{"JobName":"a","error":"the last run failed"}',
    '{"JobName":"a","error":null}',
    '{"JobName":"a","error":[]}',
  ])('as a record with a field called error: %s', async (body) => {
    expect(await job(json(body))).toEqual(JSON.parse(body));
  });
  it.each([
    '7',
    'null',
    '"text"',
    '[[1]]',
    '{"error":"in a column"}',
  ])('as the response to a query: %s', async (body) => {
    expect(await query(json(body))).toEqual(JSON.parse(body));
  });
});

describe('a value that its field does not allow', () => {
  it.each([
    ['"maybe"', 'maybe'],
    ['{"x":[1]}', '{"x":[1]}'],
    ['7', '7'],
    [`"${'y'.repeat(200)}"`, 'y'.repeat(100)],
    ['"my secret"', 'my [redacted]'],
    [deep, 'a value nested too deeply to show'],
  ])('is an error that names record, field and value (case %#)', async (text, shown) => {
    expect(await rejection(job(json(`{"JobName":"a","Scheduled":${text}}`)))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'value',
      record: 'Job',
      field: 'Scheduled',
      value: shown,
      message: `GET /app/jobs('a'): the value of Job.Scheduled cannot be decoded: ${shown}`,
    });
  });
  it.each([
    deep,
    '{"valueOf":1,"toString":1}',
    '[5]',
  ])('is also that error if a number was expected (case %#)', async (text) => {
    expect(await rejection(job(json(`{"JobName":"a","Verbosity":${text}}`)))).toMatchObject({
      reason: 'value',
      field: 'Verbosity',
    });
  });
  it.each([
    ['1e400', '1e400'],
    ['9223372036854775808', '9223372036854775808'],
    ['1.50', '1.50'],
    [`1${'0'.repeat(200)}.5`, `1${'0'.repeat(99)}`],
  ])('shows a number as it was sent, and not as it was parsed: %s', async (text, shown) => {
    expect(await rejection(job(json(`{"JobName":"a","RowVersion":${text}}`)))).toMatchObject({
      field: 'RowVersion',
      value: shown,
    });
  });
  it('is kept unchanged with undecodable: ’keep’', async () => {
    const kept = '{"JobName":"a","Scheduled":"maybe","Verbosity":[1],"RowVersion":"x"}';
    expect(await job(json(kept), { undecodable: 'keep' })).toEqual(JSON.parse(kept));
  });
});

describe('a number that its field does not allow, kept', () => {
  const keep = { undecodable: 'keep' } as const;
  it.each([
    ['"RowVersion":1e400', '1e400'],
    ['"RowVersion":9223372036854775808', '9223372036854775808'],
    ['"RowVersion":-1234567890123456789012345678901234567890', '-1234567890123456789012345678901234567890'],
    ['"RowVersion":1.5', 1.5],
    ['"RowVersion":1.50', '1.50'],
    ['"RowVersion":0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['"Row\\u0056ersion":9223372036854775808', '9223372036854775808'],
    ['"RowVersion":1,"RowVersion":1e400', '1e400'],
    ['"x":{"RowVersion":7.50},"RowVersion":1e400', '1e400'],
    ['"Verbosity":9007199254740993', '9007199254740993'],
    ['"Verbosity":9007199254740994', 9007199254740994],
    ['"Verbosity":1.25', 1.25],
    ['"Scheduled":12345678901234567890', '12345678901234567890'],
    ['"Scheduled":7', 7],
  ])('has each digit as it was sent, in a record: %s', async (member, kept) => {
    const field = ['Verbosity', 'Scheduled'].find((name) => member.includes(name)) ?? 'RowVersion';
    expect(await job(json(`{"JobName":"a",${member}}`), keep)).toMatchObject({ [field]: kept });
  });
  const table = {
    record: 'HistoryRecord',
    booleanStrings: [],
    whole: [],
    integers: ['records'],
    booleans: [],
    int64: ['size'],
    nested: {},
  };
  const odata = (body: string) =>
    createODataClient({
      ...inProcess([json(body)], keep).options,
      tables: { operations: {}, decode: { HistoryRecord: table } },
    });
  it('has them in a list and in a stream, whatever the other records contain', async () => {
    const values = ['"5"', '1e400', '"x"', '3', 'null', '-9007199254740993', '9223372036854775807'];
    const body = JSON.stringify(values.map((_, index) => index)).replace(/\d+/g, (index) => {
      const value = values[Number(index)];
      return `{"records":${value},"size":${value}}`;
    });
    const kept = [
      [5, 5n],
      ['1e400', '1e400'],
      ['x', 'x'],
      [3, 3n],
      [undefined, undefined],
      ['-9007199254740993', -9007199254740993n],
      ['9223372036854775807', 9223372036854775807n],
    ];
    const listed = (await odata(body).history.list()) as unknown as { records: unknown; size: unknown }[];
    expect(listed.map(({ records, size }) => [records, size])).toEqual(kept);
    const streamed: unknown[] = [];
    for await (const record of odata(body).history.stream()) streamed.push([record.records, record.size]);
    expect(streamed).toEqual(kept);
  });
  it('also has them in the last of many records', async () => {
    const body = `[${Array.from({ length: 1500 }, (_, index) => `{"records":${index}.50,"details":"${'x'.repeat(40)}"}`).join()}]`;
    expect((await odata(body).history.list()).at(-1)?.records).toBe('1499.50');
  });
});

describe('the digits of a number whose key occurs twice', () => {
  const twice = '"RowVersion":1,"RowVersion":9007199254740993';
  const table = {
    record: 'HistoryRecord',
    booleanStrings: [],
    whole: [],
    integers: [],
    booleans: [],
    int64: ['RowVersion'],
    nested: {},
  };
  const tables = { operations: {}, decode: { HistoryRecord: table } };
  it('are those of the last, in a record', async () => {
    expect(await job(json(`{"JobName":"a",${twice}}`))).toEqual({ JobName: 'a', RowVersion: 9007199254740993n });
  });
  it.each([
    `[{"a":1},{${twice}}]`,
    `{"count":2,"value":[{"a":1},{${twice}}]}`,
  ])('are those of the last, in a list: %s', async (body) => {
    const odata = createODataClient({ ...inProcess([json(body)]).options, tables });
    expect(await odata.history.list()).toEqual([{ a: 1 }, { RowVersion: 9007199254740993n }]);
  });
  it('are those of the last, in a stream, wherever the response is cut', async () => {
    const body = `[{"RowVersion":3},{${twice}},{"x":{"RowVersion":5},"RowVersion":-9007199254740993}]`;
    const sent = new TextEncoder().encode(body);
    for (let cut = 1; cut < sent.length; cut += 1) {
      const parts = [sent.slice(0, cut), sent.slice(cut)];
      const reply: Reply = () => ({
        status: 200,
        ok: true,
        headers: { get: () => 'application/json' },
        body: (async function* () {
          yield* parts;
        })(),
      });
      const odata = createODataClient({ ...inProcess([reply]).options, tables });
      const found: unknown[] = [];
      for await (const record of odata.history.stream()) found.push((record as { RowVersion?: unknown }).RowVersion);
      expect(found).toEqual([3n, 9007199254740993n, -9007199254740993n]);
    }
  });
});
