/** The brand that every Syncline error carries, whichever package or copy of a package made it. */
export const errorBrand: unique symbol = Symbol.for('syncline.error') as never;

/**
 * What every error of the client is. Recognise errors by `code` or by the guards (`isHttpError` and its siblings), never by
 * `instanceof`: the guards also hold when two copies of the package are installed.
 *
 * No message, property or cause holds a secret or a query string.
 *
 * @example
 * ```ts
 * import { isSynclineError } from '@syncline/client';
 *
 * try {
 *   throw new Error('not one of ours');
 * } catch (error) {
 *   if (isSynclineError(error)) console.error(error.code, error.message);
 * }
 * ```
 */
export abstract class SynclineError extends Error {
  /** Stable: part of the public interface, never reused for another meaning. */
  abstract readonly code: string;
  readonly [errorBrand] = true;
}

/** Where in the conversation an error arose. `path` is relative to the service's origin and never holds a query. */
export interface RequestPlace {
  /** The operation id of the documents; undefined for a call through `raw` */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** How many requests were sent for this call, the first included */
  readonly attempts: number;
}
