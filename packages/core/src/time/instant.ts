import { ConfigError, isConfigError } from '../errors/syncline-error.ts';
import { parseDuration } from './duration.ts';

const pattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * The time of a `Date`, in milliseconds: NaN if it is invalid, or in a proxy that hides it. Undefined for anything else.
 *
 * @example
 * ```ts
 * import { timeOf } from '@syncline/core/internal';
 *
 * timeOf(new Date(5)); // 5
 * timeOf('1970-01-01'); // undefined
 * ```
 */
export function timeOf(value: unknown): number | undefined {
  try {
    return typeof (value as Date | null | undefined)?.getTime === 'function' ? +(value as Date).getTime() : undefined;
  } catch {
    return Number.NaN;
  }
}

/**
 * Parses a time in RFC 3339 with an offset, such as `2026-03-02T06:00:00Z`; the seconds are optional.
 *
 * @returns milliseconds since 1970; undefined if the text is something else, or a date that does not exist
 */
export function parseInstant(text: string): number | undefined {
  const [, day = ''] = pattern.exec(text) ?? [];
  const moment = day === '' ? Number.NaN : Date.parse(text);
  if (Number.isNaN(moment)) return undefined;
  // The parser turns a date that does not exist, such as 30 February, into another one.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? moment : undefined;
}

/**
 * Parses a moment that a person writes: RFC 3339 with an offset, or a duration before now such as `24h`.
 *
 * @param option - the option that has the moment, for the error
 * @returns milliseconds since 1970
 * @throws {ConfigError} when it is neither
 */
export function parseMoment(option: string, text: string, now: number): number {
  if (/^\d{4}-/.test(text)) {
    const moment = parseInstant(text);
    if (moment === undefined)
      throw new ConfigError(
        option,
        'must have a time and an offset, such as 2026-03-02T06:00:00Z, or be a duration such as 24h',
      );
    return moment;
  }
  try {
    return now - parseDuration(option, text);
  } catch (error) {
    if (!isConfigError(error)) throw error;
    throw new ConfigError(
      option,
      'must be a duration before now such as 90m, 24h or 7d, or a time with an offset such as 2026-03-02T06:00:00Z; ' +
        `found ${JSON.stringify(text.slice(0, 40))}`,
    );
  }
}

/** A moment as RFC 3339 in UTC, without a fraction if there is none; empty if a Date cannot express it. */
export function toRfc3339(moment: number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
