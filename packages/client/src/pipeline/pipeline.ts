import {
  CallContext,
  type CallLimits,
  type CallObserver,
  cancelBody,
  type ClientRequest,
  type ClientResponse,
  isThenable,
  notify,
  type RequestEngine,
  sendRequest,
  withoutPrototype,
  checkMilliseconds,
  checkRetry,
  checkSignal,
} from '@syncline/core/internal';
import type { Decode } from '../decode/operation.ts';
import { showFor } from '../decode/shown-text.ts';
import type { SynclineErrorUnion } from '../errors/guards.ts';
import { RedirectError } from '../errors/redirect-error.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { CallIdentity } from '../options/events.ts';
import type { Settings } from '../options/settings.ts';
import { createAuthentication } from './authenticate.ts';
import { decodeResponse } from './decode-response.ts';

/** How to send a request. With a value for each name, a polluted prototype sets none. */
export interface CallInit {
  readonly options: CallOptions | undefined;
  /** Whether the body is read while it arrives, instead of before it is decoded */
  readonly streaming: boolean;
  /** The address of a following page, instead of the operation's own */
  readonly url: string | undefined;
  /** When the first page was requested, by the client's clock: the deadline counts from then */
  readonly startedAt: number | undefined;
}

/**
 * The result of a call. A class, because V8 may allocate an object literal in the old generation, where it keeps the
 * records of a call that has ended alive until the next full collection (decision 0040).
 */
export class CallResult {
  declare readonly response: ClientResponse;
  /** What `decode` returned */
  declare readonly value: unknown;
  /** The call that has ended, for errors and its secrets */
  declare readonly context: CallContext;

  constructor(response: ClientResponse, value: unknown, context: CallContext) {
    this.response = response;
    this.value = value;
    this.context = context;
  }
}

/**
 * Sends the request of a call, and decodes its response.
 *
 * @param decode - undefined for a call through `raw`, which uses the response itself. It is not a member of `init`,
 *   because to copy `init` and set it takes 3 % of the instructions of a call without a network (V8)
 */
export type SendCall = (request: ClientRequest, init: CallInit, decode: Decode | undefined) => Promise<CallResult>;

/**
 * Creates the function that sends every call of a client. The core's request engine sends the request, with the
 * client's authentication and redirect guard inside each attempt. Then the response is decoded. Events are reported
 * around all of it.
 */
export function createPipeline(settings: Settings): SendCall {
  const { clock, emit, origin, requestIdHeader, traceAttempt } = settings;
  const { prepare, renew } = createAuthentication(settings);
  const engine: RequestEngine = {
    ...settings,
    prepare,
    follow: (response, attempt) => {
      const { context } = attempt;
      if (requestIdHeader !== undefined) {
        context.requestId = showFor(context)(response.headers.get(requestIdHeader) ?? '', 200) || undefined;
      }
      const { ok, status } = response;
      if (ok) return undefined;
      if (status === 401 && !attempt.isRenewed) return renew(attempt);
      // A browser hides a redirect: its response has the status 0 and this type.
      if (!/^30[12378]$/.test(`${status}`) && response.type !== 'opaqueredirect') return undefined;
      const location = response.headers.get('location');
      const refuse = (targetOrigin: string | undefined, why: string) =>
        new RedirectError(context, status, targetOrigin, why);
      return context
        .load(() => import('./follow-redirect.ts'))
        .then(({ followRedirect }) => followRedirect({ response, attempt, location, origin, refuse }));
    },
  };
  return async (request, init, decode) => {
    const limits = limitsOf(request, init, settings);
    const identity = emit || traceAttempt ? identityOf(request, settings) : undefined;
    const context = new CallContext(request, limits, clock, emit && observe(identity as CallIdentity, settings));
    let response: ClientResponse | undefined;
    try {
      let own = engine;
      if (traceAttempt !== undefined) {
        const { aroundAttempt } = await context.load(() => import('./trace-attempt.ts'));
        own = { ...engine, around: aroundAttempt(identity as CallIdentity, traceAttempt, notify) };
      }
      response = await sendRequest(own, context);
      const decoded = decodeResponse(response, context, decode, settings);
      const value = isThenable(decoded) ? await decoded : decoded;
      // A stream ends its call itself, after its last record.
      if (!limits.streaming || !response.ok) context.end(undefined, response.status);
      return new CallResult(response, value, context);
    } catch (error) {
      if (response !== undefined) cancelBody(response);
      context.end(error, (error as { status?: number }).status);
      throw error;
    }
  };
}

/** Not an empty literal, whose prototype may be polluted. */
const noOptions: CallOptions = /* @__PURE__ */ withoutPrototype({});

function limitsOf({ method }: ClientRequest, init: CallInit, settings: Settings): CallLimits {
  const { timeout, deadline, retry, signal } = init.options ?? noOptions;
  const isSafe = method === 'GET' || method === 'HEAD';
  return {
    timeout: checkMilliseconds('timeout', timeout) ?? settings.timeout,
    deadline: checkMilliseconds('deadline', deadline) ?? settings.deadline,
    retries: checkRetry(retry) ?? (isSafe ? settings.retry : settings.retryUnsafe),
    streaming: init.streaming,
    deadlineBoundsStream: deadline !== undefined,
    signal: checkSignal(signal ?? undefined),
    startedAt: init.startedAt,
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
  emit({ type: 'start', ...identity });
  return {
    onEvent: (event) => emit({ ...identity, ...event }),
    onEnd: (error, status, { attempts, requestId }) =>
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
