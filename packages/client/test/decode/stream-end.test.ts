import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, type ClientOptions, createODataClient, settle, type Transport } from '../../src/index.ts';
import { eventually } from '../support/events.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve } from '../support/serve.ts';

const client = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createODataClient({ baseUrl, credential: basic({ username: 'ada', password: 'x' }), ...options });
const json = { 'content-type': 'application/json' };
/** A transport that sends the given records and then only spaces, without end. */
const dripping =
  (records: string, drip: () => void): Transport =>
  async () => ({
    status: 200,
    ok: true,
    headers: { get: () => 'application/json' },
    body: (async function* () {
      yield new TextEncoder().encode(`[${records}`);
      for (;;) {
        drip();
        yield new TextEncoder().encode(' ');
      }
    })(),
  });

describe('the deadline of a stream', () => {
  it.each([
    ['before its first record', '', 0],
    ['after a record', '{"a":1},{"a":2},{', 2],
  ])('ends one that drips without a record %s', async (_, records, count) => {
    const { clock, advance } = createManualClock();
    const late = {
      ...clock,
      wait: (ms: number, end: () => void) => (ms === 0 ? (end(), () => {}) : clock.wait(ms, end)),
    };
    const fetch = dripping(records, () => advance(400));
    const found: unknown[] = [];
    const reading = (async () => {
      for await (const record of client('http://localhost:1', { fetch, clock: late, deadline: 5000 }).history.stream())
        found.push(record);
    })();
    expect((await settle(reading)).error).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 5000 });
    expect(found).toHaveLength(count);
  });
  it('does not count the time that its reader takes', async () => {
    const { clock, advance } = createManualClock();
    const url = await serve((_, response) => {
      response.writeHead(200, json).write('[{"a":1},{');
      response.write('"a":2},{"a":3},{');
      setImmediate(() => response.end('"a":4}]'));
    });
    const found: unknown[] = [];
    for await (const record of client(url, { clock, deadline: 1000 }).history.stream()) {
      found.push(record);
      advance(10_000);
    }
    expect(found).toHaveLength(4);
  });
});

describe('return() of a stream while next() waits', () => {
  const events: ClientEvent[] = [];
  const waiting: Readonly<Record<string, () => Promise<Partial<ClientOptions> & { baseUrl: string }>>> = {
    'for the response': async () => ({ baseUrl: await serve(() => {}) }),
    'for a record': async () => ({
      baseUrl: await serve((_, response) => void response.writeHead(200, json).write('[{"a":1')),
    }),
    'for a transport that ignores its signal': async () => ({
      baseUrl: 'http://localhost:1',
      fetch: () => new Promise(() => {}),
    }),
    'for a body that ignores its end': async () => ({
      baseUrl: 'http://localhost:1',
      fetch: async () => ({
        status: 200,
        ok: true,
        headers: { get: () => null },
        body: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) },
      }),
    }),
    'for the pause before a retry': async () => ({
      baseUrl: await serve((_, response) => void response.writeHead(503, { 'retry-after': '50' }).end()),
    }),
    'for the credential': async () => ({
      baseUrl: 'http://localhost:1',
      credential: basic({ username: 'ada', password: () => new Promise<never>(() => {}) }),
    }),
  };
  it.each(Object.entries(waiting))('%s ends both at once', async (_, create) => {
    const { baseUrl, ...options } = await create();
    events.length = 0;
    const { clock } = createManualClock();
    const stream = client(baseUrl, { clock, onEvent: (event) => events.push(event), ...options }).history.stream();
    const pending = [stream.next(), stream.next()];
    await eventually(() => events.length > 0);
    for (let turn = 0; turn < 20; turn += 1) await settled();
    expect(await stream.return?.()).toEqual({ done: true, value: undefined });
    expect(await Promise.all(pending)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(events.at(-1)).toMatchObject({ type: 'outcome' });
  });
  it('closes the connection', async () => {
    let closed = false;
    let asked = false;
    const url = await serve((_, response) => {
      asked = true;
      response.writeHead(200, json).write('[');
      response.on('close', () => (closed = true));
    });
    const stream = client(url).history.stream();
    const pending = stream.next();
    await eventually(() => asked);
    await stream.return?.();
    expect((await pending).done).toBe(true);
    await eventually(() => closed);
  });
  it('leaves no listener on the caller’s signal, however the stream ends', async () => {
    const url = await serve((request, response) => {
      if (request.url?.includes('connectors')) response.writeHead(404, json).end('{}');
      else response.writeHead(200, json).end('[{"a":1},{"a":2}]');
    });
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: never, options?: AddEventListenerOptions) => {
      listeners.add(listener);
      options?.signal?.addEventListener('abort', () => listeners.delete(listener));
      add(type, listener, options);
    };
    const odata = client(url);
    for await (const _ of odata.history.stream({ signal }));
    for await (const _ of odata.history.stream({ signal })) break;
    await settle(odata.connectors.stream({ signal }).next());
    expect([...listeners]).toEqual([]);
  });
  it('on an abort passes the caller’s reason on', async () => {
    const aborter = new AbortController();
    aborter.abort('enough');
    const error = await odataError(client('http://localhost:1').history.stream({ signal: aborter.signal }));
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' });
  });
});

const odataError = async (stream: AsyncIterator<unknown>): Promise<unknown> => (await settle(stream.next())).error;

describe('a stream that cannot be read', () => {
  it('is one whose transport returns a body of something other than bytes', async () => {
    const fetch: Transport = async () => ({
      status: 200,
      ok: true,
      headers: { get: () => 'application/json' },
      body: (async function* () {
        yield '[{"a":1}]' as never;
      })(),
    });
    const stream = client('https://sync.example', { fetch }).history.stream();
    await expect(stream.next()).rejects.toMatchObject({
      code: 'CALLBACK_FAILED',
      message: 'GET /history: fetch failed: its body must be bytes',
    });
  });

  it('is one of records that the client’s tables do not describe', async () => {
    const listHistory = { method: 'GET', path: '/history', response: { kind: 'collection', record: 'Run' } } as const;
    const tables = { operations: { listHistory }, decode: {} } as never;
    const odata = createODataClient({
      baseUrl: 'https://sync.example',
      credential: basic({ username: 'ada', password: 'x' }),
      tables,
    }) as ReturnType<typeof createODataClient>;
    const read = async () => odata.history.stream().next();
    await expect(read()).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'tables',
      message: 'tables must have a decode table for the records of listHistory',
    });
  });
});
