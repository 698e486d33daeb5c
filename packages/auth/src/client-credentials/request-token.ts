import {
  type AttemptRequest,
  type CallEvent,
  type CallLimits,
  CallContext,
  type ClientResponse,
  ClientRequest,
  type Clock,
  isSynclineError,
  type NetworkError,
  reasonOf,
  type RequestEngine,
  type ResponseTooLargeError,
  receiveRetryAfter,
  sendRequest,
  type TimeoutError,
  type Transport,
} from '@syncline/core';
import { AuthError } from '../credential/auth-error.ts';
import type { Token } from '../token-store/token.ts';

/** A token response has a few hundred bytes; a larger one is something else. */
const maxBytes = 65_536;
/** A longer lifetime than a year is a mistake, and a store cannot count that far. */
const maxLifetimeSeconds = 31_536_000;

/** How one credential requests tokens. */
export interface TokenRequester {
  /** The token endpoint's address */
  readonly url: string;
  /** Its name in messages: the host, without path and query */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly limits: Pick<CallLimits, 'timeout' | 'deadline' | 'retries'>;
  /** `prepare` adds the client's secret. It is called for each attempt, so that a rotated secret is used. */
  readonly engine: Pick<RequestEngine, 'budget' | 'random' | 'scrub'> & {
    readonly prepare: (attempt: AttemptRequest) => Promise<void>;
  };
}

/**
 * Requests a token from the token endpoint (section 5.3; RFC 6749 sections 4.4 and 5), on the core's request engine.
 * Unlike other POST requests, this one is repeated after a failure: it changes nothing.
 *
 * @throws AuthError for anything that is not a bearer token, and if no response arrives; ConfigError if the secret
 *   cannot be sent
 */
export async function requestToken(
  { url, endpoint, clock, limits, engine }: TokenRequester,
  transport: Transport,
  signal: AbortSignal,
  onEvent: (event: CallEvent) => void,
): Promise<Token> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const request = new ClientRequest(url, { method: 'POST', headers, operation: 'createToken' });
  const callLimits = { ...limits, streaming: false, deadlineBoundsStream: true, signal };
  const context = new CallContext(request, callLimits, clock, { onEvent });
  // The lifetime counts from before the request is sent, so that no delay extends it.
  let since = clock.now();
  const prepare = async (attempt: AttemptRequest): Promise<void> => {
    await engine.prepare(attempt);
    since = clock.now();
  };
  try {
    const response = await sendRequest({ ...engine, transport, maxBodyBytes: maxBytes, prepare }, context);
    const retryAfterSeconds = await receiveRetryAfter(response, context);
    return readToken(response, await response.shownJson(), context, since, retryAfterSeconds);
  } catch (error) {
    signal.throwIfAborted();
    throw asAuthError(error, endpoint);
  } finally {
    context.end(undefined);
  }
}

/** Makes an `AuthError` of the engine's error. It has no cause, because errors of a platform repeat addresses. */
function asAuthError(error: unknown, endpoint: string): unknown {
  if (!isSynclineError(error)) return error;
  // Typed, so that a code that is renamed does not compile here.
  const failure = error as TimeoutError | NetworkError | ResponseTooLargeError;
  if (failure.code === 'TIMEOUT')
    return new AuthError(`No response from ${failure.waitingFor ?? endpoint} within ${failure.milliseconds} ms`);
  if (failure.code === 'NETWORK_ERROR')
    return new AuthError(`No response from ${endpoint} (${reasonOf(failure.cause)})`);
  if (failure.code === 'RESPONSE_TOO_LARGE') {
    const { status } = failure;
    return new AuthError(`The token endpoint returned ${status}: its body is larger than ${maxBytes} bytes`, {
      status,
    });
  }
  return error;
}

function readToken(
  response: ClientResponse,
  json: unknown,
  context: CallContext,
  since: number,
  retryAfterSeconds: number | undefined,
): Token {
  const { headers, ok, status } = response;
  const isJson = /^application\/([^;]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
  const body = Object(isJson && json) as Record<string, unknown>;
  const said = (field: string): string | undefined => {
    const text = body[field];
    // Bounded and on one line, because it is written to logs.
    return typeof text === 'string'
      ? context
          .scrub(text)
          .replace(/\p{C}+/gu, ' ')
          .slice(0, 500)
      : undefined;
  };
  const error = said('error');
  const errorDescription = said('error_description');
  const refuse = (...why: readonly (string | undefined)[]): AuthError =>
    new AuthError([`The token endpoint returned ${status}`, ...why].filter(Boolean).join(': '), {
      error,
      errorDescription,
      errorUri: said('error_uri'),
      status,
      retryAfterSeconds,
    });

  if (status >= 300 && status < 400) throw refuse('redirects are not followed');
  // Whatever it is: a response with an `error` is not a token, even beside one.
  if (!ok || (body['error'] ?? undefined) !== undefined) throw refuse(error, errorDescription);
  if (!isJson) throw refuse('its content type is not JSON');
  const { access_token: value, token_type: type, expires_in: expiresIn } = body;
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) {
    throw refuse('its body is not a JSON object with an access_token that fits a header');
  }
  if (!/^"bearer"$/i.test(JSON.stringify(type ?? 'bearer'))) throw refuse('its token_type is not "bearer"');
  const lifetimeMs = lifetimeOf(expiresIn);
  return { value, lifetimeMs, endsAt: since + (lifetimeMs ?? Number.POSITIVE_INFINITY) };
}

/**
 * Reads seconds as a number or as digits. Undefined for anything else: the token is used until the service rejects it.
 */
function lifetimeOf(expiresIn: unknown): number | undefined {
  return /^"?\d+(\.\d+)?(e\+\d+)?"?$/.test(JSON.stringify(expiresIn))
    ? Math.min(Number(expiresIn), maxLifetimeSeconds) * 1000
    : undefined;
}
