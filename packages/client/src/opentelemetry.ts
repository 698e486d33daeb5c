import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { AttemptEvent, ClientEvent, OutcomeEvent, StartEvent } from './options/events.ts';

/** The options of {@link traceCalls}. */
export interface TraceOptions {
  /** Creates the spans. @default the tracer `@syncline/client` of the global tracer provider */
  readonly tracer?: Tracer | undefined;
}

/**
 * Returns an `onEvent` listener that writes spans: one for each call, named after its operation, and inside it one for
 * each request, by OpenTelemetry's semantic conventions for HTTP. It records no query string, header or body.
 *
 * @example
 * ```ts
 * import { basic } from '@syncline/auth';
 * import { createV2Client } from '@syncline/client';
 * import { traceCalls } from '@syncline/client/opentelemetry';
 *
 * const v2 = createV2Client({
 *   baseUrl: 'https://sync.example.com',
 *   credential: basic({ username: 'ada', password: 'the password' }),
 *   onEvent: traceCalls(),
 * });
 * ```
 */
export function traceCalls({
  tracer = trace.getTracer('@syncline/client'),
}: TraceOptions = {}): (event: ClientEvent) => void {
  const calls = new Map<number, Span>();
  return (event) => {
    if (event.type === 'start') calls.set(event.call, startCall(tracer, event));
    const span = calls.get(event.call);
    if (span === undefined) return;
    if (event.type === 'attempt') writeAttempt(tracer, span, event);
    else if (event.type === 'wait') span.addEvent('wait', { 'syncline.wait_ms': event.milliseconds });
    else if (event.type === 'refusal') span.addEvent('refusal', { 'syncline.reason': event.reason });
    else if (event.type === 'outcome') {
      calls.delete(event.call);
      endCall(span, event);
    }
  };
}

const startCall = (tracer: Tracer, { operation, method, interface: which }: StartEvent): Span =>
  tracer.startSpan(operation ?? method, {
    kind: SpanKind.INTERNAL,
    attributes: { 'syncline.interface': which, ...(operation !== undefined && { 'syncline.operation': operation }) },
  });

const endCall = (span: Span, { ok, error, status, attempts }: OutcomeEvent): void => {
  span.setAttribute('syncline.attempts', attempts);
  if (!ok) {
    span.setAttribute('error.type', error?.code ?? String(status));
    span.setStatus(
      error === undefined ? { code: SpanStatusCode.ERROR } : { code: SpanStatusCode.ERROR, message: error.message },
    );
  }
  span.end();
};

const writeAttempt = (tracer: Tracer, parent: Span, event: AttemptEvent): void => {
  const endTime = Date.now();
  const { hostname, port, protocol } = new URL(event.origin);
  const span = tracer.startSpan(
    event.method,
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - event.milliseconds,
      attributes: {
        'http.request.method': event.method,
        'url.full': `${event.origin}${event.path}`,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        ...(event.attempt > 1 && { 'http.request.resend_count': event.attempt - 1 }),
        ...(event.status !== undefined && { 'http.response.status_code': event.status }),
      },
    },
    trace.setSpan(context.active(), parent),
  );
  const failed = event.error ?? (event.status !== undefined && event.status >= 400 ? String(event.status) : undefined);
  if (failed !== undefined) {
    span.setAttribute('error.type', failed);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endTime);
};
