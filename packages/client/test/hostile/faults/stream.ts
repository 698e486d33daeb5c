import { gzipSync } from 'node:zlib';
import type { Exchange, Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const text = JSON.stringify(rows);
const many = Array.from({ length: 400 }, (_, index) => ({
  connectorid: `c${index}`,
  details: '},{"x":"ü\\"',
  nested: [{ a: [{}] }, {}],
}));
const isMany = (value: unknown): boolean => JSON.stringify(value) === JSON.stringify(many);
const chunked =
  (body: Uint8Array, size: number, headers = {}) =>
  ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    let sent = 0;
    const more = () => {
      if (response.destroyed) return;
      if (sent >= body.length) return void response.end();
      response.write(body.subarray(sent, (sent += size)));
      setImmediate(more);
    };
    more();
  };
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Faults during a stream. */
export const streamFaults: Faults = {
  'stream: a list': { serve: ({ json }) => json(rows), call: 'stream', want: { data: isRows } },
  'stream: the OData envelope': {
    serve: ({ json }) => json({ '@odata.context': '"value":[', value: rows, '@odata.count': 1 }),
    call: 'stream',
    want: { data: isRows },
  },
  'stream: an empty list': {
    serve: ({ json }) => json([]),
    call: 'stream',
    want: { data: (value) => JSON.stringify(value) === '[]' },
  },
  'stream: seven bytes at a time': {
    serve: chunked(bytes(many.slice(0, 60)), 7),
    call: 'stream',
    want: { data: (value) => JSON.stringify(value) === JSON.stringify(many.slice(0, 60)) },
  },
  'stream: envelope in chunks of 333': {
    serve: chunked(bytes({ value: many }), 333),
    call: 'stream',
    want: { data: isMany },
  },
  'stream: gzip': {
    serve: chunked(gzipSync(bytes(many)), 100, { 'content-encoding': 'gzip' }),
    call: 'stream',
    want: { data: isMany },
  },
  'stream: white space everywhere': {
    serve: ({ json }) => json(JSON.stringify(many, null, 4)),
    call: 'stream',
    want: { data: isMany },
  },
  'stream: 503 once': {
    serve: ({ count, json }) => (count === 1 ? json({}, 503) : json(rows)),
    call: 'stream',
    want: { data: isRows, requests: 2 },
  },
  'stream: 404': {
    serve: ({ json }) => json({}, 404),
    call: 'stream',
    want: { code: 'HTTP_ERROR', with: { status: 404 } },
  },
  'stream: HTML': {
    serve: ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'content-type' } },
  },
  'stream: empty': {
    serve: ({ json }) => json(''),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'empty' } },
  },
  'stream: an error inside 200': {
    serve: ({ json }) => json({ error: { message: 'no' } }),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'service-error' } },
  },
  'stream: goes on elsewhere': {
    serve: ({ json }) => json({ value: rows, '@odata.nextLink': 'x' }),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'next-page' } },
  },
  'stream: cut midway': {
    serve: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`${JSON.stringify(many).slice(0, 10_000)}`, () => response.destroy());
    },
    call: 'stream',
    want: { code: 'NETWORK_ERROR' },
  },
  'stream: silent midway': {
    serve: ({ response }) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, 20)),
    call: 'stream',
    options: { timeout: 400 },
    needsTime: true,
    want: { code: 'TIMEOUT', with: { limit: 'timeout' } },
  },
  'stream: ends in the middle of a record': {
    serve: ({ json }) => json(text.slice(0, 40)),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } },
  },
  'stream: not UTF-8': {
    serve: ({ response }) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Uint8Array.from([0x5b, 0x22, 0xff, 0x22, 0x5d])),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'encoding' } },
  },
  'stream: a record over the limit': {
    serve: ({ json }) => json([{ details: 'a'.repeat(200_000) }]),
    call: 'stream',
    options: { maxBodyBytes: 50_000 },
    want: { code: 'RESPONSE_TOO_LARGE' },
  },
  'stream: numbers': {
    serve: ({ json }) => json([1, 2]),
    call: 'stream',
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'shape' } },
  },
  'stream: __proto__': {
    serve: ({ json }) => json('[{"connectorid":"a","__proto__":{"x":1}},{"connectorid":"b"}]'),
    call: 'stream',
    want: { data: (value) => (value as object[]).every((row) => !Object.hasOwn(row, '__proto__')) },
  },
};
