import { refused } from './values.ts';

// What JSON.parse loses, read from the text: the digits of large numbers, and the first of two equal keys. Few responses
// need it.

/** The JSON that records were parsed from. */
export interface JsonSource {
  readonly text: string;
  /** Finds the same records in the parsed value of the text, in which some numbers are now quoted */
  readonly recordsOf: (value: unknown) => readonly Record<string, unknown>[];
}

// At most 400 digits: an engine needs seconds to convert millions of digits to a bigint.
const digits = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The exact whole number of a JSON number's text; undefined if it is not whole or does not fit into 64 bits. */
export function parseInt64(text: string): bigint | undefined {
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
function parseWithTexts(text: string, fields: readonly string[], expression = numbersOf(fields)): unknown {
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

type Row = Record<string, unknown>;

/** Decodes one field, if the record has it. The context decides about a value that the field does not allow. */
export type DecodeField = (record: Row, field: string, decode: (value: unknown) => unknown) => void;

/**
 * Decodes the int64 fields of records. If a field has a number beyond ±2^53, its numbers are read from the text again.
 */
export function decodeExactInt64(
  records: readonly Row[],
  fields: readonly string[],
  source: JsonSource,
  decodeField: DecodeField,
): void {
  let literals: readonly (readonly string[])[] | undefined;
  fields.forEach((field, column) => {
    const isExact = records.every(({ [field]: value }) => typeof value !== 'number' || Number.isSafeInteger(value));
    if (!isExact) literals ??= literalsOf(records, fields, source);
    let next = 0;
    const decode = (value: unknown): unknown => {
      const sent = typeof value === 'number' ? (isExact ? String(value) : literals?.[column]?.[next++]) : value;
      if (sent === '' || sent === null) return undefined;
      return (typeof sent === 'string' ? parseInt64(sent) : undefined) ?? refused;
    };
    for (const record of records) decodeField(record, field, decode);
  });
}

/**
 * The number in a field of one of the records, or its text if the number has lost digits.
 *
 * @param texts - the records with the texts of a field's numbers, which are read once for each field
 */
export function numberAsSent(
  value: number,
  index: number,
  field: string,
  texts: Map<string, readonly Row[]>,
  { text, recordsOf }: JsonSource,
): unknown {
  if (!texts.has(field)) texts.set(field, recordsOf(parseWithTexts(text, [field])));
  const sent = texts.get(field)?.[index]?.[field];
  return String(value) === sent ? value : (sent ?? value);
}

/** Whether the text of an object has the key `value` twice. JSON.parse keeps only the last of two equal keys. */
export function hasTwoValues(text: string): boolean {
  if (text.indexOf('value"', text.indexOf('value"') + 1) < 0 && !text.includes('\\u00')) return false;
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const start = at;
    // The bit makes a bracket the brace of its side.
    const brace = text.charCodeAt(at) | 32;
    if (text[at] === '"') {
      while (text[(at += 1)] !== '"') if (text[at] === '\\') at += 1;
      if (depth === 1 && /^\s*:/.test(text.slice(at + 1)) && JSON.parse(text.slice(start, at + 1)) === 'value')
        keys += 1;
    } else if (brace === 123) depth += 1;
    else if (brace === 125) depth -= 1;
  }
  return keys > 1;
}
