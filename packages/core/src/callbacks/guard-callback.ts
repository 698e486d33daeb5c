import { CallbackError } from '../errors/callback-error.ts';
import type { RequestPlace } from '../errors/request-error.ts';
import { scrubError } from '../errors/scrub-error.ts';
import { ConfigError, isSynclineError } from '../errors/syncline-error.ts';
import { isThenable } from '../values/foreign.ts';
import { type Clock, systemClock } from '../time/clock.ts';

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
  const checked = (value: Result): Result => {
    let rule: string | false | undefined;
    try {
      rule = check?.(value);
    } catch (thrown) {
      return onFailure(thrown);
    }
    return rule ? onFailure(new TypeError(rule), rule) : value;
  };
  let result: Result | PromiseLike<Result>;
  try {
    result = call();
    if (isThenable(result)) return Promise.resolve(result).then(checked, onFailure);
  } catch (thrown) {
    return onFailure(thrown);
  }
  return checked(result);
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
    Promise.resolve(value).catch(() => {});
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

/**
 * Calls a listener that the caller passed. Its failure has no effect: what it throws is ignored, and so is the
 * rejection of an `async` listener, which would otherwise end the process. Nobody waits for it.
 */
export function notify<Event>(listener: (event: Event) => unknown, event: Event): void {
  void guard<unknown>(
    () => listener(event),
    () => undefined,
  );
}

/** Guards a function that must not wait. Its failure is a ConfigError, which shows nothing of what was thrown. */
function guarded<Parameters extends unknown[], Result>(
  option: string,
  rule: string,
  isGood: (value: unknown) => boolean,
  callback: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const fail = (): never => {
    throw new ConfigError(option, rule);
  };
  return (...parameters) => guardSync(() => callback(...parameters), fail, isGood);
}

/**
 * Returns a clock that a caller passed, or the machine's. If a method of the clock throws, or returns something other
 * than a number of milliseconds, the call of the method fails with a ConfigError.
 */
export function guardClock(clock: Clock = systemClock): Clock {
  if (clock === systemClock) return clock;
  const rule = 'must return milliseconds, and a function from wait()';
  return {
    now: guarded('clock', rule, Number.isFinite, () => clock.now()),
    date: guarded('clock', rule, Number.isFinite, () => clock.date()),
    wait: guarded(
      'clock',
      rule,
      (value) => typeof value === 'function',
      (...wait: Parameters<Clock['wait']>) => clock.wait(...wait),
    ),
  };
}

/**
 * Returns a source of random numbers that a caller passed, or the machine's. It fails with a ConfigError if it returns
 * anything but a number from 0 to 1.
 */
export function guardRandom(random: () => number = Math.random): () => number {
  return guarded(
    'random',
    'must return a number from 0 to 1',
    (value) => typeof value === 'number' && value >= 0 && value <= 1,
    random,
  );
}
