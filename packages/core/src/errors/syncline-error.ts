/** The brand that every Syncline error carries, whichever package or copy of a package created it. */
export const errorBrand: unique symbol = Symbol.for('syncline.error') as never;

/**
 * The base of every Syncline error. Recognise an error by its `code` or with a guard (`isHttpError` and its siblings), never with
 * `instanceof`: the guards also work when two copies of a package are installed.
 *
 * No message, property or cause contains a secret or a query string.
 */
export abstract class SynclineError extends Error {
  /** Stable: part of the public interface, and never reused for another meaning. */
  abstract readonly code: string;

  /** Marks the error as one of Syncline's. */
  get [errorBrand](): true {
    return true;
  }
}

/**
 * Whether a value is an error of Syncline, from any of its packages and any copy of them.
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
  return typeof error === 'object' && error !== null && (error as { [errorBrand]?: unknown })[errorBrand] === true;
}
