import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { RequestDetail } from '../../src/http/request-log.ts';
import { logLine } from '../../src/command/run.ts';
import { headersFor, openSandbox } from '../support/sandbox.ts';

/** Sends bytes and returns everything that arrives until the connection ends. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('error', () => undefined)
      .on('close', () => resolve(answer));
  });
}

const closing = 'Host: x\r\nConnection: close\r\n';

it.each([
  [
    'headers over 16 KiB',
    `GET /odata/history?$top=1&token=secret HTTP/1.1\r\n${closing}X-Big: ${'x'.repeat(17_000)}\r\n\r\n`,
    { method: 'GET', path: '/odata/history', query: '$top=1&token=[redacted]', status: 431 },
    'Request line and headers are larger than 16384 bytes.',
  ],
  [
    'no HTTP',
    'hello\r\n\r\n',
    { method: '?', path: '(unreadable)', status: 400 },
    /^This is not an HTTP\/1\.1 request: .+\.$/,
  ],
  [
    'a method that HTTP does not know',
    `BREW /odata/history HTTP/1.1\r\n${closing}\r\n`,
    { method: 'BREW', path: '/odata/history', status: 400 },
    'This is not an HTTP/1.1 request: Invalid method encountered.',
  ],
  [
    'two lengths of a body',
    `POST /cloud/api/query HTTP/1.1\r\n${closing}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
    { method: 'POST', path: '/cloud/api/query', status: 400 },
    /^This is not an HTTP\/1\.1 request: .*(Content-Length|Transfer-Encoding)/,
  ],
  [
    'a TLS handshake',
    '\x16\x03\x01\x02\x00\x01\x00',
    { method: '?', path: '(unreadable)', status: 400 },
    'This is a TLS handshake, but the sandbox speaks plain HTTP. Use http:// in the address.',
  ],
  [
    'no Host header',
    'GET /odata/history HTTP/1.1\r\nConnection: close\r\n\r\n',
    { method: 'GET', path: '/odata/history', status: 400 },
    'The request has no Host header, which HTTP/1.1 requires.',
  ],
  [
    'an expectation',
    `GET /odata/history HTTP/1.1\r\n${closing}Expect: miracles\r\n\r\n`,
    { method: 'GET', path: '/odata/history', status: 417 },
    'The header Expect can only be 100-continue.',
  ],
  [
    'CONNECT',
    `CONNECT x:443 HTTP/1.1\r\n${closing}\r\n`,
    { method: 'CONNECT', path: 'x:443', status: 405 },
    'CONNECT is not allowed here: this is not a proxy.',
  ],
])('the log and the control page say why %s was refused', async (_title, bytes, shown, reason) => {
  const lines: string[] = [];
  const sandbox = openSandbox({ onRequest: (request) => lines.push(logLine(request, false)) });
  const { urls } = await sandbox.listen();
  const answer = await raw(Number(new URL(urls.odata).port), bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${shown.status} `));
  expect(sandbox.requests).toHaveLength(1);
  const [logged] = sandbox.requests;
  expect(logged).toMatchObject(shown);
  expect(logged?.reason).toMatch(reason);
  expect(answer).toContain(JSON.stringify(logged?.reason));
  expect(lines.join('')).toContain(`${shown.method} ${shown.path}`);
  expect(JSON.stringify([sandbox.requests, lines])).not.toContain('secret');
  const detail = (await (await fetch(`${urls.control}requests/1`)).json()) as RequestDetail & { curl: string | null };
  expect(detail).toMatchObject({ isUnread: true, curl: null, response: { body: expect.stringContaining('"error"') } });
});

it('the log names the broken request, not those before it', async () => {
  const sandbox = openSandbox();
  const { urls } = await sandbox.listen();
  const [[name, value] = ['', '']] = Object.entries(headersFor(sandbox, 'odata'));
  const good = `GET /odata/connectors HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\n\r\n`;
  await raw(Number(new URL(urls.odata).port), `${good}GET /odata/history HTTP/1.1\r\nbroken header\r\n\r\n`);
  expect(sandbox.requests.map(({ path, status }) => [path, status])).toContainEqual(['/odata/history', 400]);
  expect(sandbox.requests.filter(({ path }) => path === '/odata/connectors').map(({ status }) => status)).toEqual([
    200,
  ]);
});

it('a request that could not be parsed uses up no fault', async () => {
  const sandbox = openSandbox();
  const { urls } = await sandbox.listen();
  sandbox.faults.next('*', { status: 503 });
  await raw(Number(new URL(urls.odata).port), 'hello\r\n\r\n');
  expect(sandbox.requests.at(-1)).toMatchObject({ status: 400, fault: false });
  expect(sandbox.faults.list()).toHaveLength(1);
});

it('headers over 16 KiB are also in the log without a port', async () => {
  const sandbox = openSandbox();
  await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { 'x-big': 'x'.repeat(17_000) } });
  expect(sandbox.requests.at(-1)).toMatchObject({ status: 431, reason: expect.stringContaining('16384') });
});
