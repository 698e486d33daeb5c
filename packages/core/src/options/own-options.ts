import { ConfigError, suggestion } from '../errors/syncline-error.ts';

/**
 * The names of a function's options. The compiler refuses one that is missing and one too many, so the names cannot
 * differ from the type.
 */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: unknown };

/** The options that clients and the token request share. */
export const engineOptionNames = {
  fetch: 1,
  timeout: 1,
  deadline: 1,
  allowInsecureHttp: 1,
  onEvent: 1,
  clock: 1,
  random: 1,
} as const;

/**
 * Creates objects that inherit nothing, to be filled. `Object.create(null)` would do the same, but V8 keeps such objects
 * as hash tables: with those, a call for one job takes 8 % more processor time (Node 24).
 */
export const Bare = function () {} as unknown as { new <Value extends object>(): Value; prototype: object };
Bare.prototype = Object.create(null) as object;

/**
 * Copies an object into one that inherits nothing, where a property that the object lacks is always undefined.
 */
export function withoutPrototype<Value extends object>(value: Value): Value {
  return Object.assign(new Bare<Value>(), value);
}

/**
 * Copies the options that a caller passes. The copy has only what the caller's object has itself, and no prototype, so
 * that a polluted `Object.prototype` sets no option. Without options (`undefined`), the copy is empty.
 *
 * @param names - every name that the function knows
 * @param argument - the argument that has them, for its errors: `options`, or an option with options of its own, such
 *   as `clock`, whose name then precedes the names of its options
 * @throws {ConfigError} when the options are not an object, or have a name that the function does not know; the message
 *   suggests the nearest name
 *
 * @example
 * ```ts
 * import { ownOptions } from '@syncline/core/internal';
 *
 * const read = (options?: { limit?: number }) => ownOptions(options, { limit: 1 }).limit ?? 10;
 * read({ limit: 5 }); // 5
 * // read({ limt: 5 }) throws: limt is not an option: did you mean limit?
 * ```
 */
export function ownOptions<Options extends object>(
  options: Options | undefined,
  names: OptionNames<NoInfer<Options>>,
  argument = '',
): Options {
  const copy = new Bare<Options>();
  if (options === undefined) return copy;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigError(argument || 'options', `must be an object: { ${Object.keys(names).slice(0, 2).join(', ')} }`);
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(names, name)) {
      // Names may come from a file, so only an identifier is shown as it is.
      const shown = /^[\w$-]{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60));
      throw new ConfigError(
        argument ? `${argument}.${shown}` : shown,
        `is not an option: ${suggestion(name, Object.keys(names))}`,
      );
    }
    copy[name as keyof Options] = options[name as keyof Options];
  }
  return copy;
}

/** The longest time that timers can wait: 2^31 - 1 ms. */
const longest = 2_147_483_647;

/** @throws {ConfigError} when the value is set and is not a whole number in the range */
export function checkWhole<Value extends number | undefined>(
  option: string,
  value: Value,
  least: number,
  most: number,
  unit = '',
): Value {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value;
  throw new ConfigError(option, `must be a whole number from ${least} to ${most}${unit}`);
}

/** @throws {ConfigError} when the value is set and is not a number of milliseconds that a timer can wait */
export function checkMilliseconds<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, longest, ' milliseconds');
}

/** @throws {ConfigError} when the value is set and is not a whole number from 0 to 100 */
export function checkRetry<Value extends number | undefined>(value: Value): Value {
  return checkWhole('retry', value, 0, 100);
}

/** @throws {ConfigError} when the value is set and is not a whole number of at least 1 */
export function checkCount<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, Number.MAX_SAFE_INTEGER);
}

/** @throws {ConfigError} when the value is set and is not one of the choices */
export function checkChoice<Value>(option: string, value: Value, ...choices: readonly unknown[]): Value {
  if (value === undefined || choices.includes(value)) return value;
  throw new ConfigError(option, `must be '${choices.join("' or '")}'`);
}

/** @throws {ConfigError} when the value is set and is neither true nor false */
export function checkBoolean<Value extends boolean | undefined>(option: string, value: Value): Value {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new ConfigError(option, 'must be true or false');
}

/** @throws {ConfigError} when the value is set and is not a function */
export function checkFunction<Value>(option: string, value: Value): Value {
  if (value === undefined || typeof value === 'function') return value;
  throw new ConfigError(option, 'must be a function');
}

/** @throws {ConfigError} when the value is set and is not an AbortSignal, of this realm or another */
export function checkSignal(value: AbortSignal | undefined): AbortSignal | undefined {
  if (value !== undefined && typeof value.addEventListener !== 'function')
    throw new ConfigError('signal', 'must be an AbortSignal');
  return value;
}

/**
 * Refuses an argument without the lists that the result of another function has.
 *
 * @param origin - the function that returns such a value
 * @throws {ConfigError} when the value is not an object, or a list is missing or contains a value that is not an object
 */
export function checkLists<Value extends object>(
  argument: string,
  value: Value,
  lists: readonly (keyof Value & string)[],
  origin: string,
): void {
  const input = Object(value) as Readonly<Record<string, unknown>>;
  const isGood = (list: unknown): boolean =>
    Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null);
  if (!lists.every((list) => isGood(input[list]))) throw new ConfigError(argument, `must be what ${origin} returns`);
}
