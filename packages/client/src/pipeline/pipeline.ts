import {
  type AttemptRequest,
  CallContext,
  type CallLimits,
  type CallObserver,
  cancelBody,
  checkMilliseconds,
  checkRetry,
  guardInCall,
  checkSignal,
  type ClientRequest,
  type ClientResponse,
  ConfigError,
  isRetryableStatus,
  isThenable,
  notify,
  receiveRetryAfter,
  type RequestEngine,
  sendRequest,
  withoutPrototype,
} from '@syncline/core/internal';
import { type Decode, loadReader, loadReaderInAttempt } from '../decode/operation.ts';
import { showFor } from '../decode/shown-text.ts';
import type { SynclineErrorUnion } from '../errors/guards.ts';
import type { CallOptions } from '../options/client-options.ts';
import type { CallIdentity } from '../options/events.ts';
import type { Settings } from '../options/settings.ts';
import { serviceErrorOf } from '../decode/service-error.ts';
import { HttpError } from '../errors/http-error.ts';

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
      // Not `context.load`: the context waits for one step at a time, and has to go on waiting for the attempt.
      return loadReaderInAttempt(context).then(({ followRedirect }) => followRedirect(response, attempt, origin));
    },
  };
  return async (request, init, decode) => {
    const limits = limitsOf(request, init, settings);
    const identity = emit || traceAttempt ? identityOf(request, settings) : undefined;
    const context = new CallContext(request, limits, clock, emit && observe(identity as CallIdentity, settings));
    let response: ClientResponse | undefined;
    try {
      let callEngine = engine;
      if (traceAttempt !== undefined) {
        const { aroundAttempt } = await context.load(() => import('./trace-attempt.ts'));
        callEngine = { ...engine, around: aroundAttempt(identity as CallIdentity, traceAttempt, notify) };
      }
      response = await sendRequest(callEngine, context);
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

/** Authenticates the requests of one client, and only those to the client's own origin. */
export interface Authentication {
  /** Adds the credential. Returns a promise only if the credential has to wait */
  prepare(attempt: AttemptRequest): void | Promise<void>;
  /** After a 401: returns the request to send again if the credential has a new secret. It does not count as a retry */
  renew(attempt: AttemptRequest): Promise<AttemptRequest | undefined>;
}

function createAuthentication({ credential, origin }: Settings): Authentication {
  /** The headers that were good the last time: nearly every request has the same ones. */
  const good = { __proto__: null } as unknown as Record<string, unknown>;
  /** What is wrong with a request that the credential has changed. */
  const check = ({ url, headers }: AttemptRequest, checkedUrl: string): string | undefined => {
    if (url !== checkedUrl && !url.startsWith(origin)) return 'it must not change the origin';
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value && value === good[name]) continue;
      if (typeof value !== 'string' || !/^[\w.-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`))
        return `its header ${name} cannot be sent`;
      good[name] = value;
    }
    return undefined;
  };
  return {
    prepare(attempt) {
      const { url } = attempt;
      if (!url.startsWith(origin)) {
        throw new ConfigError('baseUrl', 'of a call must have the same origin as its client');
      }
      const apply = () => credential.apply(attempt);
      return guardInCall(attempt.context, 'credential.apply', apply, () => check(attempt, url));
    },
    async renew(attempt) {
      const ask = () => credential.onUnauthorized(attempt);
      const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';
      if (!(await guardInCall(attempt.context, 'credential.onUnauthorized', ask, isBoolean))) return undefined;
      attempt.context.observer?.onEvent({ type: 'refusal', reason: 'credential' });
      return attempt.renewed();
    },
  };
}

const json = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/**
 * Decodes the value of a call from its response. A call without `decode`, which comes from `raw`, has no value and uses
 * the response itself.
 *
 * @throws {HttpError} when the status is a failure
 * @throws {ResponseFormatError} when the status is a success and the body cannot be used
 */
function decodeResponse(
  response: ClientResponse,
  context: CallContext,
  decode: Decode | undefined,
  settings: Settings,
): unknown {
  if (response.ok && !mayBeJson(response, context))
    return loadReader(context).then(({ refuseContentType }) => refuseContentType(response, context));
  if (decode === undefined) return undefined;
  if (response.ok) return decode(response, context);
  return refuseStatus(response, context, settings);
}

/** Throws the error of a failure status, with the code and message of the service (specification section 7). */
async function refuseStatus(response: ClientResponse, context: CallContext, settings: Settings): Promise<never> {
  const { status } = response;
  const json = response.shownJson();
  const body = isThenable(json) ? await context.receive(async () => json) : json;
  const { code, message } = serviceErrorOf(body, showFor(context));
  throw new HttpError(context, {
    interface: settings.interface,
    status,
    serviceCode: code,
    serviceMessage: message,
    // Only for a status that the client retries: with any other, the header does not say when to try again.
    retryAfterSeconds: isRetryableStatus(status) ? await receiveRetryAfter(response, context) : undefined,
    body: context.scrub(response.shownText()),
  });
}

/** Whether a success may be JSON. One that is not is usually a proxy's page or a login form. */
function mayBeJson(response: ClientResponse, context: CallContext): boolean {
  const type = response.headers.get('content-type');
  return type === null || response.isEmpty || context.request.headers.accept !== 'application/json' || json.test(type);
}
