/** The JSON that records were parsed from, for the digits that JSON.parse loses. */
export interface JsonSource {
  readonly text: string;
  /** Finds the same records in what the text, with some numbers quoted, parses to */
  readonly recordsOf: (value: unknown) => readonly Record<string, unknown>[];
}

const plain = /^-?\d{1,18}$/;
// As many digits as anyone may write: the engine's way from digits to a bigint takes seconds for millions of them.
const digits = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The whole number that a JSON number's text means, exactly; undefined where it is none or leaves 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (plain.test(text)) return BigInt(text);
  const match = digits.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = 0] = match;
  const shift = Number(exponent) - fraction.length;
  const mantissa = whole + fraction;
  if (shift < 0 && !/^0+$/.test(mantissa.slice(shift))) return undefined;
  const value = BigInt(sign + (shift < 0 ? mantissa.slice(0, shift) || '0' : mantissa + '0'.repeat(shift)));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/**
 * Finds the numbers of the given fields in a text that is known to be JSON: a group a field, and the number's text last. A quote
 * after `{` or `,` and white space opens a key, never a value and never the inside of a string; each letter may be an escape.
 */
export function numbersOf(fields: readonly string[]): RegExp {
  return new RegExp(
    `([{,]\\s*"(?:${fields.map((field) => `(${anySpelling(field)})`).join('|')})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
    'g',
  );
}

/** Any escape will do: one that means another letter is a number too many below, and costs a second parse. */
const anySpelling = (field: string): string =>
  field.replace(/[^]/g, (letter) => `(?:${letter.replace(/\W/, '\\$&')}|\\\\u\\w{4})`);

const expressions = /* @__PURE__ */ new WeakMap<readonly string[], RegExp>();

/**
 * The texts of the numbers that records hold in some fields, in the order of the records.
 *
 * Every such number is found in the text once. Where as many are found as the records hold, each belongs to its record; where more
 * are (a key twice, or the same key in an object inside), the text is parsed once more with these numbers quoted.
 */
export function literalsOf(
  records: readonly Record<string, unknown>[],
  fields: readonly string[],
  { text, recordsOf }: JsonSource,
): readonly (readonly string[])[] {
  let expression = expressions.get(fields);
  if (expression === undefined) expressions.set(fields, (expression = numbersOf(fields)));
  const found = fields.map((): string[] => []);
  for (const match of text.matchAll(expression)) {
    const column = fields.findIndex((_, index) => match[index + 2] !== undefined);
    found[column]?.push(match.at(-1) as string);
  }
  const held = (field: string) => records.filter((record) => typeof record[field] === 'number').length;
  if (fields.every((field, column) => found[column]?.length === held(field))) return found;
  const again = recordsOf(
    JSON.parse(text.replace(expression, (...groups) => `${groups[1]}"${groups[fields.length + 2]}"`)),
  );
  return fields.map((field) =>
    again.flatMap((record, index) => (typeof records[index]?.[field] === 'number' ? [record[field] as string] : [])),
  );
}
