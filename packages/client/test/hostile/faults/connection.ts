import type { Faults } from '../fault.ts';
import { isRows, rows } from '../fault.ts';

const once = { timeout: 400, retry: 0 };
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Faults of the connection, and of HTTP framing. */
export const connectionFaults: Faults = {
  refused: { refused: true, want: { code: 'NETWORK_ERROR', with: { attempts: 3 } } },
  'reset before the response': {
    serve: ({ request }) => request.socket.resetAndDestroy(),
    want: { code: 'NETWORK_ERROR', with: { attempts: 3 }, requests: 3 },
  },
  'closed before the response': {
    serve: ({ request }) => request.socket.end(),
    want: { code: 'NETWORK_ERROR', requests: 3 },
  },
  'reset once, then well': {
    serve: ({ request, count, json }) => (count === 1 ? request.socket.resetAndDestroy() : json(rows)),
    want: { data: isRows, requests: 2 },
  },
  silent: {
    serve: () => {},
    options: once,
    needsTime: true,
    want: { code: 'TIMEOUT', with: { limit: 'timeout', attempts: 1 } },
  },
  'silent on every attempt': {
    serve: () => {},
    options: { deadline: 700 },
    needsTime: true,
    want: { code: 'TIMEOUT', with: { limit: 'deadline', milliseconds: 700 } },
  },
  'silent once, then well': {
    serve: ({ count, json }) => (count === 1 ? undefined : json(rows)),
    options: { timeout: 400 },
    needsTime: true,
    want: { data: isRows, requests: 2 },
  },
  'a header letter by letter': {
    serve: ({ request: { socket } }) => drip(socket, `${head}Content-Length: 2\r\n\r\n[]`, 50),
    options: once,
    needsTime: true,
    want: { code: 'TIMEOUT' },
  },
  'a body letter by letter': {
    serve: ({ request: { socket } }) => {
      socket.write(`${head}Content-Length: 200\r\n\r\n`);
      drip(socket, `[${' '.repeat(198)}]`, 50);
    },
    options: once,
    needsTime: true,
    want: { code: 'TIMEOUT' },
  },
  'a body that stops': {
    serve: ({ request: { socket } }) => void socket.write(`${head}Content-Length: 200\r\n\r\n[{"connectorid":`),
    options: once,
    needsTime: true,
    want: { code: 'TIMEOUT', with: { limit: 'timeout' } },
  },
  'a body cut short of its length': {
    serve: ({ request: { socket } }) => void socket.end(`${head}Content-Length: 200\r\n\r\n[{"connectorid":"a"}]`),
    want: { code: 'NETWORK_ERROR', with: { attempts: 3 }, requests: 3 },
  },
  'a body reset midway': {
    serve: ({ request: { socket } }) => {
      socket.write(`${head}Content-Length: 200\r\n\r\n[{"connectorid":"a"}`, () => socket.resetAndDestroy());
    },
    want: { code: 'NETWORK_ERROR', requests: 3 },
  },
  'a cut body, then well': {
    serve: ({ request: { socket }, count, json }) =>
      count === 1 ? void socket.end(`${head}Content-Length: 200\r\n\r\n[`) : json(rows),
    want: { data: isRows, requests: 2 },
  },
  'chunks without their end': {
    serve: ({ request: { socket } }) => void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n`),
    want: { code: 'NETWORK_ERROR' },
  },
  'chunks with an invalid size': {
    serve: ({ request: { socket } }) =>
      void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
    want: { code: 'NETWORK_ERROR' },
  },
  'no HTTP at all': {
    serve: ({ request: { socket } }) => void socket.end('220 mail.example.com ESMTP\r\n'),
    want: { code: 'NETWORK_ERROR' },
  },
  'a status that is no number': {
    serve: ({ request: { socket } }) => void socket.end('HTTP/1.1 abc OK\r\n\r\n'),
    want: { code: 'NETWORK_ERROR' },
  },
  'a header over 16 KiB': {
    serve: ({ response }) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'a'.repeat(40_000) }).end('[]'),
    want: { code: 'NETWORK_ERROR' },
  },
  'two lengths that differ': {
    serve: ({ request: { socket } }) => void socket.end(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`),
    want: { code: 'NETWORK_ERROR' },
  },
  'an early hint before the response': {
    serve: ({ response, json }) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      json(rows);
    },
    want: { data: isRows },
  },
};

const drip = (socket: import('node:net').Socket, text: string, every: number): void => {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === text.length || socket.destroyed) return clearInterval(timer);
    socket.write(text.charAt(sent++));
  }, every);
};
