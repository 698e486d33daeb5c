import { ConfigError } from '@syncline/core';

/** The longest wait that timers keep. */
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

/** @throws ConfigError naming the option, unless the value is absent or a possible wait */
export function checkMilliseconds<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, longest);
}

/** @throws ConfigError unless the value is absent or a possible number of retries */
export function checkRetry<Value extends number | undefined>(value: Value): Value {
  return checkWhole('retry', value, 0, 100);
}

/** @throws ConfigError naming the option, unless the value is absent or a possible count */
export function checkCount<Value extends number | undefined>(option: string, value: Value): Value {
  return checkWhole(option, value, 1, Number.MAX_SAFE_INTEGER);
}
