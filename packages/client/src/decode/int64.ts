const digits = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The whole number that a JSON number's text means, exactly; undefined where it is none or leaves 64 bits. */
export const parseInt64 = (text: string): bigint | undefined => {
  const match = digits.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length;
  const mantissa = (whole + fraction).replace(/^0+(?=\d)/, '');
  if (mantissa === '0') return 0n;
  if (mantissa.length + shift > 19) return undefined;
  if (shift < 0 && !/^0+$/.test(mantissa.slice(shift))) return undefined;
  const value = BigInt(sign + (shift < 0 ? mantissa.slice(0, shift) || '0' : mantissa + '0'.repeat(shift)));
  return BigInt.asIntN(64, value) === value ? value : undefined;
};

/**
 * Finds the numbers of the given fields in a text that is known to be JSON. A quote after `{` or `,` and white space opens a key,
 * never a value and never the inside of a string; each letter may be written as an escape.
 */
export const numbersOf = (fields: readonly string[]): RegExp =>
  new RegExp(`([{,]\\s*"(?:${fields.map(anySpelling).join('|')})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`, 'g');

const anySpelling = (field: string): string =>
  Array.from({ length: field.length }, (_, index) => {
    const letter = field.charAt(index).replace(/[^\w]/, '\\$&');
    const hex = field.charCodeAt(index).toString(16).padStart(4, '0');
    return `(?:${letter}|\\\\u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  }).join('');
