import type { Clock } from '../time/clock.ts';

/** The asctime form. It has no time zone and means UTC. */
const asctime = /^(\w+) (\w+) (..) (\S+) (\d{4})$/;
/** IMF-fixdate and the RFC 850 form. */
const dayFirst = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, (..)[ -](\w+)[ -](\d{4}|\d\d) (\S+) GMT$/;

/**
 * Reads a `Retry-After` header: seconds, or a date in any of the three forms of RFC 9110 section 5.6.7.
 *
 * @param value - the header's value, if the response has the header
 * @param nowMs - the wall clock, in milliseconds since 1970
 * @returns whole seconds to wait; 0 for a date in the past; undefined for a value that RFC 9110 does not allow
 *
 * @example
 * ```ts
 * import { parseRetryAfter } from '@syncline/core/retry-after';
 *
 * parseRetryAfter('120', Date.now()); // 120
 * parseRetryAfter('5 apples', Date.now()); // undefined
 * ```
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  // A proxy may have added a second header: the longest wait satisfies both.
  if (/^\d+(\s*,\s*\d+)*$/.test(text)) return Math.max(...text.split(',').map(Number));
  const [, day = '', month, year = '', time] = dayFirst.exec(text.replace(asctime, '$1, $3 $2 $5 $4 GMT')) ?? [];
  if (!time) return undefined;
  // RFC 9110: a year of two digits is at most 50 years ahead; otherwise it is the latest such year in the past.
  const latest = new Date(nowMs).getUTCFullYear() + 50;
  const fullYear = year.length > 2 ? year : latest - ((latest - Number(year)) % 100);
  // Date.parse refuses a leap second, so it is read as the second after 59.
  const date = `${day.replace(' ', '0')} ${month} ${fullYear} ${time.replace(/60$/, '59')} GMT`;
  const ms = Date.parse(date) + (time.endsWith('60') ? 1000 : 0);
  // Date.parse reads 31 February as a day in March. Such a date is written differently than it was read.
  return new Date(date).toUTCString().endsWith(date) ? Math.max(0, Math.ceil((ms - nowMs) / 1000)) : undefined;
}

/**
 * Reads the `Retry-After` of a response. A date in it is compared with the response's own `Date`, so that a server whose
 * clock is wrong is understood as it means it; without one, with the clock's.
 *
 * @returns seconds to wait; undefined if the response does not say
 */
export function retryAfterOf(
  headers: { get(name: string): string | null },
  clock: Pick<Clock, 'date'>,
): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const sentAt = /GMT$/.test(headers.get('date') ?? '') ? Date.parse(headers.get('date') as string) : Number.NaN;
  return parseRetryAfter(value, Number.isNaN(sentAt) ? clock.date() : sentAt);
}
