import { formatDuration } from '@syncline/core/internal';

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
