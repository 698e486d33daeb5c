import { ConfigError, guard, isSynclineError, isThenable } from '@syncline/core/internal';

/**
 * Calls a function of the caller that must not wait. A promise is a wrong value, and its rejection is ignored.
 *
 * @param rule - the rest of the sentence that begins with the option, such as `must return a classification`
 * @throws {ConfigError} when it throws or returns a wrong value. A Syncline error that it throws passes as it is
 */
export function callNow<Result>(
  option: string,
  rule: string,
  call: () => Result,
  isGood: (value: Result) => boolean,
): Result {
  const fail = (thrown?: unknown): never => {
    throw isSynclineError(thrown) ? thrown : new ConfigError(option, rule);
  };
  const result = guard(call, fail, (value) => !isGood(value as Result) && rule);
  if (!isThenable(result)) return result;
  result.then(undefined, () => {});
  return fail();
}
