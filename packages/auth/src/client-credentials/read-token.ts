import { AuthError } from '../errors/auth-error.ts';
import { BodyTooLarge, readBody } from '../http/read-body.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Token } from './token.ts';

/** A token response is a few hundred bytes; anything above this is something else. */
const maxBytes = 64 * 1024;
/** No lifetime is believed beyond a year: the number is a mistake, and a store cannot count to it. */
const maxLifetimeMs = 365 * 24 * 3600 * 1000;

/**
 * Reads the token endpoint's answer (RFC 6749 sections 5.1 and 5.2).
 *
 * @param scrub Takes the client's secrets out of what the server says.
 * @param since Monotonic milliseconds when the request left.
 * @throws AuthError for anything that is not a bearer token.
 */
export async function readToken(response: Response, scrub: (text: string) => string, since: number): Promise<Token> {
  const { status } = response;
  const json = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '');
  const bytes = await readBody(response, maxBytes).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new AuthError(`The token endpoint answered ${status} with a body above ${maxBytes} bytes`, { status });
    throw error;
  });
  const body = json ? parseObject(bytes) : undefined;
  if (!response.ok || typeof body?.['error'] === 'string') throw refusal(response, body, scrub);
  const wrong = (what: string): AuthError => new AuthError(`The token endpoint answered ${status}, but ${what}`, { status });
  if (!body) throw wrong(json ? 'its body is not a JSON object' : 'its content type is not JSON');
  const { access_token: value, token_type: type, expires_in: expiresIn } = body;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) throw wrong('access_token is not a token that a header can carry');
  if (type !== undefined && type !== null && String(type).toLowerCase() !== 'bearer') throw wrong('token_type is not "bearer"');
  const lifetimeMs = lifetime(expiresIn);
  return { value, lifetimeMs, remainingMs: lifetimeMs, since };
}

/** Seconds as a number or in digits; anything else says nothing, and the token serves until it is refused. */
function lifetime(expiresIn: unknown): number | undefined {
  const seconds = typeof expiresIn === 'string' && /^\d+(?:\.\d+)?$/.test(expiresIn) ? Number(expiresIn) : expiresIn;
  return typeof seconds === 'number' && seconds >= 0 ? Math.min(seconds * 1000, maxLifetimeMs) : undefined;
}

function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function refusal(response: Response, body: Record<string, unknown> | undefined, scrub: (text: string) => string): AuthError {
  const { status } = response;
  const said = (field: string): string | undefined => {
    const text = body?.[field];
    // Bounded, and on one line: it goes into logs.
    return typeof text === 'string' ? scrub(text).replace(/[^\P{C} ]+/gu, ' ').slice(0, 500) : undefined;
  };
  const error = said('error');
  const errorDescription = said('error_description');
  const redirected = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
  const words = [error, errorDescription].filter(Boolean).join(': ');
  return new AuthError(`The token endpoint answered ${status}${redirected}${words && `: ${words}`}`, {
    error,
    errorDescription,
    errorUri: said('error_uri'),
    status,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
}
