import { CallbackError } from '../errors/callback-error.ts';
import type { RequestPlace } from '../errors/request-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';

/**
 * Calls a function that the caller handed over, and waits for it only if it returns a promise. What it throws, or
 * rejects with, becomes a `CallbackError` that names it; a Syncline error passes as it is.
 *
 * @param callback - its name in the error, such as `credential.apply`
 * @throws {CallbackError} when the function fails
 */
export function guardCallback<Result>(
  callback: string,
  place: RequestPlace,
  scrub: (text: string) => string,
  call: () => Result | Promise<Result>,
): Result | Promise<Result> {
  const fail = (thrown: unknown): never => {
    throw isSynclineError(thrown) ? thrown : new CallbackError(place, callback, thrown, scrub);
  };
  try {
    const result = call();
    return result instanceof Promise ? result.catch(fail) : result;
  } catch (thrown) {
    return fail(thrown);
  }
}
