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
    super(place, `no complete response: ${why}`, { reason: code }, { cause });
  }
}

/**
 * Creates the error of a request that got no complete response. Its `cause` is a copy of the platform's error without
 * any secret.
 */
export function networkErrorFrom(thrown: unknown, place: RequestPlace, scrub: (text: string) => string): NetworkError {
  return new NetworkError(place, scrubError(thrown, scrub));
}

/** `fetch` wraps the reason for a failure in "fetch failed". The innermost error says what happened. */
export function scrubError(thrown: unknown, scrub: (text: string) => string): Error & { code?: string } {
  let inner = thrown as { cause?: unknown; code?: unknown; name?: unknown; message?: unknown };
  for (let depth = 0; depth < 5 && typeof inner?.cause === 'object' && inner.cause !== null; depth += 1) {
    inner = inner.cause as typeof inner;
  }
  const copy: Error & { code?: string } = new Error(withoutPaths(scrub(textOf(inner?.message ?? inner))));
  copy.name = typeof inner?.name === 'string' ? inner.name : 'Error';
  if (typeof inner?.code === 'string') copy.code = inner.code;
  delete copy.stack;
  return copy;
}

/** A program can throw anything, even a value that cannot be converted to a string. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return typeof thrown;
  }
}

/** Platforms print whole addresses with their queries. Keeps only the origin, or the path of a relative address. */
function withoutPaths(text: string): string {
  return text.replace(/(https?:\/\/[^\s/?#"']+)[^\s"']*/gi, '$1').replace(/(\/[^\s?#"']*)[?#][^\s"']*/g, '$1');
}
