import {
  canonicalDecimal,
  dayHere,
  guidHere,
  isCalendarDay,
  isInstant,
  numberHere,
  timeHere,
} from '../nodes/literal-forms.ts';
import { date, dateTimeOffset, decimal, guid, integer, string } from '../nodes/make.ts';
import type { Literal, StringLiteral } from '../nodes/nodes.ts';
import { codeAt, isDigit } from './characters.ts';
import type { Cursor } from './cursor.ts';

const timeOfDayHere = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,12})?)?(?![\d:.])/y;
const quote = 39;
const dash = 45;
const colon = 58;
const point = 46;
const zero = 48;
const letterE = 101;

/** Reads a string literal. The cursor is at its opening quote. */
export function scanString(cursor: Cursor): StringLiteral {
  const { text } = cursor;
  const start = cursor.position + 1;
  let end = text.indexOf("'", start);
  let doubled = false;
  while (end !== -1 && codeAt(text, end + 1) === quote) {
    doubled = true;
    end = text.indexOf("'", end + 2);
  }
  if (end === -1) throw cursor.syntax("a closing quote (a quote inside is doubled: '')", text.length);
  cursor.position = end + 1;
  const value = text.slice(start, end);
  return string(doubled ? value.replaceAll("''", "'") : value);
}

/** Reads a GUID if there is one at the position. Its first character can be a letter. */
export function scanGuid(cursor: Cursor): Literal | undefined {
  // The ninth character decides, so that almost no name is scanned twice.
  if (codeAt(cursor.text, cursor.position + 8) !== dash) return undefined;
  const text = cursor.match(guidHere);
  return text === undefined ? undefined : guid(text.toLowerCase());
}

/** Reads a number, date, date-time or GUID. The cursor is at a digit or a sign. */
export function scanNumberOrDate(cursor: Cursor): Literal {
  const { text, position } = cursor;
  if (codeAt(text, position + 4) === dash) {
    const day = cursor.match(dayHere);
    if (day !== undefined) return scanDate(cursor, day, position);
  }
  if (codeAt(text, position + 2) === colon && cursor.match(timeOfDayHere) !== undefined) {
    throw cursor.unsupported('a time of day', 'a date-time with offset', position);
  }
  return scanGuid(cursor) ?? scanNumber(cursor);
}

function scanDate(cursor: Cursor, day: string, start: number): Literal {
  if (!isCalendarDay(day)) throw cursor.syntax('a calendar day (yyyy-MM-dd)', start);
  // `t` or `T`. A day without a time is followed by a space, `)` or the end.
  if ((cursor.code | 32) !== 116) return date(day);
  const timeStart = cursor.position;
  const time = cursor.match(timeHere);
  if (time === undefined)
    throw cursor.syntax('a time with offset (THH:mm, THH:mm:ss or with fractions, then Z or ±HH:mm)');
  const value = `${day}${time.toUpperCase()}`;
  if (!isInstant(value)) throw cursor.syntax('a time from 00:00 to 23:59:59', timeStart);
  return dateTimeOffset(value);
}

function scanNumber(cursor: Cursor): Literal {
  const { text, position } = cursor;
  const small = scanSmallNumber(cursor);
  if (small !== undefined) return small;
  const number = cursor.match(numberHere);
  if (number === undefined) throw refuseSign(cursor);
  if (!/[.e]/i.test(number)) return integer(BigInt(number.startsWith('+') ? number.slice(1) : number));
  const value = canonicalDecimal(number);
  if (value !== undefined) return decimal(value);
  throw cursor.limit(
    `the exponent of ${text.slice(position, position + 40)}`,
    'an exponent from -400 to 400',
    position,
  );
}

/**
 * Reads a number of at most 15 digits without sign or exponent. Nearly every number in a filter is like this, and needs
 * neither a regular expression nor a BigInt from text.
 */
function scanSmallNumber(cursor: Cursor): Literal | undefined {
  const { text, position } = cursor;
  const pointAt = skipDigits(text, position);
  if (pointAt === position || pointAt - position > 15) return undefined;
  const code = codeAt(text, pointAt);
  if (code !== point) {
    if ((code | 32) === letterE) return undefined;
    cursor.position = pointAt;
    return integer(BigInt(Number(text.slice(position, pointAt))));
  }
  const end = skipDigits(text, pointAt + 1);
  // `scanNumber` handles superfluous zeros and everything else that is not in canonical form.
  const superfluous =
    (codeAt(text, position) === zero && pointAt > position + 1) ||
    (codeAt(text, end - 1) === zero && end > pointAt + 2);
  if (end === pointAt + 1 || superfluous || (codeAt(text, end) | 32) === letterE) return undefined;
  cursor.position = end;
  return decimal(text.slice(position, end));
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(codeAt(text, at))) at++;
  return at;
}

function refuseSign(cursor: Cursor): Error {
  if (cursor.text.startsWith('INF', cursor.position + 1))
    return cursor.unsupported('an infinite number', 'a finite number');
  if (cursor.code === dash) return cursor.unsupported('an arithmetic negation', 'a number after the sign');
  return cursor.syntax('a digit', cursor.position + 1);
}
