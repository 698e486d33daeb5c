const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const day = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? ';
const time = '(\\d\\d):(\\d\\d):(\\d\\d)';
/** IMF-fixdate and the RFC 850 form. */
const dayFirst = new RegExp(`^${day}(\\d\\d)[ -](\\w{3})[ -](\\d{4}|\\d\\d) ${time} GMT$`);
/** The asctime form, which names no time zone and means UTC. */
const monthFirst = new RegExp(`^${day}(\\w{3}) ([ \\d]\\d) ${time} (\\d{4})$`);

/**
 * Reads a `Retry-After` header: seconds, or a date in any of the three forms of RFC 9110 section 5.6.7.
 *
 * @param value The header's value, if there is one.
 * @param nowMs The wall clock, in milliseconds since 1970.
 * @returns Whole seconds to wait, 0 for a date that has passed, undefined for anything that is not a `Retry-After`.
 *
 * @example
 * ```ts
 * import { parseRetryAfter } from '@syncline/auth/http';
 *
 * parseRetryAfter('120', Date.now()); // 120
 * parseRetryAfter('5 apples', Date.now()); // undefined
 * ```
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = httpDate(text, nowMs);
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

function httpDate(text: string, nowMs: number): number | undefined {
  let match = dayFirst.exec(text);
  if (match) return utc(match[3]!, match[2]!, match[1]!, match.slice(4), nowMs);
  match = monthFirst.exec(text);
  return match ? utc(match[6]!, match[1]!, match[2]!, match.slice(3), nowMs) : undefined;
}

function utc(yearText: string, monthName: string, dayText: string, [h, m, s]: string[], nowMs: number): number | undefined {
  let year = Number(yearText);
  if (yearText.length === 2) {
    // RFC 9110: not more than 50 years ahead; otherwise it is the last such year in the past.
    const latest = new Date(nowMs).getUTCFullYear() + 50;
    year = latest - ((latest - year) % 100);
  }
  const month = months.indexOf(monthName) / 3;
  const dayOfMonth = Number(dayText);
  const hour = Number(h);
  const minute = Number(m);
  const second = Number(s);
  if (!Number.isInteger(month) || month < 0 || hour > 23 || minute > 59 || second > 60) return undefined;
  const date = Date.UTC(year, month, dayOfMonth, hour, minute, second);
  return dayOfMonth > 0 && dayOfMonth <= new Date(Date.UTC(year, month + 1, 0)).getUTCDate() ? date : undefined;
}
