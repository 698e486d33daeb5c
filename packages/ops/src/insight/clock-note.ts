import { formatDuration } from '@syncline/core/internal';

/** A smaller difference may come from a slow response, or from one that a proxy kept for a while. */
const least = 300_000;
const minute = 60_000;

/**
 * A sentence about a clock of the service that differs from this machine's; undefined if they agree.
 *
 * @param date - the service's time in its response, in milliseconds since 1970; undefined if it does not send it
 */
export function clockNote(date: number | undefined, now: number): string | undefined {
  if (date === undefined || Math.abs(date - now) < least) return undefined;
  const side = date > now ? 'ahead of' : 'behind';
  // The service sends whole seconds, and the response takes some time.
  const difference = formatDuration(Math.round(Math.abs(date - now) / minute) * minute);
  return `The clock of the service is ${difference} ${side} this machine's clock. Set the clock that is wrong.`;
}
