import { withoutQueries } from '../secrets/without-queries.ts';
import { RequestError, type RequestPlace } from './request-error.ts';

/**
 * No complete response arrived: the name did not resolve, the connection was refused, reset or broken, TLS failed, or
 * the body was cut off.
 *
 * `cause` is a copy of the platform's error without any secret.
 */
export class NetworkError extends RequestError {
  override readonly name = 'NetworkError';
  readonly code = 'NETWORK_ERROR';
  /** The platform's code, such as `ECONNREFUSED`, if the platform has one */
  declare readonly reason: string | undefined;

  constructor(place: RequestPlace, cause: Error & { code?: string }) {
    const { code, message } = cause;
    // The codes of undici say nothing to a reader, unlike those of the system.
    const why = code?.startsWith('UND_ERR') ? `${message} (${code})` : (code ?? message);
    // Node's two messages about a proxy that refuses.
    const remedy = /prox.*\(407\)/i.test(message) ? ': set the user name and password of the proxy' : '';
    super(place, `no complete response: ${why}${remedy}`, { reason: code }, { cause });
  }
}

/**
 * Creates the error of a request that got no complete response. Its `cause` is a copy of the platform's error without
 * any secret.
 */
export function networkErrorFrom(thrown: unknown, place: RequestPlace, scrub: (text: string) => string): NetworkError {
  return new NetworkError(place, scrubError(thrown, scrub));
}

/**
 * What a function that returns a secret throws may contain a secret that nobody knows yet, such as the text of a file
 * that is not JSON. A name, a code of the system and a few plain words are kept.
 */
const harmless = /^(\w*Error|E[A-Z]+|[A-Z]+(_[A-Z]+)+|[A-Z]?[a-z ,.]{1,100})$/;

/**
 * A copy of the innermost error, which says what happened: `fetch` wraps it in "fetch failed". Of the foreign error,
 * the copy has the message, the name and the code, each without secrets, and nothing else.
 *
 * @param scrub - removes the secrets from a text. @default keeps only a text of plain words
 */
export function scrubError(
  thrown: unknown,
  scrub: (text: string) => string = (text) => (harmless.test(text) ? text : '[redacted]'),
): Error & { code?: string } {
  const copy: Error & { code?: string } = new Error(typeof thrown);
  const set = (name: string, value: string): void => {
    // Defined, not assigned: a program may have frozen the prototype of errors.
    Object.defineProperty(copy, name, { value, configurable: true, writable: true, enumerable: name === 'code' });
  };
  // A program can throw anything, also an object whose getters throw.
  try {
    let inner = thrown as { cause?: unknown; code?: unknown; name?: unknown; message?: unknown };
    for (let depth = 0; depth < 5 && typeof inner?.cause === 'object' && inner.cause !== null; depth += 1) {
      inner = inner.cause as typeof inner;
    }
    const { name, code, message } = Object(inner) as typeof inner;
    // Platforms print whole addresses. Of an absolute one, the origin is enough.
    const origins = /(:\/\/[^\s/"']*)[^\s"']*/g;
    set(
      'message',
      withoutQueries(scrub(String(message ?? inner)))
        .replace(origins, '$1')
        .slice(0, 2000),
    );
    // A name or a code is a word, and without a secret.
    const isWord = (word: unknown): word is string =>
      typeof word === 'string' && /^[\w.:-]{1,60}$/.test(word) && scrub(word) === word;
    set('name', isWord(name) ? name : 'Error');
    if (isWord(code)) set('code', code);
  } catch {
    // It keeps what it could be told.
  }
  delete copy.stack;
  return copy;
}
