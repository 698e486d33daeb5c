import { describe, expect, it } from 'vitest';
import type { TransportResponse } from '../../src/index.ts';
import { inProcess, rejection, settled } from '../support/in-process.ts';

const utf8 = new TextEncoder();
interface Given {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly chunks?: readonly (string | Error)[];
  readonly arrived?: boolean;
}

/** A response that records how it was read. */
const answer = ({ status = 200, headers = {}, chunks = [], arrived }: Given) => {
  const ways: string[] = [];
  const response: TransportResponse = {
    status,
    headers: { get: (name) => headers[name] ?? null },
    body: {
      async *[Symbol.asyncIterator]() {
        ways.push('chunks');
        try {
          for (const chunk of chunks) {
            if (typeof chunk !== 'string') throw chunk;
            yield utf8.encode(chunk);
          }
        } finally {
          ways.push('end');
        }
      },
    },
    ...(arrived === undefined
      ? {}
      : { arrived: () => (ways.push('arrived'), arrived ? utf8.encode(chunks.join('')) : undefined) }),
  };
  return { response, ways };
};
const list = (given: Given, maxBodyBytes = 20) => {
  const { response, ways } = answer(given);
  const made = inProcess([() => response], { maxBodyBytes, retry: 0 });
  return { ways, ...made, call: made.odata.history.list() };
};
const rows = '[{"a":1},{"b":2}]';

describe('the body of a success', () => {
  it.each([
    ['as it comes', {}, ['chunks', 'end']],
    ['at once, where the transport has all of it', { arrived: true }, ['arrived']],
    ['as it comes, where the transport has not', { arrived: false }, ['arrived', 'chunks', 'end']],
  ] as const)('is read %s', async (_, given, ways) => {
    const { call, ways: taken } = list({ ...given, chunks: [rows.slice(0, 9), rows.slice(9)] });
    expect(await call).toEqual([{ a: 1 }, { b: 2 }]);
    expect(taken).toEqual(ways);
  });
  it.each([
    ['of no said length', {}, ['chunks', 'end']],
    ['whatever length it says', { headers: { 'content-length': '2' } }, ['chunks', 'end']],
    ['that is there already', { arrived: true }, ['arrived']],
  ])('that is larger than the limit is an error, and its connection is closed: %s', async (_, given, ways) => {
    const { call, ways: taken, asked } = list({ ...given, chunks: [`${rows}   `, ' ', ' '] });
    expect(await rejection(call)).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      maxBytes: 20,
      attempts: 1,
      message: 'GET /app/history: the response is larger than maxBodyBytes (20 bytes)',
    });
    await settled();
    expect(taken).toEqual(ways);
    expect(asked[0]?.init.signal.aborted).toBe(true);
  });
  it('may be as long as the limit', async () => {
    expect(await list({ arrived: true, chunks: [`${rows}   `] }).call).toHaveLength(2);
    expect(await list({ chunks: [`${rows}   `] }).call).toHaveLength(2);
  });
  it.each([
    {},
    { arrived: false },
  ])('that breaks off is a broken connection, not the half that arrived (%j)', async (given) => {
    const { call } = list({
      ...given,
      chunks: ['[{"a":1},', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    });
    expect(await rejection(call)).toMatchObject({ code: 'NETWORK_ERROR', reason: 'UND_ERR_SOCKET', attempts: 1 });
  });
  it('that is absent is empty', async () => {
    const response = { ...answer({}).response, body: null };
    expect(await rejection(inProcess([() => response]).odata.history.list())).toMatchObject({ reason: 'empty' });
  });
});

describe('the body of a failure', () => {
  const failure = '{"error":{"code":"A","message":"b"}}';
  it('is read whatever the limit of a success', async () => {
    expect(await rejection(list({ status: 400, chunks: [failure] }, 1).call)).toMatchObject({
      status: 400,
      serviceCode: 'A',
      body: failure,
    });
  });
  it('is read up to 64 KiB, and is then cancelled', async () => {
    const given = { status: 400, chunks: ['x'.repeat(65_000), 'y'.repeat(1000), 'z'] };
    const { call, ways } = list(given);
    const body = 'x'.repeat(65_000) + 'y'.repeat(536);
    expect(await rejection(call)).toMatchObject({ code: 'HTTP_ERROR', body });
    await settled();
    expect(ways).toEqual(['chunks', 'end']);
    expect(await rejection(list({ ...given, arrived: true }).call)).toMatchObject({ body });
  });
  it('may break off, because the status is enough', async () => {
    expect(await rejection(list({ status: 400, chunks: ['{"err', new Error('cut')] }).call)).toMatchObject({
      code: 'HTTP_ERROR',
      status: 400,
      body: '{"err',
    });
  });
  it('of a stream is read as well', async () => {
    const { response } = answer({ status: 400, chunks: [failure] });
    const stream = inProcess([() => response]).odata.history.stream();
    expect(await rejection(stream.next())).toMatchObject({ code: 'HTTP_ERROR', serviceCode: 'A' });
  });
  it('that is absent leaves only the status', async () => {
    const response = { ...answer({ status: 400 }).response, body: null };
    expect(await rejection(inProcess([() => response]).odata.history.list())).toMatchObject({
      status: 400,
      body: '',
      serviceCode: undefined,
    });
  });
});
