import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type FaultRule, type ListeningSandbox } from '../../src/index.ts';
import { millisecondsUntil, settleIo, stopTime } from '../support/fake-time.ts';

const sandbox = createSandbox({
  data: { jobs: [{ JobName: 'Nightly', Source: 'CRM' }], history: Array.from({ length: 6000 }, (_, n) => ({ n })) },
});
const key = { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value };
let served: ListeningSandbox;
beforeAll(async () => void (served = await sandbox.listen()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const transports: [string, (path?: string, init?: RequestInit) => Promise<Response>][] = [
  ['over a port', (path = "/jobs('Nightly')", init = {}) => fetch(served.urls.odata + path, { headers: key, ...init })],
  [
    'without a port',
    (path = "/jobs('Nightly')", init = {}) => sandbox.fetch(sandbox.urls.odata + path, { headers: key, ...init }),
  ],
];
const causeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof TypeError ? whyOf(error.cause as { code?: string; message: string }) : (error as Error).name,
  );
/** Repeats the request until the service responds. After each failure, it moves the stopped clock forward. */
async function until(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch {
      vi.advanceTimersByTime(10);
      await settleIo();
    }
  }
}
const whyOf = ({ code, message }: { code?: string; message: string }): string =>
  code ?? message.replace(/ \(.*\)$/, '');

/**
 * Returns all bytes, the number of pieces in which they arrived, and how the connection ended. A connection counts as
 * open if it is idle after the bytes match `openAfter`.
 */
function raw(
  headers: string,
  path = "/odata/jobs('Nightly')",
  openAfter?: RegExp,
): Promise<{ text: string; pieces: number; ended: 'closed' | 'reset' | 'open' }> {
  return new Promise((resolve) => {
    let text = '';
    let pieces = 0;
    let ended: 'closed' | 'reset' | 'open' = 'open';
    const socket = connect(Number(new URL(served.urls.odata).port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
    ).setNoDelay(true);
    const leaveIfOpen = (): void => {
      if (openAfter?.test(text)) void settleIo(100).then(() => socket.destroy());
    };
    leaveIfOpen();
    socket.on('data', (chunk) => {
      pieces++;
      text += chunk.toString();
      leaveIfOpen();
    });
    socket
      .on('end', () => (ended = 'closed'))
      .on('error', () => (ended = 'reset'))
      .on('close', () => resolve({ text, pieces, ended }));
  });
}
const keyLine = Object.entries(key)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

describe.each(transports)('a connection %s', (_, ask) => {
  const meet = (fault: Omit<FaultRule, 'operation'>, path?: string, init?: RequestInit): Promise<Response> => {
    sandbox.faults.next('*', fault);
    return ask(path, init);
  };

  it.each<[string, Omit<FaultRule, 'operation'>, string]>([
    ['reset before any byte', { socket: 'reset' }, 'ECONNRESET'],
    ['closed before any byte', { socket: 'close' }, 'UND_ERR_SOCKET'],
    ['no HTTP at all', { raw: '220 mail.example.com ESMTP\r\n' }, 'Response does not match the HTTP/1.1 protocol'],
  ])('%s', async (_title, fault, code) => {
    expect(await causeOf(meet(fault))).toBe(code);
    expect((await ask()).status).toBe(200);
  });

  it.each<[string, Omit<FaultRule, 'operation'>, string?]>([
    ['cut in the body', { socket: 'cut' }],
    ['ended in the body', { socket: 'end' }],
    ['ended after three bytes', { socket: 'end', cutAfter: 3 }],
    ['ended in chunks without their end', { socket: 'end' }, '/history'],
    ['cut in chunks', { cutAfter: 9000 }, '/history'],
  ])('%s', async (_title, fault, path) => {
    const response = await meet(fault, path);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  it.each([
    ['of one text', "/jobs('Nightly')"],
    ['of many', '/history'],
  ])('stalled in the body %s', async (_title, path) => {
    const caller = new AbortController();
    const response = await meet({ socket: 'stall', cutAfter: 4 }, path, { signal: caller.signal });
    const reader = response.body!.getReader();
    expect((await reader.read()).value).toHaveLength(4);
    const silent = reader.read();
    expect(
      await Promise.race([
        silent.then(
          () => 'went on',
          () => 'failed',
        ),
        settleIo(100),
      ]),
    ).toBeUndefined();
    caller.abort();
    await expect(silent).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('down for a while: it is reset, others are refused, then it responds at the same address', async () => {
    stopTime();
    // This test uses its own sandbox, because the end of the outage depends on the stopped clock.
    const other = createSandbox({ data: {} });
    const { urls } = await other.listen();
    const ask = (): Promise<Response> =>
      _ === 'over a port' ? fetch(`${urls.odata}/history`) : other.fetch(`${other.urls.odata}/history`);
    other.faults.next('*', { outage: 700 });
    expect(await causeOf(ask())).toBe('ECONNRESET');
    expect(await causeOf(ask())).toBe('ECONNREFUSED');
    vi.advanceTimersByTime(699);
    await settleIo();
    expect(await causeOf(ask())).toBe('ECONNREFUSED');
    vi.advanceTimersByTime(1);
    await settleIo();
    expect((await ask()).status).toBe(401);
    await other.close();
  });

  it('whose headers come byte by byte', async () => {
    stopTime();
    const body = meet({ headerDrip: 1 }).then((response) => response.json());
    expect(await millisecondsUntil(body)).toBeGreaterThan(60);
    expect(await body).toEqual({ JobName: 'Nightly', Source: 'CRM' });
    const caller = new AbortController();
    const slow = causeOf(meet({ headerDrip: 20 }, undefined, { signal: caller.signal }));
    await settleIo();
    vi.advanceTimersByTime(80);
    caller.abort();
    expect(await slow).toBe('AbortError');
  });

  it('with early hints before the response', async () => {
    expect(await (await meet({ earlyHints: '</style.css>; rel=preload' })).json()).toEqual({
      JobName: 'Nightly',
      Source: 'CRM',
    });
  });

  it('whose response has no content type', async () => {
    for (const fault of [{ text: '{}' }, { text: '' }, { text: 'ü' }, {}, { status: 500 }, { cutAfter: 1 }]) {
      const { headers } = await meet({ contentType: null, ...fault });
      expect(headers.get('content-type')).toBeNull();
    }
  });

  it('that repeats the request: in an error, in a 200, in a header and in an address', async () => {
    const error = (await (
      await meet(
        { status: 400, text: '{"error":{"code":"X","message":"{request}"}}' },
        "/jobs('Nightly')?$select=JobName",
      )
    ).json()) as { error: { message: string } };
    expect(error.error.message).toMatch(/^GET \/odata\/jobs\('Nightly'\)\?\$select=JobName \{/);
    expect(JSON.parse(error.error.message.slice(error.error.message.indexOf(' {')))).toMatchObject(key);
    const moved = await meet(
      { status: 307, redirect: 'https://b.example/?r={request}', headers: { 'X-Echo': '{request}' } },
      undefined,
      { redirect: 'manual' },
    );
    for (const text of [moved.headers.get('x-echo')!, new URL(moved.headers.get('location')!).searchParams.get('r')!])
      expect(decodeURIComponent(text)).toContain(Object.values(key)[0]);
  });
});

describe('the bytes of a fault on a connection', () => {
  const meet = (fault: Omit<FaultRule, 'operation'>, openAfter?: RegExp) => {
    sandbox.faults.next('*', fault);
    return raw(keyLine, undefined, openAfter);
  };

  it.each<[Omit<FaultRule, 'operation'>, RegExp, string]>([
    [{ socket: 'reset' }, /^$/, 'reset'],
    [{ socket: 'close' }, /^$/, 'closed'],
    [{ socket: 'hang' }, /^$/, 'open'],
    [{ socket: 'end', cutAfter: 2 }, /content-length: 36\r\n[^]*\r\n\r\n\{"$/, 'closed'],
    [{ socket: 'stall', cutAfter: 2 }, /\r\n\r\n\{"$/, 'open'],
    [{ raw: 'HTTP/1.1 abc OK\r\n\r\n' }, /^HTTP\/1.1 abc OK\r\n\r\n$/, 'closed'],
    [
      { raw: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]' },
      /Length: 3\r\n\r\n\[\]$/,
      'closed',
    ],
    [
      { earlyHints: '</a>; rel=preload' },
      /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1.1 200 OK\r\n/,
      'open',
    ],
    [{ headerDrip: 0, socket: 'stall', cutAfter: 1 }, /connection: close\r\n\r\n\{$/, 'open'],
  ])('%j', async (fault, text, ended) => {
    const seen = await meet(fault, ended === 'open' ? text : undefined);
    expect(seen.text).toMatch(text);
    expect(seen.ended).toBe(ended);
  });

  it('dripping headers arrive in separate chunks', async () => {
    stopTime();
    const dripping = meet({ headerDrip: 1 });
    await millisecondsUntil(dripping);
    const { text, pieces } = await dripping;
    expect(pieces).toBeGreaterThan(40);
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\n\{"JobName":"Nightly","Source":"CRM"\}$/);
  });

  it('a fault waits for earlier requests that arrived at the same time', async () => {
    sandbox.faults.add({ after: 1, times: 1, socket: 'reset' });
    const { text, ended } = await raw(`${keyLine}\r\nGET /odata/nowhere HTTP/1.1\r\nHost: x\r\n`);
    expect(text).toContain('{"JobName":"Nightly","Source":"CRM"}');
    expect(ended).toBe('reset');
  });

  it('an outage without a request, and a close in the middle of it', async () => {
    stopTime();
    const other = await sandbox.listen();
    const address = `${other.urls.odata}/history`;
    other.outage('300ms');
    other.outage(60_000);
    expect(await causeOf(fetch(address))).toBe('ECONNREFUSED');
    expect((await until(() => fetch(address))).status).toBe(401);
    expect(() => other.outage('soon')).toThrow('"soon"');
    other.outage(30);
    await other.close();
    vi.advanceTimersByTime(80);
    await settleIo();
    expect(await causeOf(fetch(address))).toBe('ECONNREFUSED');
  });

  it('an outage lasts until its port is free again', async () => {
    stopTime();
    const [other, rival] = [await sandbox.listen(), createSandbox()];
    const port = Number(new URL(other.urls.odata).port);
    other.outage(40);
    const taken = await rival.listen({ port });
    vi.advanceTimersByTime(40);
    await settleIo();
    await taken.close();
    expect((await until(() => fetch(`${other.urls.odata}/history`))).status).toBe(401);
    await other.close();
    await rival.close();
  });
});
