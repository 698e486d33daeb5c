import { withoutQueries } from '../secrets/without-queries.ts';

/** The names of error classes, and the codes of systems: `TypeError`, `ECONNRESET`, `ERR_INVALID_URL`. */
const harmless = /^(\w*(Error|Exception)|E[A-Z]+|[A-Z]+_[A-Z_\d]+)$/;

/** What `scrubError` returns. */
export interface ScrubbedError extends Error {
  readonly code?: string;
  /** The mark by which Next.js recognizes its own error */
  readonly digest?: string;
}

/**
 * A copy of the innermost error, which says what happened: `fetch` wraps it in "fetch failed". This is the only way in
 * which anything that foreign code threw becomes text.
 *
 * A function of the caller may throw a secret that the library does not know, such as the text of a file that is not
 * JSON. So the copy of its error has only the name of an error class, a system code, and a message that says what was
 * thrown, without its text. A transport gets its secrets with the request. So the copy of its error also has the
 * message, the name and the code, without the secrets of the call. A copy also has the mark by which Next.js recognizes
 * its own errors (`digest`), and no other property.
 *
 * @param scrub - of what a transport threw: removes the secrets of the call from a text
 */
export function scrubError(thrown: unknown, scrub?: (text: string) => string): ScrubbedError {
  let what: string = typeof thrown;
  const copy: { -readonly [Name in keyof ScrubbedError]: ScrubbedError[Name] } = new Error(what);
  // A program can throw anything, also an object whose getters throw.
  try {
    let inner = thrown as { cause?: unknown; code?: unknown; name?: unknown; message?: unknown };
    for (let depth = 0; depth < 5 && Object(inner?.cause) === inner?.cause; depth += 1)
      inner = inner.cause as typeof inner;
    const { name, code, message } = Object(inner) as typeof inner;
    // Platforms print whole addresses. Of an absolute one, the origin is enough.
    const origins = /(:\/\/[^\s/"']*)[^\s"']*/g;
    if (scrub)
      copy.message = withoutQueries(scrub(String(message ?? inner)))
        .replace(origins, '$1')
        .slice(0, 2000);
    // A name or a code is a word, and without a secret.
    const isWord = (word: unknown): word is string =>
      typeof word === 'string' && /^[\w.:-]{1,60}$/.test(word) && (scrub ? scrub(word) === word : harmless.test(word));
    // Defined, not assigned: a program may have frozen the prototype of errors, which has a name.
    Object.defineProperty(copy, 'name', {
      value: isWord(name) ? (what = name) : 'Error',
      configurable: true,
      writable: true,
    });
    if (isWord(code)) what += ` ${(copy.code = code)}`;
    // Such as `DYNAMIC_SERVER_USAGE` and `NEXT_REDIRECT;replace;/login;307;`, which it sends to browsers.
    const digest = `${(thrown as { digest?: unknown }).digest}`;
    if (/^[A-Z_]{5,}(;|$)/.test(digest) && (!scrub || scrub(digest) === digest)) copy.digest = digest;
  } catch {
    // It keeps what it could be told.
  }
  if (!scrub) copy.message = `it threw ${what}. Its text may be secret and is not shown`;
  delete copy.stack;
  return copy;
}

/** The property of an error that has the mark of its cause. */
export function markOf(cause: ScrubbedError | undefined): { readonly digest?: string } {
  return (cause?.digest && { digest: cause.digest }) as object;
}

/** The code of what was thrown, such as `ECONNREFUSED`, or the name of its class; never its message. */
export function reasonOf(thrown: unknown): string {
  const { code, name } = scrubError(thrown);
  return code ?? (name === 'Error' ? 'unknown error' : name);
}
