import {
  type AttemptRequest,
  CallContext,
  type CallLimits,
  ClientRequest,
  type Clock,
  receiveRetryAfter,
  type RequestEngine,
  sendRequest,
  type Transport,
  withoutPrototype,
} from '@syncline/core/internal';
import { AuthError } from '../credential/auth-error.ts';
import type { TokenEvent } from '../token-store/events.ts';
import type { Token } from '../token-store/token-store.ts';
import type { observeRequest, Refusal, writeRequest } from './token-exchange.ts';

/** How one credential requests tokens. */
export interface TokenRequester extends Pick<RequestEngine, 'budget' | 'random' | 'scrub'> {
  /** The token endpoint's address */
  readonly url: string;
  /** Its name in messages: the host, without path and query */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly limits: Pick<CallLimits, 'timeout' | 'deadline' | 'retries'>;
  readonly report: (event: TokenEvent) => void;
  /** Adds the client's secret. It is called for each attempt, so that a rotated secret is used. */
  readonly authenticate: (attempt: AttemptRequest, write: typeof writeRequest) => Promise<void>;
}

/**
 * Requests a token from the token endpoint (section 5.3; RFC 6749 sections 4.4 and 5), on the core's request engine.
 * Unlike other POST requests, this one is repeated after a failure: it changes nothing.
 *
 * @throws AuthError for anything that is not a bearer token, and if no response arrives; ConfigError if the secret
 *   cannot be sent; NetworkError or TimeoutError, which a call retries, if the code for it does not load
 */
export async function requestToken(
  { url, endpoint, clock, limits, report, authenticate, ...engine }: TokenRequester,
  transport: Transport,
  signal: AbortSignal,
): Promise<Token> {
  // What these objects lack, a polluted prototype must not add.
  const request = new ClientRequest(url, withoutPrototype({ method: 'POST', operation: 'createToken' }));
  const context = new CallContext(request, withoutPrototype({ ...limits, signal }), clock, {
    onEvent: (event) => observer?.onEvent(event),
  });
  // The lifetime counts from before the request is sent, so that no delay extends it.
  let since = clock.now();
  /** What most pages never need; without it, nothing is sent. */
  let exchange: typeof import('./token-exchange.ts') | undefined;
  let refusal: Refusal | undefined;
  let observer: ReturnType<typeof observeRequest> | undefined;
  try {
    const { maxBodyBytes, observeRequest, readResponse, writeRequest } = (exchange = await context.load(
      () => import('./token-exchange.ts'),
    ));
    observer = observeRequest(report);
    const prepare = async (attempt: AttemptRequest): Promise<void> => {
      await authenticate(attempt, writeRequest);
      since = clock.now();
    };
    const response = await sendRequest({ ...engine, transport, maxBodyBytes, prepare }, context);
    const retryAfterSeconds = await receiveRetryAfter(response, context);
    const result = readResponse(response, await response.shownJson(), context, since, retryAfterSeconds);
    if (result.value !== undefined) return observer.obtained(result);
    refusal = result;
  } catch (error) {
    signal.throwIfAborted();
    refusal = exchange?.describeFailure(error, endpoint);
    if (refusal === undefined) throw error;
  } finally {
    context.end(undefined);
  }
  throw new AuthError(refusal.message, refusal.details);
}
