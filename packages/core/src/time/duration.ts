import { ConfigError } from '../errors/syncline-error.ts';

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
 * Returns a duration in whole milliseconds. A text consists of amounts with `w`, `d`, `h`, `m`, `s` or `ms`, without
 * spaces between them; an amount may have a fraction. Spaces around the text are ignored. A day is 24 hours, and a week
 * is 7 days.
 *
 * @param option - the option that has the duration, for the error
 * @throws {ConfigError} when the value is not a duration from 0 to 100 years
 * @example
 * ```ts
 * import { parseDuration } from '@syncline/core/internal';
 *
 * parseDuration('timeout', '1h30m'); // 5400000
 * ```
 */
export function parseDuration(option: string, value: Duration): number {
  const milliseconds = typeof value === 'number' ? value : readDuration(value);
  if (!(milliseconds >= 0 && milliseconds <= longest))
    throw new ConfigError(
      option,
      `must be a duration such as "90s", "15m", "2h" or "1d", found ${show(value)}${unitFor(value)}`,
    );
  return Math.round(milliseconds);
}

function readDuration(text: unknown): number {
  if (typeof text !== 'string' || !/^\s*(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+\s*$/.test(text)) return Number.NaN;
  let milliseconds = 0;
  for (const [, amount, unit = ''] of text.matchAll(/([\d.]+)([a-z]+)/g))
    milliseconds += Number(amount) * (units[unit] as number);
  return milliseconds;
}

/** What to add to a text of digits. A small number is hardly one of milliseconds. */
function unitFor(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return '';
  return `. Add a unit, such as "${value}${value.length < 4 ? 's' : 'ms'}"`;
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * A duration as a person reads it, with at most two units: `420ms`, `42s`, `3m 5s`, `2h`, `4d 1h`. A day is 24 hours, and
 * nothing is longer than a day.
 *
 * @param ms - milliseconds; a negative duration begins with `-`
 * @example
 * ```ts
 * import { formatDuration } from '@syncline/core/internal';
 *
 * formatDuration(58_080_000); // "16h 8m"
 * ```
 */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (Math.round(ms) < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

/**
 * How long a run took, in milliseconds; undefined if it has no end, or one that is before its start, which says nothing.
 */
export function durationOf({
  start,
  end,
}: {
  readonly start: number;
  readonly end?: number | undefined;
}): number | undefined {
  return end === undefined || end < start ? undefined : end - start;
}

/** The same for people, such as `3m 5s`; empty if it is unknown. */
export function tookText(run: Parameters<typeof durationOf>[0]): string {
  const duration = durationOf(run);
  return duration === undefined ? '' : formatDuration(duration);
}

/**
 * Whether a run seems to do well, but starts more than a day from now. Its date is wrong, and it must not hide what really
 * happened. A run that did not do well is shown whatever its date.
 */
export function isWellTooEarly(
  { start, outcome }: { readonly start: number; readonly outcome: string },
  now: number,
): boolean {
  return start > now + 86_400_000 && ['succeeded', 'warned', 'running'].includes(outcome);
}

/** Moves the runs that are well too early to the beginning, so that none of them is the last one. */
export function withPossibleLast<Run extends Parameters<typeof isWellTooEarly>[0]>(
  runs: readonly Run[],
  now: number,
): readonly Run[] {
  const isPossible = (run: Run): boolean => !isWellTooEarly(run, now);
  return runs.every(isPossible) ? runs : [...runs.filter((run) => !isPossible(run)), ...runs.filter(isPossible)];
}
