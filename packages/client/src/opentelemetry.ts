import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ConfigError, guardSync, ownOptions } from '@syncline/core/internal';
import type {
  AttemptEvent,
  ClientEvent,
  OutcomeEvent,
  StartEvent,
  TraceAttempt,
  TracedAttempt,
  TracedResult,
} from './options/events.ts';

type SpanStarter = Pick<Tracer, 'startSpan'>;

/** The options of {@link traceCalls}. */
export interface TraceOptions {
  /** Creates the spans. @default the tracer `@syncline/client` of the global tracer provider */
  readonly tracer?: Tracer | undefined;
}

/** The two options of a client that write spans. */
export interface CallTracing {
  readonly onEvent: (event: ClientEvent) => void;
  readonly traceAttempt: TraceAttempt;
}

/**
 * Returns an `onEvent` listener that writes spans: one for each call, named after its operation, and inside it one for
 * each request, by OpenTelemetry's semantic conventions for HTTP. It records no query string, header or body.
 *
 * It also has the two options of {@link CallTracing}. With both, each attempt runs inside its span, so that spans of
 * the transport are children of it, and the service receives `traceparent` and `tracestate` (W3C Trace Context).
 *
 * @throws {ConfigError} when `tracer` is not a Tracer
 * @example
 * ```ts
 * import { basic } from '@syncline/auth';
 * import { createV2Client } from '@syncline/client';
 * import { traceCalls } from '@syncline/client/opentelemetry';
 *
 * const { onEvent, traceAttempt } = traceCalls();
 * const v2 = createV2Client({
 *   baseUrl: 'https://sync.example.com',
 *   credential: basic({ username: 'ada', password: 'the password' }),
 *   onEvent,
 *   traceAttempt,
 * });
 * ```
 */
export function traceCalls(options?: TraceOptions): ((event: ClientEvent) => void) & CallTracing {
  const { tracer: tracerOption = trace.getTracer('@syncline/client') } = ownOptions(options, { tracer: 1 });
  if (typeof (tracerOption as Partial<Tracer> | null)?.startSpan !== 'function')
    throw new ConfigError('tracer', "must be a Tracer, such as provider.getTracer('name')");
  const tracer: SpanStarter = {
    startSpan: (...span) =>
      guardSync(
        () => tracerOption.startSpan(...span),
        () => trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
        (started) => typeof (started as Partial<Span> | undefined)?.spanContext === 'function',
      ),
  };
  const calls = new Map<number, Span>();
  /** The calls whose attempts have spans already */
  const traced = new Set<number>();
  const onEvent = (event: ClientEvent): void => {
    if (event.type === 'start') calls.set(event.call, startCall(tracer, event));
    const span = calls.get(event.call);
    if (span === undefined) return;
    if (event.type === 'attempt' && !traced.has(event.call)) writeAttempt(tracer, span, event);
    else if (event.type === 'wait') span.addEvent('wait', { 'syncline.wait_ms': event.milliseconds });
    else if (event.type === 'refusal') span.addEvent('refusal', { 'syncline.reason': event.reason });
    else if (event.type === 'outcome') {
      calls.delete(event.call);
      traced.delete(event.call);
      endCall(span, event);
    }
  };
  const traceAttempt: TraceAttempt = (attempt, send) => {
    const call = calls.get(attempt.call);
    if (call !== undefined) traced.add(attempt.call);
    const parent = call === undefined ? context.active() : trace.setSpan(context.active(), call);
    const span = startAttempt(tracer, attempt, parent);
    const sent = context.with(trace.setSpan(parent, span), () => send(traceHeaders(span)));
    return sent.then((result) => {
      endAttempt(span, result);
      span.end();
    });
  };
  return Object.assign(onEvent, { onEvent, traceAttempt });
}

/** The headers of W3C Trace Context. */
const traceHeaders = (span: Span): Record<string, string> => {
  const spanContext = span.spanContext();
  if (!isSpanContextValid(spanContext)) return {};
  const { traceId, spanId, traceFlags, traceState } = spanContext;
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  const tracestate = traceState?.serialize();
  return tracestate ? { traceparent, tracestate } : { traceparent };
};

const startCall = (tracer: SpanStarter, { operation, method, interface: which }: StartEvent): Span =>
  tracer.startSpan(operation ?? method, {
    kind: SpanKind.INTERNAL,
    attributes: { 'syncline.interface': which, ...(operation !== undefined && { 'syncline.operation': operation }) },
  });

const endCall = (span: Span, { ok, error, status, attempts }: OutcomeEvent): void => {
  span.setAttribute('syncline.attempts', attempts);
  if (!ok) {
    span.setAttribute('error.type', error?.code ?? String(status));
    // The message of the error may have a text of the service, and with it the query that the service repeats.
    const message = [error?.code, status].filter((part) => part !== undefined).join(' ');
    span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
  span.end();
};

const startAttempt = (
  tracer: SpanStarter,
  { attempt, method, origin, path }: TracedAttempt,
  parent: Context,
  startTime?: number,
): Span => {
  const { hostname, port, protocol } = new URL(origin);
  return tracer.startSpan(
    method,
    {
      kind: SpanKind.CLIENT,
      ...(startTime !== undefined && { startTime }),
      attributes: {
        'http.request.method': method,
        'url.full': `${origin}${path}`,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
      },
    },
    parent,
  );
};

const endAttempt = (span: Span, { status, error }: TracedResult): void => {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  const failed = error ?? (status !== undefined && status >= 400 ? String(status) : undefined);
  if (failed === undefined) return;
  span.setAttribute('error.type', failed);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Writes the span of an attempt that has ended. */
const writeAttempt = (tracer: SpanStarter, call: Span, event: AttemptEvent): void => {
  const endTime = Date.now();
  const span = startAttempt(tracer, event, trace.setSpan(context.active(), call), endTime - event.milliseconds);
  endAttempt(span, event);
  span.end(endTime);
};
