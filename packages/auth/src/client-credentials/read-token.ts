import { AuthError } from '../errors/auth-error.ts';
import { readBlob } from '../http/read-blob.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Token } from './token.ts';

/** A token response is a few hundred bytes; anything above this is something else. */
const maxBytes = 65_536;
/** No lifetime is believed beyond a year: the number is a mistake, and a store cannot count to it. */
const maxLifetimeSeconds = 31_536_000;

/**
 * Reads the token endpoint's answer (RFC 6749 sections 5.1 and 5.2).
 *
 * @param scrub Takes the client's secrets out of what the server says.
 * @param since Monotonic milliseconds when the request left.
 * @throws AuthError for anything that is not a bearer token.
 */
export async function readToken(response: Response, scrub: (text: string) => string, since: number): Promise<Token> {
  const { headers, ok, status } = response;
  const blob = await readBlob(response, maxBytes);
  const isJson = /^application\/([^;]+\+)?json\s*(;|$)/i.test(headers.get('content-type') ?? '');
  const body: Record<string, unknown> =
    (blob && isJson && (await new Response(blob).json().catch(() => undefined))) || {};
  const said = (field: string): string | undefined => {
    const text = body[field];
    // Bounded, and on one line: it goes into logs.
    return typeof text === 'string'
      ? scrub(text)
          .replace(/\p{C}+/gu, ' ')
          .slice(0, 500)
      : undefined;
  };
  const error = said('error');
  const errorDescription = said('error_description');
  const refuse = (...why: readonly (string | undefined)[]): never => {
    throw new AuthError([`The token endpoint answered ${status}`, ...why].filter(Boolean).join(': '), {
      error,
      errorDescription,
      errorUri: said('error_uri'),
      status,
      retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), Date.now()),
    });
  };

  if (!blob) return refuse(`its body is above ${maxBytes} bytes`);
  if (status >= 300 && status < 400) return refuse('redirects are not followed');
  if (!ok || error !== undefined) return refuse(error, errorDescription);
  if (!isJson) return refuse('its content type is not JSON');
  const { access_token: value, token_type: type, expires_in: expiresIn } = body;
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value))
    return refuse('its body is not a JSON object with an access_token that a header can carry');
  if (!/^"bearer"$/i.test(JSON.stringify(type ?? 'bearer'))) return refuse('its token_type is not "bearer"');
  const lifetimeMs = lifetime(expiresIn);
  return { value, lifetimeMs, endsAt: since + (lifetimeMs ?? Infinity) };
}

/** Seconds as a number or in digits; anything else says nothing, and the token serves until it is refused. */
function lifetime(expiresIn: unknown): number | undefined {
  return /^"?\d+(\.\d+)?(e\+\d+)?"?$/.test(JSON.stringify(expiresIn))
    ? Math.min(Number(expiresIn), maxLifetimeSeconds) * 1000
    : undefined;
}
