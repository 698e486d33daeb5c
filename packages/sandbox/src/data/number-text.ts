/**
 * A number with its original digits, for values that a `number` would change: `1.10`, `1e3`, or more digits than a
 * double has. It is what `JSON.rawJSON` returns.
 *
 * @example
 * const { jobs } = readData('{"jobs":[{"JobName":"Nightly","RowVersion":41.0}]}');
 * jobs?.[0]?.RowVersion as RawNumber; // { rawJSON: '41.0' }
 */
export interface RawNumber {
  readonly rawJSON: string;
}

const { isRawJSON, rawJSON } = JSON as {
  isRawJSON?: (value: unknown) => boolean;
  rawJSON?: (text: string) => RawNumber;
};

/**
 * The digits of a number, whatever its type. Undefined for any other value, and for a number that JSON cannot
 * represent.
 */
export function numberText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'object': {
      if (isRawJSON?.(value) !== true) return undefined;
      const text = (value as RawNumber).rawJSON;
      return /^-?\d/.test(text) ? text : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * A number that JSON.parse could change: a fraction, an exponent, more than 15 digits, or a negative zero. It may also
 * match inside a string, which costs time but is correct.
 */
const maybeInexact = /(?:"\s*:|[,[])\s*(?:-0\b|-?\d{16}|-?\d+[.eE])/;

/** Like `JSON.parse`, but exact: a number that JavaScript would print differently becomes a {@link RawNumber}. */
export function parseExact(text: string): unknown {
  return maybeInexact.test(text) || /^\s*-?\d/.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  if (/^-?[1-9]\d*$/.test(source)) return BigInt(source);
  return rawJSON?.(source) ?? value;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const maxExponent = 400;

/** Whether a number's digits can be stored. The exponent must be from -400 to 400, as in a filter. */
export function isNumberInRange(text: string): boolean {
  const exponent = form.exec(text)?.[4];
  return exponent === undefined || Math.abs(Number(exponent)) <= maxExponent;
}

/** Whether the digits are those of a whole number, such as `3`, `3.0` and `3e2`. */
export function isWholeNumber(text: string): boolean {
  const { digits, point } = partsOf(text);
  return digits.length <= point;
}

/** Whether SQLite compares the whole number exactly, because it fits into 64 bits. */
export function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  return text.length <= 18 || BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/**
 * A text that sorts like the number, however many digits it has: the sign, the exponent of ten, and the digits without
 * leading and trailing zeros. The digits of a negative number are complemented, so that the longer one comes first.
 *
 * @example
 * numberKey('1.50') === numberKey('15e-1'); // true
 * numberKey('-2') < numberKey('10'); // true
 */
export function numberKey(text: string): string {
  const { isNegative, digits, point } = partsOf(text);
  if (digits === '') return '1';
  const key = String(point + exponentOffset).padStart(9, '0') + digits;
  return isNegative ? `0${complement(key)}~` : `2${key}`;
}

/** Larger than any sum of an exponent of up to 400 and a number of digits. */
const exponentOffset = 500_000_000;

/** The number as 0.digits × 10^point. */
function partsOf(text: string): { isNegative: boolean; digits: string; point: number } {
  const isNegative = text.startsWith('-');
  const mark = Math.max(text.indexOf('e'), text.indexOf('E'));
  const mantissa = text.slice(isNegative ? 1 : 0, mark < 0 ? text.length : mark);
  const dot = mantissa.indexOf('.');
  const whole = dot < 0 ? mantissa : mantissa.slice(0, dot);
  const all = dot < 0 ? mantissa : whole + mantissa.slice(dot + 1);
  let start = 0;
  let end = all.length;
  while (all.charCodeAt(start) === 48) start++;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const exponent = mark < 0 ? 0 : Number(text.slice(mark + 1));
  return { isNegative, digits: all.slice(start, end), point: whole.length - start + exponent };
}

function complement(digits: string): string {
  return digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
}
