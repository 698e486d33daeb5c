import { type Clock, ConfigError, guard, isSynclineError, scrubError, withTimeLimit } from '@syncline/core/internal';
import { StoreError } from '../errors/store-error.ts';

/** Whether a method may return this value. The value may be anything, so reading its properties must not throw. */
export type Check = (value: unknown) => boolean;

/** How the methods of a store are called. */
export interface MethodLimit {
  readonly clock: Clock;
  /** The maximum time for one call, in milliseconds */
  readonly timeout: number;
  /** What to do after a failure, as the end of its message */
  readonly advice: string;
}

/**
 * Calls a method of a store, which may be the caller's own implementation.
 *
 * @throws {StoreError} if it does not settle in time, or throws something that is not a Syncline error. It names only the
 *   class or the code, because the text of a driver may contain a connection string
 * @throws {ConfigError} if it returns a wrong value
 */
export function callMethod<Result>(
  method: string,
  { clock, timeout, advice }: MethodLimit,
  call: () => Promise<Result>,
  isGood: Check,
): Promise<Result> {
  const fail = (thrown: unknown, rule?: string): never => {
    if (rule !== undefined) throw new ConfigError(`store.${method}`, rule);
    if (isSynclineError(thrown)) throw thrown;
    const cause = scrubError(thrown);
    const reason = cause.code ?? cause.name;
    throw new StoreError(`store.${method} failed (${reason}). ${advice}`, reason, { cause });
  };
  const check = (value: unknown) => !isGood(value) && 'must return the type that the interface of a store defines';
  return withTimeLimit(
    clock,
    timeout,
    async () => guard(call, fail, check),
    () => new StoreError(`store.${method} did not settle within ${timeout} ms. Check the database.`, 'TIMEOUT'),
  );
}

/** Whether a value is a list whose values pass a check. */
export function listOf(isGood: Check): Check {
  return (value) => Array.isArray(value) && value.every(isGood);
}

/** Whether a value is a text. */
export const isText: Check = (value) => typeof value === 'string';
