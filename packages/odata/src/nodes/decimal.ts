const maxExponent = 400;

/**
 * The one spelling of a decimal number: no exponent, no `+`, no needless zeros, a point with digits on both sides.
 * Undefined when the exponent is beyond ±400 (no double has such; writing it out would cost memory).
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

/** A double with a fraction, exactly as JavaScript prints it but for the exponent: `1e-7` is `0.0000001`. */
export function decimalOfNumber(value: number): string {
  return String(value).replace(
    /(\d)\.?(\d*)e-(\d+)$/,
    (_, whole: string, fraction: string, exponent: string) =>
      `0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`,
  );
}

/** `/0+$/` would look at each run of zeros from each of its zeros. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
