/** The brand of every Syncline error, whichever package or copy of a package created it. */
export const errorBrand: unique symbol = Symbol.for('syncline.error') as never;

/**
 * The base of every Syncline error. Identify an error by its `code` or with a guard such as `isHttpError`, not with
 * `instanceof`: guards also work when two copies of a package are installed.
 *
 * No message, property or cause contains a secret or a query string.
 */
export abstract class SynclineError extends Error {
  /** Part of the public interface: a code never changes its meaning */
  abstract readonly code: string;

  /** The address of the page about this code: its cause, an example, and what to do */
  get help(): string {
    return `https://syncline.github.io/errors/${this.code}/`;
  }

  /** Marks the error as a Syncline error */
  get [errorBrand](): true {
    return true;
  }
}

/**
 * Whether a value is a Syncline error, from any copy of any Syncline package.
 *
 * @example
 * ```ts
 * import { ConfigError, isSynclineError } from '@syncline/core';
 *
 * const error: unknown = new ConfigError('timeout', 'must be a whole number');
 * isSynclineError(error); // true
 * ```
 */
export function isSynclineError(error: unknown): error is SynclineError {
  // Anything can be thrown, also an object that throws when it is read.
  try {
    return typeof error === 'object' && (error as { [errorBrand]?: unknown } | null)?.[errorBrand] === true;
  } catch {
    return false;
  }
}
