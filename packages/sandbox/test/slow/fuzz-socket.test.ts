import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { parseFilter } from '@syncline/odata';
import { createRandom, type Random } from '../../src/random/random.ts';
import { serve } from '../support/served.ts';

const total = Number(process.env.FUZZ_REQUESTS ?? 100_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

const targets = [
  "/odata/jobs('CRM%20to%20Warehouse')",
  '/odata/history?$filter=',
  "/odata/history?$filter=contains(details,'x')&$orderby=runstartdate%20desc&$select=details",
  '/odata/connectors?$select=',
  '/json/v2/workspaces?filter=',
  '/json/v2/jobs/j/status',
  '/json/v2/transformations/t/tasks/k/history',
  '/cloud/api/query',
  '/auth/oauth/token',
  '/_control/faults',
  '/_control/clock',
  '/',
];
const pieces = [
  "'",
  "''",
  '%27',
  '%',
  '%00',
  '%zz',
  '%2F',
  '..',
  '../../',
  '//',
  '\0',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '(',
  ')',
  '((((',
  "' or 1 eq 1",
  "'; DROP TABLE history; --",
  'UNION SELECT json FROM job',
  'not not',
  'a'.repeat(70),
  'x'.repeat(9000),
  'status eq ',
  'null',
  '1e400',
  '9223372036854775808',
  '2026-02-30',
  'é',
  '\u{1F69A}',
  '$filter=',
  '&',
  '?',
  '#',
  '@authtoken=x',
  '__proto__',
  'constructor',
  '\xff\xfe',
  ':',
  ';',
  ',',
  '*',
  '{',
  '"',
  '\\',
];
const methods = ['POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'CONNECT', 'get', 'PRI', 'G\0T', ''];
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''];
const bodies = [
  '',
  '{}',
  '{"query":"SELECT 1"}',
  '{"query":1}',
  '[',
  'grant_type=client_credentials&client_id=%zz',
  'ffffffff\r\n',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  '\0\0\0',
];
const headers = [
  'Content-Type: application/json',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: \xff',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Host: evil.example',
  'Authorization: Basic',
  'Authorization: Basic !!!!',
  'Authorization: Basic w6k6',
  'Authorization: Bearer ',
  'X-Acme-Authtoken: \x01',
  ': nothing',
  'no colon',
  ' folded',
  'Cookie: a=b',
];

/** A request that usually has a mistake in its target, headers, body or framing. */
function request(random: Random, auth: string): { readonly text: string; readonly filter: string | undefined } {
  let target = random.pick(targets);
  for (let count = random.int(0, 4); count > 0; count--) {
    const at = random.chance(0.6) ? target.length : random.int(0, target.length);
    const piece = random.pick(pieces);
    target = target.slice(0, at) + (random.chance(0.7) ? encodeURIComponent(piece) : piece) + target.slice(at);
  }
  const lines = ['Host: localhost', auth, 'Connection: close'].filter(() => random.chance(0.95));
  if (random.chance(0.2)) lines.push(random.pick(headers));
  if (random.chance(0.01)) lines.push(`X-Long: ${'x'.repeat(20_000)}`);
  const method = random.chance(0.7) ? 'GET' : random.pick(methods);
  const version = random.chance(0.9) ? 'HTTP/1.1' : random.pick(versions);
  const body = random.chance(0.8) ? '' : random.pick(bodies);
  if (random.chance(0.3)) lines.push(`Content-Length: ${body.length}`);
  let text = `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  if (random.chance(0.05)) text = text.slice(0, random.int(0, text.length));
  if (random.chance(0.05))
    text = [...text].map((letter) => (random.chance(0.01) ? String.fromCharCode(random.int(0, 255)) : letter)).join('');
  return {
    text,
    filter: method === 'GET' ? /^\/odata\/history\?\$filter=([^&#\s]*)(?:&|$)/.exec(target)?.[1] : undefined,
  };
}

/** Sends the bytes on a new connection. Returns the status of the response, or undefined if there is none. */
function send(port: number, text: string, leave: boolean): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(text, 'latin1'));
      if (leave) socket.resetAndDestroy();
      else socket.end();
    });
    const patience = setTimeout(() => socket.destroy(), 5000);
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (chunk: string) => void (answer.length < 2000 && (answer += chunk)));
    socket.on('close', () => {
      clearTimeout(patience);
      const status = /^HTTP\/1\.[01] (\d{3}) /.exec(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))?.[1];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}

const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

function isFilter(raw: string): boolean {
  try {
    parseFilter(decodeURIComponent(raw));
    return true;
  } catch {
    return false;
  }
}

it.each([
  false,
  true,
])(`${total} broken requests over raw sockets: no 5xx, no 200 for an invalid filter, memory flat (strict: %s)`, async (strict) => {
  const server = await serve([], strict);
  const random = createRandom(seed);
  const auth = `${server.key.headerName}: ${server.key.value}`;
  const statuses = new Map<number | undefined, number>();
  const wrong: string[] = [];
  let sent = 0;
  let filters = 0;
  const worker = async (until: number): Promise<void> => {
    while (sent < until) {
      sent++;
      const { text, filter } = request(random, auth);
      const status = await send(server.port, text, random.chance(0.02));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== undefined && status >= 500) wrong.push(`${status} for ${JSON.stringify(text.slice(0, 300))}`);
      if (filter === undefined || isFilter(filter)) continue;
      filters++;
      if (status === 200) wrong.push(`200 for ${JSON.stringify(text.slice(0, 300))}`);
    }
  };
  const run = (until: number): Promise<unknown> => Promise.all(Array.from({ length: 32 }, () => worker(until)));
  // After these requests, the heap and the allocator have reached the size that the load needs.
  await run(total * 0.6);
  const warm = await server.state();
  await run(total);
  const end = await server.state();
  const after = await send(
    server.port,
    `GET /odata/connectors HTTP/1.1\r\nHost: localhost\r\n${auth}\r\nConnection: close\r\n\r\n`,
    false,
  );
  await server.close();
  console.log(
    `seed ${seed}, ${sent} sent, ${end.requests} understood, ${filters} invalid filters; RSS ${mebibytes(warm.rss)} → ${mebibytes(end.rss)}, heap ${mebibytes(warm.heapUsed)} → ${mebibytes(end.heapUsed)}; by status ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}`,
  );
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(end.unasked).toBe(0);
  expect(filters).toBeGreaterThan(total / 200);
  expect(end.rss).toBeLessThan(warm.rss * 1.2);
  expect(after).toBe(200);
});
