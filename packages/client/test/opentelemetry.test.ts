import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { basic } from '@syncline/auth';
import { expect, it } from 'vitest';
import { createCloudClient, createODataClient, settle } from '../src/index.ts';
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
it('uses the global tracer where none is given', () => {
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
