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
