// Values from outside are asked what they can do. `instanceof` asks who made them, and is false for the values of a program
// that replaced a class (zone.js), of another realm (an iframe, `node:vm`, Jest), of another copy of a package, and in a proxy.

/**
 * Whether a value is a promise: it can be waited for.
 *
 * @example
 * ```ts
 * import { isThenable } from '@syncline/core/internal';
 *
 * isThenable(Promise.resolve(1)); // true
 * ```
 */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/**
 * The time of a `Date`, in milliseconds: NaN if it is invalid, or in a proxy that hides it. Undefined for anything else.
 *
 * @example
 * ```ts
 * import { timeOf } from '@syncline/core/internal';
 *
 * timeOf(new Date(5)); // 5
 * timeOf('1970-01-01'); // undefined
 * ```
 */
export function timeOf(value: unknown): number | undefined {
  try {
    return typeof (value as Date | null | undefined)?.getTime === 'function' ? +(value as Date).getTime() : undefined;
  } catch {
    return Number.NaN;
  }
}

/**
 * Whether a value is an error: it says what happened.
 *
 * @example
 * ```ts
 * import { isError } from '@syncline/core/internal';
 *
 * isError(new TypeError('fetch failed')); // true
 * ```
 */
export function isError(value: unknown): value is Error {
  const { name, message } = Object(value) as Partial<Error>;
  return typeof name === 'string' && typeof message === 'string';
}
