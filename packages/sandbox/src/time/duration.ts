import { ConfigError } from '@syncline/core/errors';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const part = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const pattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

/**
 * Milliseconds of a duration. A number is in milliseconds already. A string consists of amounts with `d`, `h`, `m`, `s`
 * and `ms`.
 *
 * @throws ConfigError when the argument is not a duration, is negative or is not finite
 * @example
 * parseDuration('1h30m'); // 5_400_000
 */
export function parseDuration(duration: string | number): number {
  const text = typeof duration === 'string' ? duration.trim() : '';
  let milliseconds = typeof duration === 'number' ? duration : Number.NaN;
  if (pattern.test(text)) {
    milliseconds = 0;
    for (const [, amount, unit] of text.matchAll(part))
      milliseconds += Number(amount) * units[unit as keyof typeof units];
  }
  if (!Number.isFinite(milliseconds) || milliseconds < 0) {
    throw new ConfigError(
      'duration',
      `must be milliseconds or a string such as "6h", "15m" or "1d12h", found ${JSON.stringify(duration)}`,
    );
  }
  return Math.round(milliseconds);
}
