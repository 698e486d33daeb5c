// Calls load this module on demand. It is loaded here in advance, so that no manual clock passes a limit meanwhile.
import '../../src/http/retry-after.ts';
import { createManualClock } from '@syncline/testing';
import {
  CallContext,
  type CallEvent,
  type CallLimits,
  ClientRequest,
  createRetryBudget,
  type RequestEngine,
  standardBudget,
  type Transport,
  type TransportInit,
  type TransportResponse,
} from '../../src/internal.ts';

const standardLimits: CallLimits = {
  timeout: 30_000,
  deadline: 60_000,
  retries: 2,
  streaming: false,
  deadlineBoundsStream: false,
  signal: undefined,
};

/** A call on a manual clock, and what its observer receives. */
export const createCall = (limits: Partial<CallLimits> = {}) => {
  const manual = createManualClock();
  const events: CallEvent[] = [];
  const ends: [error: unknown, status: number | undefined][] = [];
  const request = new ClientRequest('https://api.example/app/jobs?key=secret', {
    method: 'GET',
    operation: 'listJobs',
  });
  const observer = {
    onEvent: (event: CallEvent) => void events.push(event),
    onEnd: (error: unknown, status: number | undefined) => void ends.push([error, status]),
  };
  const context = new CallContext(request, { ...standardLimits, ...limits }, manual.clock, observer);
  return { ...manual, context, events, ends };
};

/** A transport that sends nothing: each request gets the next reply, and further requests get the last one again. */
export const createTransport = (
  ...replies: ((init: TransportInit) => TransportResponse | Promise<TransportResponse>)[]
) => {
  const sent: { url: string; init: TransportInit }[] = [];
  const transport: Transport = async (url, init) => {
    sent.push({ url, init });
    return replies[Math.min(sent.length, replies.length) - 1]!(init);
  };
  return { sent, transport };
};

export const createEngine = (transport: Transport, changes: Partial<RequestEngine> = {}): RequestEngine => ({
  transport,
  budget: createRetryBudget(standardBudget),
  random: () => 0.5,
  maxBodyBytes: 1000,
  scrub: (text) => text.replaceAll('secret', '[redacted]'),
  prepare: () => {},
  ...changes,
});

/** A reply with a text body. */
export const text =
  (body: string, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers });

/** A reply that never comes, even if its signal is aborted. */
export const silence = () => new Promise<TransportResponse>(() => {});

/** A body that sends its chunks, then stays open and silent. It counts how often it is cancelled. */
export const watchedBody = (...chunks: string[]) => {
  const watched = {
    cancelled: 0,
    body: new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
        return chunk === undefined ? new Promise(() => {}) : undefined;
      },
      cancel: () => void (watched.cancelled += 1),
    }),
  };
  return watched;
};

/** The error that a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`not rejected, but ${String(value)}`);
    },
    (error: unknown) => error,
  );

/** A promise that a test settles. */
export const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Value>((...given) => ([resolve, reject] = given));
  return { promise, resolve, reject };
};
