import { ConfigError } from '@syncline/core';

/** The longest time that timers can wait: 2^31 - 1 ms. */
const longest = 2_147_483_647;

const checkWhole = <Value extends number | undefined>(
  option: string,
  value: Value,
  least: number,
  most: number,
): Value => {
  if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
    throw new ConfigError(option, `must be a whole number from ${least} to ${most}`);
  }
  return value;
};

/** @throws {ConfigError} when the value is set and is not a number of milliseconds that a timer can wait */
export function checkMilliseconds<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, longest);
}

/** @throws {ConfigError} when the value is set and is not a whole number from 0 to 100 */
export function checkRetry<Value extends number | undefined>(value: Value): Value {
  return checkWhole('retry', value, 0, 100);
}

/** @throws {ConfigError} when the value is set and is not a whole number from 1 */
export function checkCount<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, Number.MAX_SAFE_INTEGER);
}

/** @throws {ConfigError} when the value is set and is neither of two choices */
export function checkChoice(option: string, value: unknown, one: string, other: string): void {
  if (value !== undefined && value !== one && value !== other)
    throw new ConfigError(option, `must be '${one}' or '${other}'`);
}
