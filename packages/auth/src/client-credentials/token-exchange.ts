// Why: most pages never request a token, so this loads with the first token request. It imports no class of an error:
// rolldown would move these out of the first chunk of a page, which would then be larger (rolldown/rolldown#10731).
import type {
  AttemptRequest,
  CallContext,
  CallLimits,
  CallObserver,
  ClientResponse,
  NetworkError,
  receiveRetryAfter,
  RequestEngine,
  ResponseTooLargeError,
  sendRequest,
  TimeoutError,
  Transport,
} from '@syncline/core/internal';
import { clientCredentialsTokenForm } from '@syncline/openapi';
import type { AuthErrorDetails } from '../credential/auth-error.ts';
import type { ClientCredentialsOptions } from './options.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';
import type { Token } from '../token-store/token-store.ts';

/** How one credential requests tokens. */
export interface TokenRequester
  extends Pick<RequestEngine, 'budget' | 'scrub'>,
    Pick<CallLimits, 'timeout' | 'retries'> {
  /** The token endpoint's address */
  readonly url: string;
  /** Its name in messages: the host, without path and query */
  readonly endpoint: string;
  /** Adds the client's secret. It is called for each attempt, so that a rotated secret is used. */
  readonly authenticate: (attempt: AttemptRequest, write: typeof writeRequest) => Promise<void>;
}

/** What the request of one token needs. The functions of `core` are passed in, for the reason above. */
interface Exchange
  extends Pick<TokenRequester, 'authenticate' | 'budget' | 'endpoint' | 'scrub'>,
    Pick<SharingRequest, 'random' | 'report'> {
  readonly transport: Transport;
  readonly sendRequest: typeof sendRequest;
  readonly receiveRetryAfter: typeof receiveRetryAfter;
}

/**
 * Sends the request of one token, and reports its events.
 *
 * @param observer - of the call: its `onEvent` is set here
 */
export async function exchangeToken(
  { authenticate, endpoint, report, sendRequest, receiveRetryAfter, ...engine }: Exchange,
  context: CallContext,
  observer: CallObserver,
): Promise<Token | Refusal> {
  let status: number | undefined;
  observer.onEvent = (event) => {
    if (event.type === 'attempt') status = event.status;
    else if (event.type === 'wait')
      report({ type: 'token_retry', attempt: event.attempt, delayMs: event.milliseconds, status });
  };
  // The lifetime counts from before the request is sent, so that no delay extends it.
  let since = context.clock.now();
  const prepare = async (attempt: AttemptRequest): Promise<void> => {
    await authenticate(attempt, writeRequest);
    since = context.clock.now();
  };
  try {
    const response = await sendRequest({ ...engine, maxBodyBytes, prepare }, context);
    const retryAfterSeconds = await receiveRetryAfter(response, context);
    const result = readResponse(response, await response.shownJson(), context, since, retryAfterSeconds);
    if (result.value !== undefined) {
      const { lifetimeMs } = result;
      report({ type: 'token_obtained', from: 'endpoint', lifetimeSeconds: lifetimeMs && lifetimeMs / 1000 });
    }
    return result;
  } catch (error) {
    const refusal = describeFailure(error, endpoint);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/**
 * Adds the client's id and secret to a token request (section 5.3; RFC 6749 section 2.3.1).
 *
 * @param secrets - the secret, and the id and the secret as a Basic header has them
 */
export function writeRequest(
  attempt: AttemptRequest,
  clientId: string,
  secrets: readonly string[],
  clientAuthentication: ClientCredentialsOptions['clientAuthentication'],
): void {
  const { grant_type, ...names } = clientCredentialsTokenForm;
  const [secret = '', basic = ''] = secrets;
  const isBasic = clientAuthentication === 'client_secret_basic';
  const inBody = isBasic ? {} : { [names.clientId]: clientId, [names.clientSecret]: secret };
  if (isBasic) attempt.headers['authorization'] = `Basic ${basic}`;
  attempt.headers['content-type'] = 'application/x-www-form-urlencoded';
  attempt.body = encodeForm({ grant_type, ...inBody });
}

/** Writes `application/x-www-form-urlencoded` by RFC 6749 appendix B: UTF-8, a space is `+`, in the given order. */
export function encodeForm(pairs: Readonly<Record<string, string>>): string {
  return new URLSearchParams(pairs).toString();
}

/** A longer lifetime than a year is a mistake, and a store cannot count that far. */
const maxLifetimeSeconds = 31_536_000;
/** A token response has a few hundred bytes; a larger one is something else. */
const maxBodyBytes = 65_536;

/** Why there is no token. Each name has a value of its own, so that a polluted prototype cannot turn it into a token. */
export interface Refusal {
  readonly value: undefined;
  readonly message: string;
  readonly details: AuthErrorDetails | undefined;
}

/**
 * Reads the response of a token endpoint (section 5.3; RFC 6749 section 5).
 *
 * @param json - the body; undefined if it is not JSON
 * @param call - removes the secrets of the request from a text
 * @param since - when the lifetime began, on the monotonic clock
 */
export function readResponse(
  { headers, ok, status }: Pick<ClientResponse, 'headers' | 'ok' | 'status'>,
  json: unknown,
  call: Pick<CallContext, 'scrub'>,
  since: number,
  retryAfterSeconds: number | undefined,
): Token | Refusal {
  const isJson = /^application\/([^;]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
  const body = Object(isJson && json) as Record<string, unknown>;
  const said = (field: string): string | undefined => {
    const text = body[field];
    // Bounded and on one line, because it is written to logs.
    return typeof text === 'string'
      ? call
          .scrub(text)
          .replace(/\p{C}+/gu, ' ')
          .slice(0, 500)
      : undefined;
  };
  const error = said('error');
  const errorDescription = said('error_description');
  const refuse = (...why: readonly (string | undefined)[]): Refusal => ({
    value: undefined,
    message: [`The token endpoint returned ${status}`, ...why].filter(Boolean).join(': '),
    details: { error, errorDescription, errorUri: said('error_uri'), status, retryAfterSeconds },
  });

  if (status >= 300 && status < 400) return refuse('redirects are not followed');
  // Whatever it is: a response with an `error` is not a token, even beside one.
  if (!ok || (body['error'] ?? undefined) !== undefined) return refuse(error, errorDescription);
  if (!isJson) return refuse('its content type is not JSON');
  const { access_token: value, token_type: type, expires_in: expiresIn } = body;
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value))
    return refuse('its body is not a JSON object with an access_token that fits a header');
  if (!/^"bearer"$/i.test(JSON.stringify(type ?? 'bearer'))) return refuse('its token_type is not "bearer"');
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

/**
 * Describes an error of the engine for an `AuthError`, which has no cause, because errors of a platform repeat
 * addresses. Undefined for an error that passes as it is.
 */
export function describeFailure(error: unknown, endpoint: string): Refusal | undefined {
  const refuse = (message: string, details?: AuthErrorDetails): Refusal => ({ value: undefined, message, details });
  // Typed, so that a code that is renamed does not compile here.
  const failure = error as TimeoutError | NetworkError | ResponseTooLargeError;
  switch (failure.code) {
    case 'TIMEOUT':
      return refuse(`No response from ${failure.waitingFor ?? endpoint} within ${failure.milliseconds} ms`);
    case 'NETWORK_ERROR': {
      // The engine's copy, which has no secret. Not `reasonOf`, which would bring the classes of errors.
      const { code, name } = failure.cause as Error & { readonly code?: string };
      return refuse(`No response from ${endpoint} (${code ?? (name === 'Error' ? 'unknown error' : name)})`);
    }
    case 'RESPONSE_TOO_LARGE': {
      const { status } = failure;
      return refuse(`The token endpoint returned ${status}: its body is larger than ${maxBodyBytes} bytes`, { status });
    }
    default:
      return undefined;
  }
}
