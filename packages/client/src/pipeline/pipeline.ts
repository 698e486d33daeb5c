import {
  CallContext,
  type CallLimits,
  type CallObserver,
  cancelBody,
  type ClientRequest,
  type ClientResponse,
  headerOf,
  notify,
  type RequestEngine,
  sendRequest,
  withoutPrototype,
  checkMilliseconds,
  checkRetry,
  checkSignal,
} from '@syncline/core';
import type { Decode } from '../decode/operation.ts';
import { shown } from '../decode/service-error.ts';
import type { SynclineErrorUnion } from '../errors/guards.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { CallIdentity } from '../options/events.ts';
import type { Settings } from '../options/settings.ts';
import { createAuthentication, guardRedirects } from './authenticate.ts';
import { decodeResponse } from './decode-response.ts';

/** How to send a request and decode its response. */
export interface CallInit {
  /** Decodes the response; absent for calls through `raw`, which use the response itself */
  readonly decode?: Decode | undefined;
  /** Whether the body is read while it arrives, instead of before it is decoded */
  readonly streaming?: boolean | undefined;
  readonly options?: CallOptions | undefined;
  /** The address of a following page, instead of the operation's own */
  readonly url?: string | undefined;
  /** When the first page was requested, by the client's clock: the deadline counts from then */
  readonly startedAt?: number | undefined;
}

/** The result of a call. */
export interface CallResult {
  readonly response: ClientResponse;
  /** What `decode` returned */
  readonly value: unknown;
  /** The call that has ended, for errors and its secrets */
  readonly context: CallContext;
}

/** Sends the request of a call, and decodes its response. */
export type SendCall = (request: ClientRequest, init: CallInit) => Promise<CallResult>;

/**
 * Creates the function that sends every call of a client. The core's request engine sends the request, with the
 * client's authentication and redirect guard inside each attempt. Then the response is decoded. Events are reported
 * around all of it.
 */
export function createPipeline(settings: Settings): SendCall {
  const { budget, clock, emit, maxBodyBytes, random, requestIdHeader, scrub, traceAttempt, transport } = settings;
  const { prepare, renew } = createAuthentication(settings);
  const redirect = guardRedirects(settings);
  const engine: RequestEngine = {
    transport,
    budget,
    random,
    maxBodyBytes,
    scrub,
    prepare,
    follow: (response, attempt) => {
      if (requestIdHeader !== undefined) {
        const { context } = attempt;
        context.requestId =
          shown(headerOf(response.headers, requestIdHeader, context) ?? '', 200, (text) => context.scrub(text)) ||
          undefined;
      }
      return response.status === 401 && !attempt.isRenewed ? renew(attempt) : redirect(response, attempt);
    },
  };
  return async (request, given) => {
    const init = withoutPrototype(given);
    const limits = limitsOf(request, init, settings);
    const identity = emit || traceAttempt ? identityOf(request, settings) : undefined;
    const context = new CallContext(request, limits, clock, emit && observe(identity as CallIdentity, settings));
    let response: ClientResponse | undefined;
    try {
      let own = engine;
      if (traceAttempt !== undefined) {
        const { aroundAttempt } = await context.run(context.remaining, () => import('./trace-attempt.ts'));
        own = { ...engine, around: aroundAttempt(identity as CallIdentity, traceAttempt, notify) };
      }
      response = await sendRequest(own, context);
      let value = decodeResponse(response, context, init.decode, settings);
      if (value instanceof Promise) value = await value;
      // A stream ends its call itself, after its last record.
      if (!limits.streaming || !response.ok) context.end(undefined, response.status);
      return { response, value, context };
    } catch (error) {
      if (response !== undefined) cancelBody(response.body);
      context.end(error, (error as { status?: number }).status);
      throw error;
    }
  };
}

function limitsOf({ method }: ClientRequest, init: CallInit, settings: Settings): CallLimits {
  const { options, streaming = false } = init;
  const isSafe = method === 'GET' || method === 'HEAD';
  const limits = {
    timeout: settings.timeout,
    deadline: settings.deadline,
    retries: isSafe ? settings.retry : settings.retryUnsafe,
    streaming,
    deadlineBoundsStream: false,
    signal: undefined,
    startedAt: init.startedAt,
  };
  if (options === undefined) return limits;
  const { timeout, deadline, retry, signal } = options;
  return {
    ...limits,
    timeout: checkMilliseconds('timeout', timeout) ?? limits.timeout,
    deadline: checkMilliseconds('deadline', deadline) ?? limits.deadline,
    retries: checkRetry(retry) ?? limits.retries,
    deadlineBoundsStream: deadline !== undefined,
    signal: checkSignal(signal ?? undefined),
  };
}

let calls = 0;

function identityOf(request: ClientRequest, settings: Settings): CallIdentity {
  return {
    call: (calls += 1),
    operation: request.operation,
    interface: settings.interface,
    method: request.method,
    path: settings.scrub(request.path),
    origin: settings.origin.slice(0, -1),
  };
}

/** Reports the start of a call to the client's listener, and returns the observer that reports the rest. */
function observe(identity: CallIdentity, settings: Settings): CallObserver {
  const { clock } = settings;
  const emit = settings.emit as NonNullable<Settings['emit']>;
  const startedAt = clock.now();
  let attempts = 0;
  let requestId: string | undefined;
  emit({ type: 'start', ...identity });
  return {
    onEvent: (event) => {
      if (event.type === 'attempt') ({ attempt: attempts, requestId } = event);
      emit({ ...identity, ...event });
    },
    onEnd: (error, status) =>
      emit({
        type: 'outcome',
        ...identity,
        ok: error === undefined && (status as number) < 400,
        status,
        attempts,
        requestId,
        milliseconds: clock.now() - startedAt,
        error: error as SynclineErrorUnion | undefined,
      }),
  };
}
