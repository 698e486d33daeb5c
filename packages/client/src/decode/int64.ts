/** The JSON that records were parsed from. It has the digits that JSON.parse loses. */
export interface JsonSource {
  readonly text: string;
  /** Finds the same records in the parsed value of the text, in which some numbers are now quoted */
  readonly recordsOf: (value: unknown) => readonly Record<string, unknown>[];
}

const plain = /^-?\d{1,18}$/;
// At most 400 digits: an engine needs seconds to convert millions of digits to a bigint.
const digits = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The exact whole number of a JSON number's text; undefined if it is not whole or does not fit into 64 bits. */
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
 * A pattern that finds the numbers of the given fields in a text that is valid JSON. It has one group for each field,
 * and a last group for the text of the number. A quote after `{` or `,` and white space begins a key, and nothing else.
 * Each letter of a key may be written as an escape.
 */
export function numbersOf(fields: readonly string[]): RegExp {
  return new RegExp(
    `([{,]\\s*"(?:${fields.map((field) => `(${anySpelling(field)})`).join('|')})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
    'g',
  );
}

/** Matches any escape. One that stands for another letter finds a number too many, which costs only a second parse. */
const anySpelling = (field: string): string =>
  field.replace(/[^]/g, (letter) => `(?:${letter.replace(/\W/, '\\$&')}|\\\\u\\w{4})`);

const expressions = /* @__PURE__ */ new WeakMap<readonly string[], RegExp>();

/** Parses JSON with the numbers of some fields as their texts. */
export function parseWithTexts(text: string, fields: readonly string[], expression = numbersOf(fields)): unknown {
  return JSON.parse(text.replace(expression, (...groups) => `${groups[1]}"${groups[fields.length + 2]}"`));
}

/**
 * The texts of the numbers in some fields of the records, in the order of the records.
 *
 * If the text has as many such numbers as the records have, each belongs to its record. If it has more (a key occurs
 * twice, or also in a nested object), the text is parsed again with these numbers quoted.
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
  const again = recordsOf(parseWithTexts(text, fields, expression));
  return fields.map((field) =>
    again.flatMap((record, index) => (typeof records[index]?.[field] === 'number' ? [record[field] as string] : [])),
  );
}
