/** The asctime form, which names no time zone and means UTC. */
const asctime = /^(\w+) (\w+) (..) (\S+) (\d{4})$/;
/** IMF-fixdate and the RFC 850 form. */
const dayFirst = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, (..)[ -](\w+)[ -](\d{4}|\d\d) (\S+) GMT$/;

/**
 * Reads a `Retry-After` header: seconds, or a date in any of the three forms of RFC 9110 section 5.6.7.
 *
 * @param value The header's value, if there is one.
 * @param nowMs The wall clock, in milliseconds since 1970.
 * @returns Whole seconds to wait, 0 for a date that has passed, undefined for anything that is not a `Retry-After`.
 *
 * @example
 * ```ts
 * import { parseRetryAfter } from '@syncline/core';
 *
 * parseRetryAfter('120', Date.now()); // 120
 * parseRetryAfter('5 apples', Date.now()); // undefined
 * ```
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const [, day = '', month, year = '', time] = dayFirst.exec(text.replace(asctime, '$1, $3 $2 $5 $4 GMT')) ?? [];
  if (!time) return undefined;
  // RFC 9110: two digits mean not more than 50 years ahead; otherwise it is the last such year in the past.
  const latest = new Date(nowMs).getUTCFullYear() + 50;
  const fullYear = year.length > 2 ? year : latest - ((latest - Number(year)) % 100);
  // A leap second is the one after 59.
  const date = `${day.replace(' ', '0')} ${month} ${fullYear} ${time.replace(/60$/, '59')} GMT`;
  const ms = Date.parse(date) + (time.endsWith('60') ? 1000 : 0);
  // What the platform writes otherwise is no date: it moves 31 February on to March.
  return new Date(date).toUTCString().endsWith(date) ? Math.max(0, Math.ceil((ms - nowMs) / 1000)) : undefined;
}
