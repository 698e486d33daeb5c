import type { Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const failing = (status: number, requests: number) => ({
  serve: ({ json }: import('../fault.ts').Exchange) => json({ error: { code: 'X', message: 'm' } }, status),
  want: { code: 'HTTP_ERROR', with: { status, serviceCode: 'X', serviceMessage: 'm', attempts: requests }, requests },
});
const later = (value: string, options = {}) => ({
  serve: ({ count, json }: import('../fault.ts').Exchange) =>
    count === 1 ? json({}, 503, { 'retry-after': value }) : json(rows),
  options,
});

/** Faults of the status and of Retry-After. */
export const statusFaults: Faults = {
  ...Object.fromEntries(
    [408, 425, 429, 500, 502, 503, 504].map((status) => [`${status} every time`, failing(status, 3)]),
  ),
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 409, 410, 418, 501, 505, 599].map((status) => [`${status} once`, failing(status, 1)]),
  ),
  'an empty 401': {
    serve: ({ response }) => void response.writeHead(401).end(),
    want: { code: 'HTTP_ERROR', with: { status: 401, serviceCode: undefined, serviceMessage: undefined } },
  },
  'HTML with 401': {
    serve: ({ response }) => void response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>who?</h1>'),
    want: { code: 'HTTP_ERROR', with: { status: 401, serviceMessage: undefined } },
  },
  'HTML with 502': {
    serve: ({ response }) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>bad gateway</h1>'),
    want: { code: 'HTTP_ERROR', with: { status: 502, attempts: 3 } },
  },
  'a v2 error': {
    serve: ({ json }) => json({ code: 404017, message: 'no such job', error: 'NotFound' }, 404),
    call: 'status',
    want: {
      code: 'HTTP_ERROR',
      with: { status: 404, serviceCode: 404017, serviceMessage: 'no such job', interface: 'v2' },
    },
  },
  'a cut error body': {
    serve: ({ request: { socket } }) =>
      void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\n{"error":'),
    want: { code: 'HTTP_ERROR', with: { status: 404 } },
  },
  'a 304 that nobody asked for': {
    serve: ({ response }) => void response.writeHead(304).end(),
    want: { code: 'HTTP_ERROR', with: { status: 304 } },
  },
  'a 300': { serve: ({ json }) => json({}, 300), want: { code: 'HTTP_ERROR', with: { status: 300 } } },
  'a query that fails is not sent twice': {
    serve: ({ json }) => json({}, 503),
    call: 'query',
    want: { code: 'HTTP_ERROR', with: { status: 503, attempts: 1 }, requests: 1 },
  },
  'a query that fails is sent twice where asked': {
    serve: ({ count, json }) => (count === 1 ? json({}, 503) : json({ rows: 1 })),
    call: 'query',
    options: { retry: 1 },
    want: { data: (value) => (value as { rows: number }).rows === 1, requests: 2 },
  },
  'Retry-After: 0': { ...later('0'), want: { data: isRows, requests: 2 } },
  'Retry-After: 1': { ...later('1'), needsTime: true, want: { data: isRows, requests: 2 } },
  'Retry-After: 61': {
    ...later('61'),
    want: { code: 'HTTP_ERROR', with: { status: 503, retryAfterSeconds: 61 }, requests: 1 },
  },
  'Retry-After beyond the deadline': {
    ...later('30'),
    options: { deadline: 6000 },
    want: { code: 'HTTP_ERROR', with: { retryAfterSeconds: 30 }, requests: 1 },
  },
  'Retry-After in the past': { ...later('Sun, 06 Nov 1994 08:49:37 GMT'), want: { data: isRows, requests: 2 } },
  'Retry-After as RFC 850': { ...later('Sunday, 06-Nov-94 08:49:37 GMT'), want: { data: isRows, requests: 2 } },
  'Retry-After as asctime': { ...later('Sun Nov  6 08:49:37 1994'), want: { data: isRows, requests: 2 } },
  'Retry-After in the year 9999': {
    ...later('Fri, 31 Dec 9999 23:59:59 GMT'),
    want: { code: 'HTTP_ERROR', requests: 1 },
  },
  ...Object.fromEntries(
    ['-1', '1.5', 'abc', '5 apples', '1e3', '0x10', 'NaN', ''].map((value) => [
      `Retry-After: ${value || 'nothing'}`,
      { ...later(value), want: { data: isRows, requests: 2 } },
    ]),
  ),
  // Of several values, the longest counts.
  'Retry-After: 120, 60': {
    ...later('120, 60'),
    want: { code: 'HTTP_ERROR', with: { retryAfterSeconds: 120 }, requests: 1 },
  },
  'Retry-After of twenty nines': { ...later('99999999999999999999'), want: { code: 'HTTP_ERROR', requests: 1 } },
};
