import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Exchange, Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const text = JSON.stringify(rows);
const send =
  (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
const bytes = (...values: number[]) => Uint8Array.from(values);

/** Faults in the bytes of a body and in the headers that describe it. */
export const bodyFaults: Faults = {
  'gzip, well formed': { serve: send(gzipSync(text), { 'content-encoding': 'gzip' }), want: { data: isRows } },
  'brotli, well formed': {
    serve: send(brotliCompressSync(text), { 'content-encoding': 'br' }),
    want: { data: isRows },
  },
  'gzip cut short': {
    serve: send(gzipSync(JSON.stringify(Array(500).fill(rows[0]))).subarray(0, 60), { 'content-encoding': 'gzip' }),
    // The platform's fetch returns the part of a broken gzip body that it could decompress, which is not valid JSON.
    want: { code: ['NETWORK_ERROR', 'RESPONSE_FORMAT'] },
  },
  'invalid gzip': {
    serve: send('this is no gzip', { 'content-encoding': 'gzip' }),
    want: { code: 'NETWORK_ERROR' },
  },
  // Node's fetch refuses it, goes on reading the body, and throws what then aborts its signal.
  'six content encodings': {
    serve: send(Buffer.alloc(300_000), { 'content-encoding': 'gzip,gzip,gzip,gzip,gzip,gzip' }),
    want: { code: 'NETWORK_ERROR' },
  },
  'a gzip bomb': {
    serve: send(gzipSync(Buffer.alloc(16 * 1024 * 1024, 32)), { 'content-encoding': 'gzip' }),
    options: { maxBodyBytes: 1024 * 1024 },
    want: { code: 'RESPONSE_TOO_LARGE', with: { maxBytes: 1024 * 1024, attempts: 1 }, requests: 1 },
  },
  'an endless body': {
    serve: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      const chunk = `${' '.repeat(65_535)}\n`;
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    options: { maxBodyBytes: 1024 * 1024 },
    want: { code: 'RESPONSE_TOO_LARGE', requests: 1 },
  },
  'an endless error body': {
    serve: ({ response }) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    want: { code: 'HTTP_ERROR', with: { status: 404 } },
  },
  'a byte over the limit': {
    serve: send(text),
    options: { maxBodyBytes: Buffer.byteLength(text) - 1 },
    want: { code: 'RESPONSE_TOO_LARGE' },
  },
  'exactly the limit': {
    serve: send(text),
    options: { maxBodyBytes: Buffer.byteLength(text) },
    want: { data: isRows },
  },
  'a slow drip at the limit': {
    serve: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let sent = 0;
      const more = (): unknown => {
        if (response.destroyed || sent >= text.length) return response.end();
        return response.write(text.slice(sent, (sent += 20)), () => setImmediate(more));
      };
      more();
    },
    options: { maxBodyBytes: Buffer.byteLength(text) },
    want: { data: isRows },
  },
  'HTML with 200': {
    serve: send('<html>Please log in</html>', { 'content-type': 'text/html' }),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'content-type' }, requests: 1 },
  },
  'HTML that says it is JSON': { serve: send('<html>'), want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } } },
  'JSON that says it is a picture': {
    serve: send(text, { 'content-type': 'image/png' }),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'content-type' } },
  },
  'JSON without a content type': {
    serve: ({ response }) => void response.writeHead(200).end(text),
    want: { data: isRows },
  },
  'OData media type with parameters': {
    serve: send(text, { 'content-type': 'application/json;odata.metadata=minimal;charset=utf-8' }),
    want: { data: isRows },
  },
  'an empty 200': { serve: send(''), want: { code: 'RESPONSE_FORMAT', with: { reason: 'empty' } } },
  'an empty 200 without a length': {
    serve: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      response.end();
    },
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'empty' } },
  },
  'a 204': {
    serve: ({ response }) => void response.writeHead(204).end(),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'empty' } },
  },
  'only white space': { serve: send('  \n '), want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } } },
  'a byte order mark': { serve: send(`\uFEFF${text}`), want: { data: isRows } },
  'bytes that are not UTF-8': {
    serve: send(bytes(0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d)),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'encoding' } },
  },
  'UTF-16': { serve: send(Buffer.from(text, 'utf16le')), want: { code: 'RESPONSE_FORMAT' } },
  'a letter cut in two': {
    serve: send(bytes(0x5b, 0x22, 0xc3)),
    want: { code: 'RESPONSE_FORMAT', with: { reason: 'encoding' } },
  },
  'half a JSON': { serve: send(text.slice(0, 30)), want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } } },
  'two JSON documents': { serve: send(`${text}${text}`), want: { code: 'RESPONSE_FORMAT', with: { reason: 'json' } } },
};
