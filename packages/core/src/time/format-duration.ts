/**
 * A duration as a person reads it, with at most two units: `420ms`, `42s`, `3m 5s`, `2h`, `4d 1h`. A day is 24 hours, and
 * nothing is longer than a day.
 *
 * @param ms - milliseconds; a negative duration begins with `-`
 * @example
 * ```ts
 * import { formatDuration } from '@syncline/core';
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
