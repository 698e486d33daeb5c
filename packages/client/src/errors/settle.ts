import { isSynclineError, type SynclineErrorUnion } from './guards.ts';

/** How a call ended, as a value. */
export type Settled<Data> =
  | { readonly ok: true; readonly data: Data; readonly error?: undefined }
  | { readonly ok: false; readonly error: SynclineErrorUnion; readonly data?: undefined };

/**
 * Turns a call's promise into a value that says how it ended. An error that is not a Syncline error is a defect in the
 * program, and is thrown on.
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
