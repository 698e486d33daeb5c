import { ConfigError } from '../errors/config-error.ts';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const part = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const whole = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/**
 * Milliseconds of a duration: a number is milliseconds already, a text is made of `d`, `h`, `m`, `s` and `ms`.
 *
 * @throws ConfigError naming what was given, when it is no duration, negative or not finite
 * @example
 * parseDuration('1h30m'); // 5_400_000
 */
export function parseDuration(duration: string | number): number {
  const text = typeof duration === 'string' ? duration.trim() : '';
  let milliseconds = typeof duration === 'number' ? duration : Number.NaN;
  if (whole.test(text)) {
    milliseconds = 0;
    for (const [, amount, unit] of text.matchAll(part))
      milliseconds += Number(amount) * units[unit as keyof typeof units];
  }
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new ConfigError(
      'duration',
      `${JSON.stringify(duration)} is none: give milliseconds, or a text such as "6h", "15m" or "1d12h"`,
    );
  }
  return Math.round(milliseconds);
}
