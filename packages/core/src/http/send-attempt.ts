import { networkErrorFrom } from '../errors/network-error.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';
import type { Cancellation } from '../time/cancellation.ts';
import type { CallContext } from './call-context.ts';
import { ClientResponse } from './client-response.ts';
import { cancelBody, type ReadBody, readBody } from './read-body.ts';
import type { RetryBudget } from './retry.ts';
import type { Transport, TransportInit, TransportResponse } from './transport.ts';

/**
 * One request as it is sent. A credential adds to it in place; what is sent after a 401 or a redirect is created anew, without the
 * credential.
 */
export class AttemptRequest {
  /** A credential may add a parameter */
  url: string;
  /** The address without what a credential added */
  readonly target: string;
  readonly method: string;
  /** Lower-case names; a credential may add one */
  readonly headers: Record<string, string>;
  /** Part of the token request's credential, hence not constant */
  body: string | undefined;
  /** Redirects followed before this request */
  readonly redirects: number;
  /** Whether the request before this one was answered with a 401 */
  readonly isRenewed: boolean;
  readonly context: CallContext;
  readonly cancellation: Cancellation;
  /** What carries this request; a credential's own requests go the same way */
  readonly transport: Transport;

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
    this.headers = { ...request.headers };
    this.body = request.body;
    this.redirects = redirects;
    this.isRenewed = isRenewed;
    this.context = context;
    this.cancellation = cancellation;
    this.transport = transport;
  }

  /** For a credential that has to wait */
  get signal(): AbortSignal {
    return this.cancellation.signal;
  }

  /** The same request once more, without its credential, after a 401. */
  renewed(): AttemptRequest {
    return new AttemptRequest(this.context, this.cancellation, this.transport, this.target, this.redirects, true);
  }

  /** The request that follows a redirect. */
  redirectedTo(target: string): AttemptRequest {
    return new AttemptRequest(this.context, this.cancellation, this.transport, target, this.redirects + 1, false);
  }
}

/** What the calls of one client have in common: how requests are carried, and what the client adds to them. */
export interface RequestEngine {
  readonly transport: Transport;
  readonly budget: RetryBudget;
  /** Numbers from 0 to 1, for the length of pauses */
  readonly random: () => number;
  /** The largest body of a success, in decoded bytes */
  readonly maxBodyBytes: number;
  /** Takes the client's secrets out of a text */
  readonly scrub: (text: string) => string;
  /** Adds to a request before it is sent, such as a credential. Returns no promise if there is nothing to wait for */
  readonly prepare: (attempt: AttemptRequest) => void | Promise<void>;
  /** The request that a response leads to, such as one with a renewed credential; undefined if this is the response */
  readonly follow?: (
    response: TransportResponse,
    attempt: AttemptRequest,
  ) => AttemptRequest | undefined | Promise<AttemptRequest | undefined>;
}

/** How much of a failure's body is read: enough for any message, too little to do harm. */
const maxErrorBytes = 64 * 1024;

/**
 * One attempt: sends requests until one of them has the response (a 401 with a renewed credential and a redirect lead to another
 * request), and reads its body. The engine's hooks authenticate each request and decide what a response leads to.
 *
 * @throws NetworkError, ResponseTooLargeError, or what a hook throws
 */
export async function sendAttempt(engine: RequestEngine, context: CallContext): Promise<ClientResponse> {
  const cancellation = context.beginAttempt();
  let attempt = new AttemptRequest(context, cancellation, engine.transport, context.request.url, 0, false);
  try {
    // One loop, and no function around another: each promise is paid for by every request.
    for (;;) {
      const pending = engine.prepare(attempt);
      if (pending !== undefined) await pending;
      const response = await send(attempt);
      if (cancellation.reason !== undefined) {
        // Too late: the call has given up. Nobody reads this body, and nobody sees this error.
        cancelBody(response.body);
        throw cancellation.reason;
      }
      let next = engine.follow?.(response, attempt);
      if (next instanceof Promise) next = await next;
      if (next === undefined) return await readResponse(response, context, engine.maxBodyBytes);
      cancelBody(response.body);
      attempt = next;
    }
  } catch (error) {
    cancellation.cancel(error);
    throw isSynclineError(error) ? error : networkErrorFrom(error, context, engine.scrub);
  }
}

function send({ url, method, headers, body, cancellation, transport }: AttemptRequest): Promise<TransportResponse> {
  const init: Omit<TransportInit, 'signal'> = {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? undefined : { body }),
  };
  return (
    transport.withCancellation?.(url, init, cancellation) ?? transport(url, { ...init, signal: cancellation.signal })
  );
}

/** Reads all of a success, the beginning of a failure, and nothing of a stream. */
function readResponse(
  response: TransportResponse,
  context: CallContext,
  maxBodyBytes: number,
): ClientResponse | Promise<ClientResponse> {
  const { ok } = response;
  if (ok && context.limits.streaming && response.body !== null) return new ClientResponse(response, undefined, false);
  const toResponse = ({ parts, end }: ReadBody): ClientResponse => {
    // The status of a failure says enough; how its explanation broke off changes nothing.
    if (end === 'complete' || !ok) return new ClientResponse(response, parts, end !== 'complete');
    throw end === 'limit' ? new ResponseTooLargeError(context, maxBodyBytes, response.status) : end.error;
  };
  const reading = readBody(response, ok ? maxBodyBytes : maxErrorBytes);
  return reading instanceof Promise ? reading.then(toResponse) : toResponse(reading);
}
