import { networkErrorFrom } from '../errors/network-error.ts';
import { ResponseTooLargeError } from '../errors/response-too-large-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';
import { AttemptRequest } from './attempt-request.ts';
import type { CallContext } from './call-context.ts';
import { ClientResponse } from './client-response.ts';
import { cancelBody, type ReadBody, readBody } from './read-body.ts';
import type { RequestEngine } from './request-engine.ts';
import type { TransportInit, TransportResponse } from './transport.ts';

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
