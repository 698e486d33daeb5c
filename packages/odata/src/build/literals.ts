import * as make from '../nodes/make.ts';
import { ConfigError } from '@syncline/core/errors';
import {
  canonicalDecimal,
  isCalendarDay,
  isInstant,
  wholeGuid,
  wholeInstant,
  wholeNumber,
} from '../nodes/literal-forms.ts';
import { describeType } from '../nodes/describe-type.ts';
import type { DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, GuidLiteral } from '../nodes/nodes.ts';

/**
 * A calendar day, for a property of type Edm.Date.
 *
 * @throws {ConfigError} when the text is not a calendar day, such as 30 February.
 * @example
 * ```ts
 * import { date, filter } from '@syncline/odata';
 *
 * filter((job) => job.field('Since').ge(date('2024-02-29'))).toString(); // 'Since ge 2024-02-29'
 * ```
 */
export function date(text: string): DateLiteral {
  if (typeof text !== 'string' || !isCalendarDay(text))
    throw refusal('date', 'a calendar day (yyyy-MM-dd)', text, "'2024-02-29'", ', or value.toISOString().slice(0, 10)');
  return make.date(text);
}

/**
 * An instant, given as the text in a record. All its digits are kept; a `Date` only keeps milliseconds.
 *
 * @throws {ConfigError} when the text has no offset or is not an instant.
 * @example
 * ```ts
 * import { dateTimeOffset, filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * filter<HistoryRecordProperties>((h) => h.runstartdate.gt(dateTimeOffset('2024-02-29T12:00:00.1234567Z')));
 * ```
 */
export function dateTimeOffset(text: string): DateTimeOffsetLiteral {
  const isValid =
    typeof text === 'string' &&
    wholeInstant.test(text) &&
    isCalendarDay(text.slice(0, 10)) &&
    isInstant(text.toUpperCase());
  if (!isValid)
    throw refusal(
      'dateTimeOffset',
      'a date-time with offset (yyyy-MM-ddTHH:mm:ssZ)',
      text,
      "'2024-02-29T12:00:00Z'",
      '; a Date needs no dateTimeOffset()',
    );
  return make.dateTimeOffset(text.toUpperCase());
}

/**
 * A GUID, for a property of type Edm.Guid. It is printed in lower case.
 *
 * @throws {ConfigError} when the text is not a GUID.
 * @example
 * ```ts
 * import { guid } from '@syncline/odata';
 *
 * guid('01234567-89AB-cdef-0123-456789abcdef').value; // '01234567-89ab-cdef-0123-456789abcdef'
 * ```
 */
export function guid(text: string): GuidLiteral {
  if (typeof text !== 'string' || !wholeGuid.test(text))
    throw refusal('guid', 'a GUID', text, "'01234567-89ab-cdef-0123-456789abcdef'");
  return make.guid(text.toLowerCase());
}

/**
 * A decimal number with more digits than a JavaScript number keeps.
 *
 * @throws {ConfigError} when the text is not a decimal number, or its exponent is beyond ±400.
 * @example
 * ```ts
 * import { decimal } from '@syncline/odata';
 *
 * decimal('0.1234567890123456789').value; // '0.1234567890123456789'
 * ```
 */
export function decimal(text: string): DecimalLiteral {
  const value = typeof text === 'string' && wholeNumber.test(text) ? canonicalDecimal(text) : undefined;
  if (value === undefined) throw refusal('decimal', 'a decimal number as text', text, "'1.5'");
  return make.decimal(value);
}

/** @param example - an argument that is accepted; `also` follows it in the message */
function refusal(option: string, expected: string, found: unknown, example: string, also = ''): ConfigError {
  const shown = typeof found === 'string' ? JSON.stringify(found.slice(0, 60)) : describeType(found);
  return new ConfigError(option, `must be ${expected}, found ${shown}; write ${option}(${example})${also}`);
}
