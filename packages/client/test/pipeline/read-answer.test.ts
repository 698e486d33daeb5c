import { describe, expect, it } from 'vitest';
import type { TransportResponse } from '../../src/index.ts';
import { inProcess, rejection, settled } from '../support/in-process.ts';

const utf8 = new TextEncoder();
interface Given {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly chunks?: readonly (string | Error)[];
  readonly bytes?: true;
}

/** An answer that remembers in which way it was read. */
const answer = ({ status = 200, type, headers = {}, chunks = [], bytes }: Given) => {
  const ways: string[] = [];
  const whole = () => {
    const broken = chunks.find((chunk) => typeof chunk !== 'string');
    return broken === undefined ? Promise.resolve(utf8.encode(chunks.join(''))) : Promise.reject(broken);
  };
  const response: TransportResponse = {
    status,
    ok: status < 300,
    headers: { get: (name) => headers[name] ?? null },
    ...(type === undefined ? {} : { type }),
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
    arrayBuffer: async () => (ways.push('arrayBuffer'), (await whole()).buffer as ArrayBuffer),
    ...(bytes === undefined ? {} : { bytes: () => (ways.push('bytes'), whole()) }),
  };
  return { response, ways };
};
const list = (given: Given, maxBodyBytes = 20) => {
  const { response, ways } = answer(given);
  const made = inProcess([() => response], { maxBodyBytes, retry: 0 });
  return { ways, ...made, call: made.odata.history.list() };
};
const rows = '[{"a":1},{"b":2}]';
const length = { 'content-length': `${rows.length}` };

describe('the body of a success', () => {
  it.each([
    ['it is asked for in one go', { headers: length }, ['arrayBuffer']],
    ['without a copy, where the transport has that', { headers: length, bytes: true }, ['bytes']],
    ['without a length, it is counted as it comes', {}, ['chunks', 'end']],
    ['with an encoding, which the length says nothing about', { headers: { ...length, 'content-encoding': 'gzip' } }, ['chunks', 'end']],
    ['where a browser hides an encoding', { headers: length, type: 'cors' }, ['chunks', 'end']],
    ['of the same origin, in a browser', { headers: length, type: 'basic' }, ['arrayBuffer']],
    ['with a length that is none', { headers: { 'content-length': 'short' } }, ['chunks', 'end']],
  ] as const)('is read: %s', async (_, given, ways) => {
    const { call, ways: taken } = list({ ...given, chunks: [rows.slice(0, 9), rows.slice(9)] });
    expect(await call).toEqual([{ a: 1 }, { b: 2 }]);
    expect(taken).toEqual(ways);
  });
  it.each([
    ['said to be short, but encoded', { headers: { 'content-length': '2', 'content-encoding': 'br' } }],
    ['said to be short, across origins', { headers: { 'content-length': '2' }, type: 'cors' }],
    ['of no said length', {}],
    ['said to be longer', { headers: { 'content-length': '21' } }],
  ])('that is larger than the limit is an error, and its connection is closed: %s', async (_, given) => {
    const { call, ways, asked } = list({ ...given, chunks: [`${rows}   `, ' ', ' '] });
    expect(await rejection(call)).toMatchObject({
      code: 'RESPONSE_TOO_LARGE', maxBytes: 20, attempts: 1, message: 'GET /app/history: the answer is larger than the limit of 20 bytes (option maxBodyBytes)',
    });
    await settled();
    expect(ways).toEqual(['chunks', 'end']);
    expect(asked[0]?.init.signal.aborted).toBe(true);
  });
  it('may be as long as the limit', async () => {
    expect(await list({ headers: { 'content-length': '20' }, chunks: [`${rows}   `] }).call).toHaveLength(2);
    expect(await list({ chunks: [`${rows}   `] }).call).toHaveLength(2);
  });
  it.each([{}, { headers: length }])('that breaks off is a broken connection, not the half that came (%j)', async (given) => {
    const { call } = list({ ...given, chunks: ['[{"a":1},', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })] });
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
    expect(await rejection(list({ status: 400, chunks: [failure] }, 1).call)).toMatchObject({ status: 400, serviceCode: 'A', body: failure });
  });
  it('is read up to 64 KiB, and then let go', async () => {
    const { call, ways } = list({ status: 400, chunks: ['x'.repeat(65_000), 'y'.repeat(1000), 'z'] });
    expect(await rejection(call)).toMatchObject({ code: 'HTTP_ERROR', body: 'x'.repeat(65_000) + 'y'.repeat(536) });
    await settled();
    expect(ways).toEqual(['chunks', 'end']);
  });
  it('may break off: the status has said enough', async () => {
    expect(await rejection(list({ status: 400, headers: length, chunks: ['{"err', new Error('cut')] }).call)).toMatchObject({ code: 'HTTP_ERROR', status: 400, body: '{"err' });
  });
  it('of a stream is read as well', async () => {
    const { response } = answer({ status: 400, chunks: [failure] });
    const stream = inProcess([() => response]).odata.history.stream();
    expect(await rejection(stream.next())).toMatchObject({ code: 'HTTP_ERROR', serviceCode: 'A' });
  });
  it('that is absent leaves the status', async () => {
    const response = { ...answer({ status: 400 }).response, body: null };
    expect(await rejection(inProcess([() => response]).odata.history.list())).toMatchObject({ status: 400, body: '', serviceCode: undefined });
  });
});
