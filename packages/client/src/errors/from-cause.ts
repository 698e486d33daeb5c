import { NetworkError } from './network-error.ts';
import type { RequestPlace } from './syncline-error.ts';

/** The error of a request that got no complete answer, with a copy of the platform's error that holds no secret. */
export function networkErrorFrom(thrown: unknown, place: RequestPlace, scrub: (text: string) => string): NetworkError {
  return new NetworkError(place, safeCopy(thrown, scrub));
}

/** fetch wraps the reason it failed ("fetch failed"); the innermost one says what happened. */
const safeCopy = (thrown: unknown, scrub: (text: string) => string): Error & { code?: string } => {
  let inner = thrown as { cause?: unknown; code?: unknown; name?: unknown; message?: unknown };
  for (let depth = 0; depth < 5 && typeof inner?.cause === 'object' && inner.cause !== null; depth += 1) {
    inner = inner.cause as typeof inner;
  }
  const copy: Error & { code?: string } = new Error(withoutAddresses(scrub(textOf(inner?.message ?? inner))));
  copy.name = typeof inner?.name === 'string' ? inner.name : 'Error';
  if (typeof inner?.code === 'string') copy.code = inner.code;
  delete copy.stack;
  return copy;
};

/** Anything can be thrown, also what has no text. */
const textOf = (thrown: unknown): string => {
  try {
    return String(thrown);
  } catch {
    return typeof thrown;
  }
};

/** Platforms print whole addresses, queries included: only the origin is kept. */
const withoutAddresses = (text: string): string => text.replace(/(https?:\/\/[^\s/?#"']+)[^\s"']*/gi, '$1');
