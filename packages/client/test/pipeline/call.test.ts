import { basic, type Credential } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, type ClientOptions, createODataClient, settle, type Transport } from '../../src/index.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve, serveInTurn } from '../support/serve.ts';

const credential = basic({ username: 'ada', password: 'secret' });
const client = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createODataClient({ baseUrl, credential, random: () => 0, ...options });
const rows = { body: [{ connectorid: 'a' }] };

describe('a call', () => {
  it('sends one request with exactly the given parameters', async () => {
    const { url, requests } = await serveInTurn({ body: { JobName: 'a', Scheduled: 'true' } });
    const job = await client(`${url}/app/`).jobs.get("O'Brien/ö", { select: ['JobName', 'Scheduled'] });
    expect(job).toEqual({ JobName: 'a', Scheduled: true });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: "/app/jobs('O%27%27Brien%2F%C3%B6')?$select=JobName%2CScheduled",
    });
    expect(requests[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Basic ${btoa('ada:secret')}`,
    });
  });
  it('writes filter, order and selection with literal names and %20', async () => {
    const { url, requests } = await serveInTurn(rows);
    await client(url).history.list({
      filter: (h) => h.details.contains("it's"),
      select: ['details'],
      orderBy: ['runstartdate desc', 'connectorid'],
    });
    expect(decodeURIComponent(requests[0]?.url ?? '')).toBe(
      "/history?$filter=contains(details,'it''s')&$select=details&$orderby=runstartdate desc,connectorid asc",
    );
    expect(requests[0]?.url).toContain('%20');
    expect(requests[0]?.url).not.toContain('+');
  });
  it('creates no platform Request, Response or URL before the transport', async () => {
    const made: string[] = [];
    const names = ['Request', 'Response', 'URL'] as const;
    const originals = names.map((name) => globalThis[name]);
    const transport: Transport = async () => ({
      status: 200,
      ok: true,
      headers: { get: () => null },
      body: (async function* () {
        yield new TextEncoder().encode('[]');
      })(),
    });
    const odata = client('http://localhost:1', { fetch: transport });
    try {
      for (const name of names) {
        globalThis[name] = class {
          constructor() {
            made.push(name);
          }
        } as never;
      }
      expect(await odata.history.list()).toEqual([]);
    } finally {
      names.forEach((name, index) => Object.assign(globalThis, { [name]: originals[index] }));
    }
    expect(made).toEqual([]);
  });
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const { url, requests } = await serveInTurn(rows);
    const { error } = await settle(client(url).history.list({ signal: AbortSignal.abort('why') }));
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'why', attempts: 0 });
    expect(requests).toHaveLength(0);
  });
  it.each([
    ['while the service is silent', () => {}],
    [
      'while the body arrives',
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('['),
    ],
    [
      'in the pause before a retry',
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(503, { 'retry-after': '5' }).end(),
    ],
  ])('%s ends the call at once', async (title, listener) => {
    const aborter = new AbortController();
    const abort = () => setImmediate(() => aborter.abort(new Error('enough')));
    const url = await serve((request, response) => {
      listener(request, response);
      if (title.includes('silent')) abort();
    });
    // No time passes on this clock, so only the abort can end the call.
    const { clock } = createManualClock();
    const transport: Transport = async (...given) => {
      const response = await fetch(...given);
      if (title.includes('body')) abort();
      return response;
    };
    const events: ClientEvent[] = [];
    const onEvent = (event: ClientEvent) => {
      events.push(event);
      if (event.type === 'wait') abort();
    };
    const { error } = await settle(
      client(url, { clock, fetch: transport, onEvent }).history.list({ signal: aborter.signal }),
    );
    expect(error).toMatchObject({ code: 'ABORTED', attempts: 1 });
    expect(error?.cause).toMatchObject({ message: 'enough' });
    expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: false });
  });
  it('leaves no timer and no listener', async () => {
    const { url } = await serveInTurn({ status: 503, body: {} }, rows);
    const { clock, pending, step } = createManualClock();
    const aborter = new AbortController();
    let listeners = 0;
    const { signal } = aborter;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...given: Parameters<typeof add>) => ((listeners += 1), add(...given)),
      removeEventListener: (...given: Parameters<typeof remove>) => ((listeners -= 1), remove(...given)),
    });
    const events: ClientEvent[] = [];
    const list = client(url, {
      clock,
      onEvent: (event) => event.type === 'wait' && (events.push(event), setImmediate(step)),
    }).history.list({ signal });
    expect(await list).toHaveLength(1);
    expect(events).toHaveLength(1);
    expect(pending.size).toBe(0);
    expect(listeners).toBe(0);
  });
});

describe('time', () => {
  const deaf: Transport = () => new Promise(() => {});
  it('ends a call even if the transport ignores the signal', async () => {
    const { clock, step, waits } = createManualClock();
    const call = settle(
      client('http://localhost:1', { fetch: deaf, clock, timeout: 700, deadline: 1000, retry: 5 }).history.list(),
    );
    for (let count = 0; count < 3; count += 1) {
      await settled();
      step();
    }
    const { error } = await call;
    expect(error).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 1000, attempts: 2 });
    expect(waits).toEqual([700, 0, 300]);
  });
  it('limits of one attempt and of the call can be set per call', async () => {
    const { clock, step } = createManualClock();
    const call = settle(client('http://localhost:1', { fetch: deaf, clock }).history.list({ timeout: 50, retry: 0 }));
    setImmediate(step);
    expect((await call).error).toMatchObject({ limit: 'timeout', milliseconds: 50, attempts: 1 });
    const other = settle(client('http://localhost:1', { fetch: deaf, clock }).history.list({ deadline: 40 }));
    setImmediate(step);
    expect((await other).error).toMatchObject({ limit: 'deadline', milliseconds: 40 });
  });
  it('cancels a response that comes too late', async () => {
    const { clock, step } = createManualClock();
    let cancelled = 0;
    let answer: (response: Response) => void = () => {};
    const transport: Transport = () => new Promise((resolve) => (answer = resolve));
    const call = settle(client('http://localhost:1', { fetch: transport, clock, retry: 0 }).history.list());
    setImmediate(step);
    expect((await call).error?.code).toBe('TIMEOUT');
    answer(new Response(new ReadableStream({ cancel: () => void (cancelled += 1) })));
    await settled();
    expect(cancelled).toBe(1);
  });
});

describe('a credential', () => {
  const renewing = (tokens: string[]): Credential => ({
    scheme: 'clientCredentials',
    apply: async (draft) => {
      draft.headers.authorization = `Bearer ${tokens[0]}`;
    },
    onUnauthorized: async () => tokens.length > 1 && tokens.shift() !== undefined,
    scrub: (text) => text,
  });
  it('is renewed once after a 401, which is not a retry', async () => {
    const { url, requests } = await serveInTurn({ status: 401, body: {} }, rows);
    const events: ClientEvent[] = [];
    await client(url, {
      credential: renewing(['old', 'new']),
      retry: 0,
      onEvent: (event) => events.push(event),
    }).history.list();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(events.map(({ type }) => type)).toEqual(['start', 'refusal', 'attempt', 'outcome']);
    expect(events[1]).toMatchObject({ reason: 'credential' });
  });
  it('is not renewed twice for one request', async () => {
    const { url, requests } = await serveInTurn({ status: 401, body: {} });
    const { error } = await settle(client(url, { credential: renewing(['a', 'b', 'c', 'd']) }).history.list());
    expect(error).toMatchObject({ code: 'HTTP_ERROR', status: 401, attempts: 1 });
    expect(requests).toHaveLength(2);
  });
  it('is applied again for each redirect', async () => {
    let asked = 0;
    const counting = {
      ...renewing(['a']),
      apply: (draft: { headers: Record<string, string> }) =>
        void (draft.headers.authorization = `Bearer ${(asked += 1)}`),
    };
    const { url, requests } = await serveInTurn({ status: 302, body: '', headers: { location: '/else#part' } }, rows);
    await client(url, { credential: counting }).history.list();
    expect(requests.map((request) => request.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
    expect(requests[1]?.url).toBe('/else');
  });
});

describe('raw', () => {
  it('returns data and the response with its headers, without throwing for a failure', async () => {
    const { url } = await serveInTurn(
      { body: [], headers: { etag: '"1"' } },
      { status: 404, body: { error: { code: 'x', message: 'y' } } },
    );
    const { raw } = client(url);
    const good = await raw.GET('/history');
    expect([good.data, good.response.headers.get('etag')]).toEqual([[], '"1"']);
    expect((await raw.GET('/history')).error).toEqual({ error: { code: 'x', message: 'y' } });
  });
  it.each(['text', 'json', 'arrayBuffer', 'blob', 'stream'] as const)('reads as %s', async (parseAs) => {
    const { url } = await serveInTurn({ body: '[1]', headers: { 'content-length': '3' } });
    const { data } = await client(url).raw.GET('/history', { parseAs });
    const text =
      parseAs === 'json'
        ? JSON.stringify(data)
        : typeof data === 'string'
          ? data
          : await new Response(data as BodyInit).text();
    expect(text).toBe('[1]');
  });
  it('accepts other content types if configured, and other headers', async () => {
    const { url, requests } = await serveInTurn({ body: 'a;b', headers: { 'content-type': 'text/csv' } });
    const { data } = await client(url).raw.GET('/history', {
      parseAs: 'text',
      headers: { accept: 'text/csv', 'X-Trace': '7' },
    });
    expect(data).toBe('a;b');
    expect(requests[0]?.headers).toMatchObject({ accept: 'text/csv', 'x-trace': '7' });
  });
  it('works with openapi-fetch middleware', async () => {
    const { url } = await serveInTurn(rows);
    const { raw } = client(url);
    raw.use({ onResponse: ({ response }) => (expect(response.status).toBe(200), undefined) });
    expect((await raw.GET('/history')).data).toEqual(rows.body);
  });
});

describe('the retry budget', () => {
  it('ends the retries of the whole client if nothing succeeds', async () => {
    const { url, requests } = await serveInTurn({ status: 503, body: {} });
    const events: ClientEvent[] = [];
    const odata = client(url, { onEvent: (event) => events.push(event) });
    for (let call = 0; call < 40; call += 1) await settle(odata.history.list());
    // 500 tokens pay for 50 retries at 10 tokens each.
    expect(requests).toHaveLength(40 + 50);
    expect(events.filter((event) => event.type === 'refusal' && event.reason === 'budget')).toHaveLength(15);
  });
});

it('a listener that throws affects nothing', async () => {
  const { url } = await serveInTurn(rows);
  const list = client(url, {
    onEvent: () => {
      throw new Error('mine');
    },
  }).history.list();
  expect(await list).toHaveLength(1);
});
it('a browser’s hidden redirect is refused', async () => {
  const transport: Transport = async () => ({
    status: 0,
    ok: false,
    type: 'opaqueredirect',
    headers: { get: () => null },
    body: null,
  });
  const { error } = await settle(client('http://localhost:1', { fetch: transport }).history.list());
  expect(error).toMatchObject({ code: 'REDIRECT_REFUSED', targetOrigin: undefined });
});
