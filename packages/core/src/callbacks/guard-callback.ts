import { CallbackError } from '../errors/callback-error.ts';
import type { RequestPlace } from '../errors/request-error.ts';
import { scrubError } from '../errors/scrub-error.ts';
import { isSynclineError } from '../errors/syncline-error.ts';
import { isThenable } from '../values/foreign.ts';

/**
 * Calls a function that the caller passed. Every such function is called through this one. It may throw, reject, or
 * return a wrong value; `onFailure` then decides which value or error to continue with. Waits only if the function
 * returns a promise. The code that waits for this promise has a time limit.
 *
 * @param onFailure - gets what was thrown, or the rule that the value breaks
 * @param check - returns what is wrong with a value, such as `must return true or false`; undefined for a good one. It
 *   may read the value, which may run code of the caller: what that throws is a failure of the function, too
 */
export function guard<Result>(
  call: () => Result | PromiseLike<Result>,
  onFailure: (thrown: unknown, rule?: string) => Result,
  check?: (value: unknown) => string | false | undefined,
): Result | Promise<Result> {
  let result: Result | PromiseLike<Result>;
  try {
    result = call();
    if (isThenable(result)) return Promise.resolve(result).then((value) => checked(value, onFailure, check), onFailure);
  } catch (thrown) {
    return onFailure(thrown);
  }
  return checked(result as Result, onFailure, check);
}

function checked<Result>(
  value: Result,
  onFailure: (thrown: unknown, rule?: string) => Result,
  check: ((value: unknown) => string | false | undefined) | undefined,
): Result {
  let rule: string | false | undefined;
  try {
    rule = check?.(value);
  } catch (thrown) {
    return onFailure(thrown);
  }
  return rule ? onFailure(new TypeError(rule), rule) : value;
}

/**
 * The same for a function that must not wait: a promise is a wrong value, and its rejection is ignored.
 *
 * @param onFailure - what to go on with, or a function that throws
 */
export function guardSync<Result>(
  call: () => Result,
  onFailure: () => Result,
  isGood: (value: unknown) => boolean,
): Result {
  try {
    const value = call();
    if (isGood(value)) return value;
    Promise.resolve(value).then(undefined, () => {});
  } catch {
    // The same as a wrong value.
  }
  return onFailure();
}

/**
 * Calls a function that the caller passed, and waits for it only if it returns a promise. What it throws, or
 * rejects with, becomes a `CallbackError` that names it, and so does a wrong value; a Syncline error passes as it is.
 *
 * @param callback - its name in the error, such as `credential.apply`
 * @param check - returns the rule that a value breaks, such as `it must return true or false`
 * @throws {CallbackError} when the function fails
 */
export function guardCallback<Result>(
  callback: string,
  place: RequestPlace,
  call: () => Result | PromiseLike<Result>,
  check?: (value: unknown) => string | false | undefined,
): Result | Promise<Result> {
  const fail = (thrown: unknown, rule?: string): never => {
    if (isSynclineError(thrown)) throw thrown;
    const cause = scrubError(thrown, rule === undefined ? rule : String);
    throw new CallbackError(place, callback, cause.message, cause);
  };
  return guard(call, fail, check);
}
