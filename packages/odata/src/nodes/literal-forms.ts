/**
 * The syntax of literals: for the parser, which matches at a position, and for the factories, which match a whole
 * string.
 */
const day = String.raw`\d{4}-\d\d-\d\d`;
const time = String.raw`T\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)`;
const guid = String.raw`[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}`;
const number = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

export const dayHere = new RegExp(day, 'y');
export const timeHere = new RegExp(time, 'iy');
export const guidHere = new RegExp(guid, 'iy');
export const numberHere = new RegExp(number, 'iy');

const wholeDay = new RegExp(`^${day}$`);
export const wholeInstant = new RegExp(`^${day}${time}$`, 'i');
export const wholeGuid = new RegExp(`^${guid}$`, 'i');
export const wholeNumber = new RegExp(`^${number}$`, 'i');

/**
 * Whether `text` is a `yyyy-MM-dd` that exists in the calendar. `Date` alone is not enough: it reads 30 February as 1
 * March.
 */
export function isCalendarDay(text: string): boolean {
  return wholeDay.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Whether a text with the form of an instant is valid: hour 24 and second 60 are not allowed. */
export function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && !text.startsWith('T24', 10);
}

const maxExponent = 400;

/**
 * The canonical form of a decimal number in a node: no exponent, no `+`, no superfluous zeros, digits on both sides of
 * the point. Returns undefined for an exponent beyond ±400: no double has such an exponent, and writing the number out
 * would cost memory.
 */
export function canonicalDecimal(text: string): string | undefined {
  const [mantissa = '', exponentText = '0'] = text.toLowerCase().split('e');
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > maxExponent) return undefined;
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = '0'.repeat(Math.max(0, -exponent)) + whole + fraction + '0'.repeat(Math.max(0, exponent));
  const point = whole.length + Math.max(0, -exponent) + exponent;
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const after = trimZeros(digits.slice(point));
  const value = `${before === '' ? '0' : before}.${after === '' ? '0' : after}`;
  return negative && value !== '0.0' ? `-${value}` : value;
}

/** Linear in the number of digits: `/0+$/` would scan each run of zeros once for every zero in it. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
