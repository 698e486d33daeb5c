import {
  CallContext,
  type CallObserver,
  ClientRequest,
  receiveRetryAfter,
  sendRequest,
  type Transport,
  withoutPrototype,
} from '@syncline/core/internal';
import { AuthError } from '../credential/auth-error.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';
import type { Token } from '../token-store/token-store.ts';
import type { TokenRequester } from './token-exchange.ts';

/**
 * Requests a token from the token endpoint (section 5.3; RFC 6749 sections 4.4 and 5), on the core's request engine.
 * Unlike other POST requests, this one is repeated after a failure: it changes nothing.
 *
 * @throws AuthError for anything that is not a bearer token, and if no response arrives; ConfigError if the secret
 *   cannot be sent; NetworkError or TimeoutError, which a call retries, if the code for it does not load
 */
export async function requestToken(
  { url, clock, timeout, deadline, retries, signal, ...requester }: TokenRequester & SharingRequest,
  transport: Transport,
): Promise<Token> {
  // What these objects lack, a polluted prototype must not add.
  const request = new ClientRequest(url, withoutPrototype({ method: 'POST', operation: 'createToken' }));
  const observer: CallObserver = { onEvent() {} };
  const context = new CallContext(request, withoutPrototype({ timeout, deadline, retries, signal }), clock, observer);
  try {
    const { exchangeToken } = await context.load(() => import('./token-exchange.ts'));
    const send = { sendRequest, receiveRetryAfter };
    const result = await exchangeToken({ ...requester, transport, ...send }, context, observer);
    if (result.value !== undefined) return result;
    throw new AuthError(result.message, result.details);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    context.end(undefined);
  }
}
