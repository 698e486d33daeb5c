import type { DecodeTable } from '@syncline/openapi';
import { refused, toBoolean, toInt64, toWhole } from './values.ts';
import { type JsonSource, literalsOf, parseWithTexts } from './int64.ts';

type Row = Record<string, unknown>;

/** What decoding needs in addition to the records and their table. */
export interface DecodeContext extends JsonSource {
  /**
   * Called with a value that its field does not allow, and a function that returns it as it was sent: a number with
   * digits that JavaScript cannot hold as its text. The field gets what it returns
   */
  readonly undecodable: (record: string, field: string, value: unknown, asSent: () => unknown) => unknown;
}

/** Decodes records in place. Fields that the table does not name stay as they arrived. */
export function decodeRecords(records: readonly Row[], table: DecodeTable, context: DecodeContext): void {
  const { booleanStrings, booleans, whole, integers, nested, each } = table;
  let decodesByField: boolean;
  const decodedOr = (decoded: unknown, value: unknown): unknown => {
    if (decoded !== refused) return decoded;
    decodesByField = true;
    return value;
  };
  const flag = (value: unknown) => decodedOr(toBoolean(value), value);
  const number = (value: unknown) => decodedOr(toWhole(value), value);
  const texts = new Map<string, readonly Row[]>();
  const decodeField = (record: Row, field: string, decode: (value: unknown) => unknown): void => {
    const value = record[field];
    if (value === undefined) return;
    const decoded = decode(value);
    const asSent = () =>
      typeof value === 'number' ? numberAsSent(value, records.indexOf(record), field, texts, context) : value;
    record[field] = decoded === refused ? context.undecodable(table.record, field, value, asSent) : decoded;
  };
  // Record by record, not field by field, so that each record is loaded into the processor's cache once.
  for (const record of records) {
    decodesByField = each === undefined;
    each?.(record, flag, number);
    if (!decodesByField) continue;
    for (const field of booleanStrings) decodeField(record, field, toBoolean);
    for (const field of booleans) decodeField(record, field, toBoolean);
    for (const field of whole) decodeField(record, field, toWhole);
    for (const field of integers) decodeField(record, field, toWhole);
  }
  decodeInt64(records, table, context, decodeField);
  for (const field of Object.keys(nested)) decodeNested(records, field, table, context, decodeField);
}

/** Decodes one field, if the record has it. The context decides about a value that the field does not allow. */
type DecodeField = (record: Row, field: string, decode: (value: unknown) => unknown) => void;

/**
 * The number in a field of one of the records, or its text if the number has lost digits.
 *
 * @param texts - the records with the texts of a field's numbers, which are read once for each field
 */
const numberAsSent = (
  value: number,
  index: number,
  field: string,
  texts: Map<string, readonly Row[]>,
  { text, recordsOf }: JsonSource,
): unknown => {
  if (!texts.has(field)) texts.set(field, recordsOf(parseWithTexts(text, [field])));
  const sent = texts.get(field)?.[index]?.[field];
  return String(value) === sent ? value : (sent ?? value);
};

/** Numbers within ±2^53 are exact. If a field has a larger one, its numbers are read from the text again. */
const decodeInt64 = (
  records: readonly Row[],
  table: DecodeTable,
  context: DecodeContext,
  decodeField: DecodeField,
): void => {
  let literals: readonly (readonly string[])[] | undefined;
  table.int64.forEach((field, column) => {
    const isExact = records.every(({ [field]: value }) => typeof value !== 'number' || Number.isSafeInteger(value));
    if (!isExact) literals ??= literalsOf(records, table.int64, context);
    let next = 0;
    const decode = (value: unknown) =>
      toInt64(isExact || typeof value !== 'number' ? value : literals?.[column]?.[next++]);
    for (const record of records) decodeField(record, field, decode);
  });
};

/** Decodes the nested records of all records together, so that their numbers are in the same order as in the text. */
const decodeNested = (
  records: readonly Row[],
  field: string,
  table: DecodeTable,
  context: DecodeContext,
  decodeField: DecodeField,
): void => {
  const inside = (outer: readonly Row[]) => outer.flatMap((record) => rowsOf(record[field]) ?? []);
  for (const record of records) if (rowsOf(record[field]) === undefined) decodeField(record, field, () => refused);
  const rows = inside(records);
  // The table of a record that can hold itself has no end.
  if (rows.length === 0) return;
  decodeRecords(rows, table.nested[field] as DecodeTable, {
    ...context,
    recordsOf: (value) => inside(context.recordsOf(value)),
  });
};

/** One nested record or several; undefined if the value is anything else. */
const rowsOf = (value: unknown): readonly Row[] | undefined => {
  if (value === undefined || value === null) return [];
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  return rows.every(isRow) ? rows : undefined;
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
