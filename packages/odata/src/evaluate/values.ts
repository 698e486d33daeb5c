/** The value of a record's property, or of its prototype's. */
export function read(record: object, name: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[name];
}

/** The value of a record's own property; null if the record does not have it. */
export function valueOf(record: object, name: string): unknown {
  const value = read(record, name);
  return value === undefined || value === null || !Object.hasOwn(record, name) ? null : value;
}

/**
 * Numbers that are not a `number`: a bigint, and numbers with their original digits. Undefined for every other value.
 */
export function exactNumberOf(value: unknown): Decimal | undefined {
  if (typeof value === 'bigint') return decimalOf(String(value));
  if (typeof value !== 'object' || value === null) return undefined;
  const { rawJSON, kind, type, value: digits } = value as Readonly<Record<string, unknown>>;
  if (typeof rawJSON === 'string') return decimalOf(rawJSON);
  return kind === 'literal' && (type === 'decimal' || type === 'integer') ? decimalOf(String(digits)) : undefined;
}

/**
 * A decimal number of any length in a form that can be ordered: `0.d₁d₂d₃… × 10^exponent`, without leading or trailing
 * zeros. Zero has no digits.
 */
export interface Decimal {
  readonly isNegative: boolean;
  readonly exponent: number;
  readonly digits: string;
}

const form = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The exact number in `text`; undefined if it is not a decimal number. */
export function decimalOf(text: string): Decimal | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const whole = match[2] as string;
  const all = whole + (match[3] ?? '');
  let start = 0;
  let end = all.length;
  while (all.charCodeAt(start) === 48) start++;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const isZero = start === end;
  return {
    isNegative: match[1] === '-' && !isZero,
    exponent: isZero ? 0 : whole.length - start + Number(match[4] ?? 0),
    digits: all.slice(start, end),
  };
}

/** Negative when `a` is less than `b`, 0 when they are the same number, positive when `a` is greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.isNegative ? -size : size;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return a.digits.length - b.digits.length;
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -1 : 1;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
}

/**
 * Orders texts by their code points, as SQL and UTF-8 do. JavaScript's `<` orders UTF-16 code units, which puts every
 * character beyond U+FFFF before U+E000.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Half of a surrogate pair belongs to a character beyond U+FFFF. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
