import { ConfigError } from '@syncline/core/errors';

/** Milliseconds, or a text such as `90s`, `15m`, `2h`, `1d`, `1w` or `1h30m`. */
export type Duration = number | string;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The longest duration, one hundred years. */
const longest = 100 * 365 * 86_400_000;

/**
 * Returns a duration in milliseconds. A day is 24 hours.
 *
 * @throws ConfigError that names the option, if it is not a duration from 0 to 100 years
 */
export function parseDuration(option: string, value: Duration): number {
  const milliseconds =
    typeof value === 'number'
      ? value
      : /^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(value)
        ? [...value.matchAll(/([\d.]+)([a-z]+)/g)].reduce(
            (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? Number.NaN),
            0,
          )
        : Number.NaN;
  if (!(milliseconds >= 0 && milliseconds <= longest))
    throw new ConfigError(
      option,
      `must be milliseconds or a duration such as "90s", "15m", "2h" or "1d", found ${show(value)}${unitFor(value)}`,
    );
  return milliseconds;
}

/** What to add to a text of digits, which looks like milliseconds but is not a number. */
function unitFor(value: unknown): string {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? `. Add a unit, such as "${value}ms"` : '';
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}
