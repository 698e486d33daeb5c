import { clientCredentialsCarrier } from '@syncline/openapi';
import { AuthError } from '../errors/auth-error.ts';
import { encodeBase64Utf8, encodeForm } from '../http/encode.ts';
import { readToken } from './read-token.ts';
import type { Token } from './token.ts';

/** One token request. */
export interface TokenRequest {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly basic: boolean;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
  readonly clock: () => number;
  readonly scrub: (text: string) => string;
}

/**
 * Asks the token endpoint once (section 5.3, step 1; RFC 6749 section 4.4.2).
 *
 * @throws AuthError; without a status when there was no whole answer. The signal's reason once it is aborted.
 */
export async function requestToken(request: TokenRequest): Promise<Token> {
  const { clock, fetch, scrub, signal, timeout, url } = request;
  const since = clock();
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    limit.abort();
  }, timeout);
  try {
    const response = await fetch(url, { method: 'POST', ...credentials(request), redirect: 'manual', signal: limit.signal });
    return await readToken(response, scrub, since);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    signal.throwIfAborted();
    // Not as a cause: errors of the platform repeat addresses and headers.
    throw new AuthError(late ? `The token endpoint did not answer within ${timeout} ms` : `The token endpoint cannot be reached (${reason(error)})`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function credentials({ basic, clientId, clientSecret }: TokenRequest): { body: string; headers: Record<string, string> } {
  const { grant_type, ...names } = clientCredentialsCarrier.form;
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  if (!basic) return { headers, body: encodeForm({ grant_type, [names.clientId]: clientId, [names.clientSecret]: clientSecret }) };
  headers['authorization'] = `Basic ${encodeBase64Utf8(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}`;
  return { headers, body: encodeForm({ grant_type }) };
}

/** One value, form-encoded (RFC 6749 appendix B). */
export function formEncode(text: string): string {
  return encodeForm({ '': text }).slice(1);
}

/** The system's code for what went wrong, such as ECONNREFUSED, and never its message. */
function reason(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown };
  return [cause?.code, name].find((word): word is string => typeof word === 'string' && /^\w{1,40}$/.test(word)) ?? 'unknown error';
}
