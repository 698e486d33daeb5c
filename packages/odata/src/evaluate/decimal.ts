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
