import { ConfigError } from '../errors/config-error.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { guardSync } from './guard-callback.ts';

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
  const rule = 'must return a number of milliseconds, and from wait() a function';
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
