import { ConfigError } from '../errors/config-error.ts';
import { canonicalDecimal } from './decimal.ts';
import { isCalendarDay, isInstant, wholeGuid, wholeInstant, wholeNumber } from './literal-forms.ts';
import * as make from './make.ts';
import type { DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, GuidLiteral } from './nodes.ts';

/**
 * A day of the calendar, for a property of type Edm.Date.
 *
 * @throws {ConfigError} when it is none.
 * @example
 * filter<JobProperties>((job) => job.property('Since').ge(date('2024-02-29')));
 */
export function date(text: string): DateLiteral {
  if (typeof text !== 'string' || !isCalendarDay(text))
    throw refusal('date', 'a day of the calendar (yyyy-MM-dd)', text);
  return make.date(text);
}

/**
 * An instant as text, such as a record holds it: all its digits are kept, where a `Date` has milliseconds.
 *
 * @throws {ConfigError} when it has no offset or is no instant.
 * @example
 * filter<HistoryRecordProperties>((h) => h.runstartdate.gt(dateTimeOffset('2024-02-29T12:00:00.1234567Z')));
 */
export function dateTimeOffset(text: string): DateTimeOffsetLiteral {
  const sound =
    typeof text === 'string' &&
    wholeInstant.test(text) &&
    isCalendarDay(text.slice(0, 10)) &&
    isInstant(text.toUpperCase());
  if (!sound) throw refusal('dateTimeOffset', 'a date-time with offset (yyyy-MM-ddTHH:mm:ssZ)', text);
  return make.dateTimeOffset(text.toUpperCase());
}

/**
 * A GUID, for a property of type Edm.Guid.
 *
 * @throws {ConfigError} when it is none.
 * @example
 * guid('01234567-89AB-cdef-0123-456789abcdef').value; // '01234567-89ab-cdef-0123-456789abcdef'
 */
export function guid(text: string): GuidLiteral {
  if (typeof text !== 'string' || !wholeGuid.test(text))
    throw refusal('guid', 'a GUID (8-4-4-4-12 hexadecimal digits)', text);
  return make.guid(text.toLowerCase());
}

/**
 * A decimal number with more digits than a JavaScript number keeps.
 *
 * @throws {ConfigError} when it is none, or its exponent is beyond ±400.
 * @example
 * decimal('0.1234567890123456789').value; // '0.1234567890123456789'
 */
export function decimal(text: string): DecimalLiteral {
  const value = typeof text === 'string' && wholeNumber.test(text) ? canonicalDecimal(text) : undefined;
  if (value === undefined) throw refusal('decimal', 'a decimal number', text);
  return make.decimal(value);
}

function refusal(option: string, expected: string, found: unknown): ConfigError {
  return new ConfigError(
    option,
    `expected ${expected}, found ${typeof found === 'string' ? JSON.stringify(found.slice(0, 60)) : `a value of type ${typeof found}`}`,
  );
}
