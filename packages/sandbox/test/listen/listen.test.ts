import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { millisecondsUntil, settleIo, stopTime } from '../support/fake-time.ts';
import { headersFor, openSandbox } from '../support/sandbox.ts';

/** Sends bytes and returns everything that arrives until the connection ends. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('error', () => undefined)
      .on('close', () => resolve(answer));
  });
}

const open = async () => {
  const sandbox = openSandbox({ vendor: 'acme' });
  const { urls, close } = await sandbox.listen();
  return { sandbox, urls, close, port: Number(new URL(urls.odata).port), headers: headersFor(sandbox, 'odata') };
};
const host = 'Host: x\r\nConnection: close\r\n';

describe('listen', () => {
  it.each([
    ['headers over 16 KiB', `GET /odata/history HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a method that HTTP does not know', `BREW /odata/history HTTP/1.1\r\n${host}\r\n`, 400],
    ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, 405],
    ['a path outside', `GET /outside HTTP/1.1\r\n${host}\r\n`, 404],
    ['dots', `GET /odata/../json/v2/workspaces HTTP/1.1\r\n${host}\r\n`, 404],
    ['a whole address', `GET http://x/odata/history HTTP/1.1\r\n${host}\r\n`, 401],
    ['a broken encoding', `GET /odata/%zz HTTP/1.1\r\n${host}\r\n`, 400],
    [
      'a body announced over 1 MiB',
      `POST /auth/oauth/token HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1048577\r\n\r\n`,
      413,
    ],
    [
      'a body over 1 MiB in chunks',
      `POST /auth/oauth/token HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n110000\r\n${'x'.repeat(0x110000)}\r\n0\r\n\r\n`,
      413,
    ],
  ])('rejects %s with an error body', async (_title, bytes, status) => {
    const { port } = await open();
    const answer = await raw(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toHaveProperty('error');
  });

  it('serves many requests on one connection', async () => {
    const { sandbox, port } = await open();
    const [[name, value] = ['', '']] = Object.entries(headersFor(sandbox, 'odata'));
    const request = `GET /odata/jobs('Nightly')?$select=JobId HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\n`;
    const answer = await raw(port, `${request}\r\n${request}Connection: close\r\n\r\n`);
    expect(answer.match(/\{"JobId":"j1"\}/g)).toHaveLength(2);
  });

  it('resets, cuts, hangs and delays on demand', async () => {
    const { sandbox, urls, headers } = await open();
    const ask = (signal?: AbortSignal) =>
      fetch(`${urls.odata}/jobs('Nightly')`, { headers, ...(signal && { signal }) });
    sandbox.faults.next('getJob', { socket: 'reset' });
    await expect(ask()).rejects.toThrow();
    sandbox.faults.next('getJob', { cutAfter: 5 });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    sandbox.faults.next('getJob', { socket: 'hang' });
    const caller = new AbortController();
    const silent = ask(caller.signal);
    await settleIo();
    caller.abort();
    await expect(silent).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    sandbox.faults.next('getJob', { delay: 60 });
    stopTime();
    const delayed = ask();
    expect(await millisecondsUntil(delayed)).toBeGreaterThanOrEqual(60);
    expect((await delayed).status).toBe(200);
  });

  it('rejects a port that is in use, in one line', async () => {
    const { sandbox, port } = await open();
    await expect(sandbox.listen({ port })).rejects.toThrow(
      `port cannot be used: another program listens on 127.0.0.1:${port}; stop it, use port ${Number(port) + 1}, or 0 for a free one`,
    );
  });

  it('writes an IPv6 address as URLs do', async () => {
    const { sandbox, headers } = await open();
    const { urls } = await sandbox.listen({ host: '::1' });
    expect(urls.odata).toMatch(/^http:\/\/\[::1\]:\d+\/odata$/);
    expect((await fetch(`${urls.odata}/jobs('Nightly')`, { headers })).status).toBe(200);
    expect((await fetch(urls.control)).status).toBe(200);
  });

  it('rejects headers over 16 KiB without a port as with one', async () => {
    const { sandbox, headers } = await open();
    const response = await sandbox.fetch(`${sandbox.urls.odata}/history`, {
      headers: { ...headers, 'x-big': 'x'.repeat(17_000) },
    });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      431,
      'HeadersTooLarge',
    ]);
  });

  it('closes with connections open', async () => {
    const { urls, headers, close } = await open();
    await (await fetch(`${urls.odata}/history`, { headers })).text();
    await close();
    await expect(fetch(`${urls.odata}/history`, { headers })).rejects.toThrow();
  });
});
