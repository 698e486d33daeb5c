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
