import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, type ContextManager, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { basic, clientCredentials } from '@syncline/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, settle, type TraceAttempt, type Transport } from '../src/index.ts';
import { traceCalls } from '../src/opentelemetry.ts';
import { leaksIn, canary } from './hostile/canaries.ts';
import { serveInTurn } from './support/serve.ts';

const traced = () => {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
  return { exporter, onEvent: traceCalls({ tracer }) };
};
const credential = basic({ username: 'ada', password: canary });

it('writes a span for a call and one for each of its requests', async () => {
  const { exporter, onEvent } = traced();
  const { url } = await serveInTurn({ status: 503, body: {} }, { body: [] });
  await createODataClient({ baseUrl: url, credential, onEvent, random: () => 0 }).history.list({
    filter: (h) => h.details.eq('private'),
  });
  const [first, second, call] = exporter.getFinishedSpans();
  expect(first).toMatchObject({
    name: 'GET',
    status: { code: SpanStatusCode.ERROR },
    attributes: {
      'http.response.status_code': 503,
      'error.type': '503',
      'url.full': `${url}/history`,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(url).port),
    },
  });
  expect(second?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.request.resend_count': 1,
    'http.response.status_code': 200,
  });
  expect(call).toMatchObject({
    name: 'listHistory',
    attributes: { 'syncline.attempts': 2, 'syncline.interface': 'odata' },
    status: { code: SpanStatusCode.UNSET },
  });
  expect([first, second].every((span) => span?.parentSpanContext?.spanId === call?.spanContext().spanId)).toBe(true);
  expect(call?.events.map(({ name }) => name)).toEqual(['wait']);
  expect(JSON.stringify([first, second, call].map((span) => [span?.attributes, span?.events]))).not.toContain(
    'private',
  );
});
it('marks a call that failed, and shows no secret', async () => {
  const { exporter, onEvent } = traced();
  await settle(createCloudClient({ baseUrl: 'http://127.0.0.1:1', credential, onEvent }).query('SELECT 1'));
  const { url } = await serveInTurn({ status: 302, body: '', headers: { location: `http://example.com/${canary}` } });
  await settle(createODataClient({ baseUrl: url, credential, onEvent }).raw.GET('/history'));
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
    ['POST', 'NETWORK_ERROR'],
    ['runQuery', 'NETWORK_ERROR'],
    ['GET', 'REDIRECT_REFUSED'],
    ['GET', 'REDIRECT_REFUSED'],
  ]);
  expect(leaksIn(spans.map(({ attributes, events, status, name }) => ({ attributes, events, status, name })))).toEqual(
    [],
  );
});
it('uses the global tracer if none is given', () => {
  const listener = traceCalls();
  const identity = {
    call: -1,
    operation: undefined,
    interface: 'odata',
    method: 'GET',
    path: '/',
    origin: 'https://h',
  } as const;
  listener({ type: 'start', ...identity });
  listener({ type: 'attempt', ...identity, attempt: 1, milliseconds: 1, status: 200, error: undefined });
  listener({ type: 'outcome', ...identity, ok: false, status: 404, attempts: 1, milliseconds: 1, error: undefined });
  listener({ type: 'wait', ...identity, attempt: 1, milliseconds: 1, retryAfterSeconds: undefined });
});

it('the status of a span has the code of the error and the status of the response, and no text of the service', async () => {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
  const message = "The request /history?$filter=customer eq 'Ada' is wrong.";
  const { url } = await serveInTurn({ status: 400, body: { error: { code: 'Bad', message } } });
  const odata = createODataClient({ baseUrl: url, credential, onEvent: traceCalls({ tracer }), retry: 0 });
  const error: unknown = await odata.history.list().catch((thrown: unknown) => thrown);
  expect((error as Error).message).toContain('Ada');
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ status }) => status.message)).toEqual([undefined, 'HTTP_ERROR 400']);
  expect(JSON.stringify(spans.map(({ attributes, events, status }) => [attributes, events, status]))).not.toMatch(
    /Ada|filter/,
  );
});

describe('the span of an attempt', () => {
  /** A minimal copy of OpenTelemetry's context manager for Node. */
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self as never, ...args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  beforeAll(() => void context.setGlobalContextManager(manager));
  afterAll(() => context.disable());
  const made = () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
    const { onEvent, traceAttempt } = traceCalls({ tracer });
    return { exporter, tracer, onEvent, traceAttempt };
  };
  const parentOf = (header: unknown) => String(header).split('-')[2];

  it('is active while the attempt runs, is a child of the call, and reaches the service', async () => {
    const { exporter, tracer, onEvent, traceAttempt } = made();
    const { url, requests } = await serveInTurn(
      { status: 503, body: {} },
      { status: 302, body: '', headers: { location: '/elsewhere' } },
      { body: [] },
    );
    const active: unknown[] = [];
    const transport: Transport = (address, init) => {
      active.push(trace.getActiveSpan()?.spanContext().spanId);
      return fetch(address, init);
    };
    const odata = createODataClient({
      baseUrl: url,
      credential,
      onEvent,
      traceAttempt,
      fetch: transport,
      random: () => 0,
    });
    await tracer.startActiveSpan('mine', async (mine) => {
      await odata.history.list();
      mine.end();
    });
    const [first, second, call, mine] = exporter.getFinishedSpans();
    const idOf = (span: typeof first) => span?.spanContext().spanId;
    expect([first, second, call, mine].map((span) => span?.name)).toEqual(['GET', 'GET', 'listHistory', 'mine']);
    expect([first, second].map((span) => span?.parentSpanContext?.spanId)).toEqual([idOf(call), idOf(call)]);
    expect(call?.parentSpanContext?.spanId).toBe(idOf(mine));
    expect(active).toEqual([idOf(first), idOf(second), idOf(second)]);
    expect(requests.map(({ headers }) => parentOf(headers.traceparent))).toEqual(active);
    expect(requests[0]?.headers.traceparent).toBe(`00-${mine?.spanContext().traceId}-${idOf(first)}-01`);
    expect(first?.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
  });
  it('goes to no other origin: not to a token endpoint, and not to the target of a redirect', async () => {
    const { onEvent, traceAttempt } = made();
    const token = await serveInTurn({ body: { access_token: 'a-token', token_type: 'bearer', expires_in: 60 } });
    const target = await serveInTurn({ body: [] });
    const { url, requests } = await serveInTurn({ status: 302, body: '', headers: { location: target.url } });
    const odata = createODataClient({
      baseUrl: url,
      credential: clientCredentials({ authUrl: token.url, clientId: 'a', clientSecret: canary }),
      onEvent,
      traceAttempt,
    });
    expect((await settle(odata.history.list())).error?.code).toBe('REDIRECT_REFUSED');
    expect(requests[0]?.headers.traceparent).toMatch(/^00-/);
    expect(token.requests[0]?.headers.traceparent).toBeUndefined();
    expect(target.requests).toHaveLength(0);
  });
  it('works without the listener, and in streams', async () => {
    const { exporter, traceAttempt } = made();
    const { url } = await serveInTurn({ body: [{ a: 1 }] });
    for await (const _ of createODataClient({ baseUrl: url, credential, traceAttempt }).history.stream());
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['GET']);
  });
  it('has the code of the error of an attempt without a response', async () => {
    const { exporter, onEvent, traceAttempt } = made();
    await settle(
      createODataClient({ baseUrl: 'http://127.0.0.1:1', credential, onEvent, traceAttempt, retry: 0 }).history.list(),
    );
    expect(exporter.getFinishedSpans()[0]?.attributes['error.type']).toBe('NETWORK_ERROR');
  });
});

it.each([
  [null],
  ['text'],
  [{}],
  [new BasicTracerProvider()],
])('refuses a tracer that cannot start a span, instead of writing none', (tracer) => {
  expect(() => traceCalls({ tracer } as never)).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: "tracer must be a Tracer, such as provider.getTracer('name')",
    }),
  );
});

describe('a custom tracer', () => {
  const call = async (traceAttempt: unknown) => {
    const { url, requests } = await serveInTurn({ body: [{ a: 1 }] });
    const odata = createODataClient({ baseUrl: url, credential, traceAttempt: traceAttempt as TraceAttempt });
    expect(await odata.history.list()).toEqual([{ a: 1 }]);
    expect(requests).toHaveLength(1);
    return requests[0]?.headers ?? {};
  };
  it.each<[string, TraceAttempt]>([
    [
      'throws before it sends',
      () => {
        throw new Error('mine');
      },
    ],
    [
      'throws after it has sent',
      (_, send) => {
        void send();
        throw new Error('mine');
      },
    ],
    [
      'rejects',
      (async () => {
        throw new Error('mine');
      }) as never,
    ],
    ['never sends', () => {}],
    ['hangs', (() => new Promise(() => {})) as never],
    [
      'sends twice',
      (_, send) => {
        void send();
        void send();
      },
    ],
    ['sends late', (_, send) => void Promise.resolve().then(() => send({ late: 'yes' }))],
    ['returns something else', (() => 7) as never],
    ['passes a number as the headers', (_, send) => void send(7 as never)],
  ])('that %s changes nothing', async (_, traceAttempt) => {
    expect((await call(traceAttempt)).late).toBeUndefined();
  });
  it('adds only headers that can be sent, and replaces none', async () => {
    const headers = await call(((_: unknown, send: (headers: object) => unknown) => {
      void send({
        traceparent: '00-a',
        accept: 'text/html',
        authorization: 'Bearer x',
        'x-bad': 'a\r\nb: c',
        'b ad': 'x',
        'x-number': 7,
      });
    }) as never);
    expect(headers).toMatchObject({
      traceparent: '00-a',
      accept: 'application/json',
      authorization: expect.stringMatching(/^Basic /),
    });
    expect([headers['x-bad'], headers.b]).toEqual([undefined, undefined]);
  });
  it('receives how an attempt ended', async () => {
    const results: unknown[] = [];
    const traceAttempt: TraceAttempt = async ({ attempt, call: number, operation, path }, send) => {
      results.push([attempt, typeof number, operation, path, await send()]);
    };
    const { url } = await serveInTurn({ status: 503, body: {} }, { body: [] });
    await createODataClient({ baseUrl: url, credential, traceAttempt, random: () => 0 }).history.list();
    expect(results).toEqual([
      [1, 'number', 'listHistory', '/history', { status: 503, error: undefined }],
      [2, 'number', 'listHistory', '/history', { status: 200, error: undefined }],
    ]);
  });
});
