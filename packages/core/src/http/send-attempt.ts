import { ResponseTooLargeError } from '../errors/request-error.ts';
import { Bare } from '../options/own-options.ts';
import type { Cancellation } from '../time/clock.ts';
import { isThenable } from '../values/foreign.ts';
import type { CallContext } from './call-context.ts';
import { cancelBody, ClientResponse, readBody } from './client-response.ts';
import type { RetryBudget } from './retry.ts';
import type { Transport, TransportBody, TransportInit, TransportResponse } from './transport.ts';

/**
 * One request as it is sent. A credential adds to it in place. After a 401 or a redirect, a new one without the
 * credential is created.
 */
export class AttemptRequest {
  /** The address that is sent. A credential may add a parameter */
  declare url: string;
  /** The address without what the credential added */
  declare readonly target: string;
  declare readonly method: string;
  /** Lower-case names. A credential may add a header */
  declare readonly headers: Record<string, string>;
  /** The body that is sent. The credential of a token request sets it */
  declare body: string | TransportBody | undefined;
  /** How many redirects led to this request */
  declare readonly redirects: number;
  /** Whether the credential was renewed in this attempt, after a 401 */
  declare readonly isRenewed: boolean;
  declare readonly context: CallContext;
  declare readonly cancellation: Cancellation;
  /** The transport of this request. A credential uses it for its own requests, too */
  declare readonly transport: Transport;

  constructor(
    context: CallContext,
    cancellation: Cancellation,
    transport: Transport,
    target: string,
    redirects: number,
    isRenewed: boolean,
  ) {
    const { request } = context;
    this.url = target;
    this.target = target;
    this.method = request.method;
    // One spread instead of two: V8 copies the properties one by one for the second.
    this.headers = context.attemptHeaders ? { ...context.attemptHeaders, ...request.headers } : { ...request.headers };
    this.body = request.body;
    this.redirects = redirects;
    this.isRenewed = isRenewed;
    this.context = context;
    this.cancellation = cancellation;
    this.transport = transport;
  }

  /** Aborted when the attempt is cancelled; for a credential that waits */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }

  /** Tells the call which secrets the request carries, so that it can remove them from what it says. */
  addSecrets(secrets: readonly string[]): void {
    this.context.addSecrets(secrets);
  }

  /** Tells the call what it waits for, such as `the token endpoint at auth.example.com`, until the request is sent. */
  waitFor(what: () => string): void {
    this.context.waitingFor = what;
  }

  /** The same request without its credential, to send it again after a 401. */
  renewed(): AttemptRequest {
    return new AttemptRequest(this.context, this.cancellation, this.transport, this.target, this.redirects, true);
  }

  /** The request to the target of a redirect, without the credential. */
  redirectedTo(target: string): AttemptRequest {
    return new AttemptRequest(
      this.context,
      this.cancellation,
      this.transport,
      target,
      this.redirects + 1,
      this.isRenewed,
    );
  }
}

/** What all calls of one client share: its transport, its limits, and what it adds to a request. */
export interface RequestEngine {
  readonly transport: Transport;
  /** Limits the retries of all calls together */
  readonly budget: RetryBudget;
  /** Returns numbers from 0 to 1, for the length of pauses */
  readonly random: () => number;
  /** The largest body of a successful response, in decoded bytes */
  readonly maxBodyBytes: number;
  /**
   * What the platform's HTTP cache does. A cached response may be as old as a tenth of the age of its `Last-Modified`
   * (RFC 9111, section 4.2.2), so a poll would never see a change. @default 'no-store'
   */
  readonly cache?: TransportInit['cache'] | undefined;
  /** Removes from a text the secrets that the client has now. A call removes the secrets that it used itself */
  readonly scrub: (text: string) => string;
  /** Sends an attempt, for example inside a span. It must call `send` once and return its promise */
  readonly around?: (
    context: CallContext,
    send: (headers?: Readonly<Record<string, string>>) => Promise<ClientResponse>,
  ) => Promise<ClientResponse>;
  /** Adds to a request before it is sent, for example a credential. Returns a promise only if it has to wait */
  readonly prepare: (attempt: AttemptRequest) => void | Promise<void>;
  /**
   * Returns the request to send after a response, for example with a renewed credential; undefined to accept the
   * response
   */
  readonly follow?: (
    response: ClientResponse,
    attempt: AttemptRequest,
  ) => AttemptRequest | undefined | Promise<AttemptRequest | undefined>;
}

/** How much of the body of a failure is read: enough for any message. */
const maxErrorBytes = 64 * 1024;

/**
 * Makes one attempt: sends a request and reads the body of its response. The engine's `prepare` authenticates the
 * request. Its `follow` can replace a response by another request, after a 401 or for a redirect; both belong to the
 * same attempt.
 *
 * @param headers - headers of every request of this attempt, such as those that propagate a trace
 * @throws {NetworkError} when no complete response arrives
 * @throws {ResponseTooLargeError} when the body of a success is larger than `maxBodyBytes`
 */
export async function sendAttempt(
  engine: RequestEngine,
  context: CallContext,
  headers?: Readonly<Record<string, string>>,
): Promise<ClientResponse> {
  const cancellation = context.beginAttempt(headers);
  let attempt = new AttemptRequest(context, cancellation, engine.transport, context.request.url, 0, false);
  /** Whose body nobody reads, so that it would hold its connection */
  let unread: ClientResponse | undefined;
  let isSending = false;
  try {
    // One loop instead of nested functions: every request pays for each promise.
    for (;;) {
      const pending = engine.prepare(attempt);
      if (pending !== undefined) await pending;
      context.waitingFor = undefined;
      isSending = true;
      const sent = await send(attempt, engine.cache);
      isSending = false;
      const response = (unread = new ClientResponse(sent, context));
      // The call was cancelled before the response arrived. Nobody sees this error.
      if (cancellation.reason !== undefined) throw cancellation.reason;
      let next = engine.follow?.(response, attempt);
      if (next !== undefined) {
        next = await next;
        if (next !== undefined) cancelBody(response);
      }
      unread = undefined;
      if (next === undefined) {
        const { ok, status } = response;
        if (ok && context.limits.streaming && response.body !== null) return response;
        const read = readBody(sent, ok ? engine.maxBodyBytes : maxErrorBytes);
        // Over the Node transport, the body has arrived, and an `await` would cost two promises.
        const { parts, end } = isThenable(read) ? await read : read;
        if (!parts.every(ArrayBuffer.isView)) throw context.wrongValue('fetch', 'its body must be bytes');
        // A failure needs only its status; its body may be incomplete.
        if (end !== 'complete' && ok)
          throw end === 'limit' ? new ResponseTooLargeError(context, engine.maxBodyBytes, status) : end.error;
        response.parts = parts;
        response.isCut = end !== 'complete';
        return response;
      }
      attempt = next;
    }
  } catch (error) {
    if (unread !== undefined) cancelBody(unread);
    // A request that the transport has refused is over. To abort its signal now or later, such as in the pause before the
    // next attempt, could end the process: Node's fetch may still read a body that it refused, and throws the reason.
    if (isSending) cancellation.reason ??= error;
    else cancellation.cancel(error);
    throw context.toError(error);
  }
}

function send(
  { url, method, headers, body, cancellation, transport }: AttemptRequest,
  cache: TransportInit['cache'] = 'no-store',
): Promise<TransportResponse> {
  // A transport may look for options that it was not given, such as the many of the platform's fetch.
  const init = new Bare<{ -readonly [Name in keyof TransportInit]: TransportInit[Name] }>();
  init.method = method;
  init.headers = headers;
  init.redirect = 'manual';
  if (typeof body === 'string') init.body = body;
  else Object.assign(init, body);
  const response = transport.withCancellation?.(url, init, cancellation);
  if (response !== undefined) return response;
  init.signal = cancellation.signal;
  // Workers may refuse it, and a polyfill adds a parameter to the query for it: neither has it in `Request`.
  if ('cache' in Request.prototype) init.cache = cache;
  return transport(url, init);
}
