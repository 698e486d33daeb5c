import { date, dateTimeOffset, decimal, guid, integer, string } from '../nodes/make.ts';
import type { Literal, StringLiteral } from '../nodes/nodes.ts';
import { canonicalDecimal } from '../nodes/decimal.ts';
import type { Cursor } from './cursor.ts';

const guidForm = /[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}/iy;
const dateForm = /\d{4}-\d\d-\d\d/y;
const timeForm = /T\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)/iy;
const timeOfDayForm = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,12})?)?(?![\d:.])/y;
const numberForm = /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const quote = 39;

/** A string literal; the cursor stands on its opening quote. */
export function scanString(cursor: Cursor): StringLiteral {
  const { text } = cursor;
  const start = cursor.position + 1;
  let end = text.indexOf("'", start);
  let doubled = false;
  while (end !== -1 && text.charCodeAt(end + 1) === quote) {
    doubled = true;
    end = text.indexOf("'", end + 2);
  }
  if (end === -1) throw cursor.syntax("a closing quote (a quote inside is doubled: '')", text.length);
  cursor.position = end + 1;
  const value = text.slice(start, end);
  return string(doubled ? value.replaceAll("''", "'") : value);
}

/** A GUID that begins here, whose first character may be a letter. */
export function scanGuid(cursor: Cursor): Literal | undefined {
  // The first dash decides, so that hardly a name is ever looked at twice.
  if (cursor.text.charCodeAt(cursor.position + 8) !== 45) return undefined;
  const text = cursor.match(guidForm);
  return text === undefined ? undefined : guid(text.toLowerCase());
}

/** A number, date, date-time or GUID; the cursor stands on a digit or a sign. */
export function scanNumberOrDate(cursor: Cursor): Literal {
  const { text, position } = cursor;
  if (text.charCodeAt(position + 4) === 45) {
    const day = cursor.match(dateForm);
    if (day !== undefined) return scanDate(cursor, day, position);
  }
  if (text.charCodeAt(position + 2) === 58) {
    if (cursor.match(timeOfDayForm) !== undefined) throw cursor.unsupported('a time of day', 'a date-time with offset', position);
  }
  const found = scanGuid(cursor);
  if (found !== undefined) return found;
  const number = cursor.match(numberForm);
  if (number === undefined) {
    if (text.startsWith('INF', position + 1)) throw cursor.unsupported('an infinite number', 'a finite number', position);
    if (text.charCodeAt(position) === 45) throw cursor.unsupported('arithmetic negation', 'a number after the sign', position);
    throw cursor.syntax('a digit', position + 1);
  }
  if (/^[+-]?\d+$/.test(number)) return integer(BigInt(number.startsWith('+') ? number.slice(1) : number));
  const value = canonicalDecimal(number);
  if (value === undefined) throw cursor.limit(`the exponent of ${number.slice(0, 40)}`, 'an exponent between -400 and 400', position);
  return decimal(value);
}

function scanDate(cursor: Cursor, day: string, start: number): Literal {
  if (!isCalendarDay(day)) throw cursor.syntax('a day of the calendar (yyyy-MM-dd)', start);
  if ((cursor.code | 32) !== 116) return date(day);
  const timeStart = cursor.position;
  const time = cursor.match(timeForm)?.toUpperCase();
  if (time === undefined) throw cursor.syntax('a time with offset (THH:mm, THH:mm:ss or with fractions, then Z or ±HH:mm)');
  const value = day + time;
  if (Number.isNaN(Date.parse(value)) || time.startsWith('T24')) throw cursor.syntax('a time of day from 00:00 to 23:59:59', timeStart);
  return dateTimeOffset(value);
}

/** JavaScript moves 30 February on to March; the calendar does not have it. */
export function isCalendarDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
