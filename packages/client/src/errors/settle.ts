import { isSynclineError, type SynclineErrorUnion } from './guards.ts';

/** The result of a call as a value. */
export type Settled<Data> =
  | { readonly ok: true; readonly data: Data; readonly error?: undefined }
  | { readonly ok: false; readonly error: SynclineErrorUnion; readonly data?: undefined };

/**
 * Converts a call's promise to a value with its data or its error. Errors that are not Syncline's (defects in the
 * program) are thrown again.
 *
 * @example
 * ```ts
 * import { settle } from '@syncline/client';
 *
 * const result = await settle(Promise.resolve(42));
 * if (result.ok) console.log(result.data);
 * else console.error(result.error.code);
 * ```
 */
export async function settle<Data>(promise: PromiseLike<Data>): Promise<Settled<Data>> {
  try {
    return { ok: true, data: await promise };
  } catch (error) {
    if (isSynclineError(error)) return { ok: false, error };
    throw error;
  }
}
