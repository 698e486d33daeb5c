import type { DecodeTable } from '@syncline/openapi';
import { decodeExactInt64, type DecodeField, type JsonSource, numberAsSent } from './exact-json.ts';
import { isExactInt64, refused, toBoolean, toInt64, toWhole } from './values.ts';

type Row = Record<string, unknown>;

/** What decoding needs in addition to the records and their table. */
export interface DecodeContext extends JsonSource {
  /**
   * Called with a value that its field does not allow, and a function that returns it as it was sent: a number with
   * digits that JavaScript cannot hold as its text. The field gets what it returns
   */
  readonly undecodable: (record: string, field: string, value: unknown, asSent: () => unknown) => unknown;
}

/**
 * Decodes records in place. Fields that the table does not name stay as they arrived.
 */
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
  const hasFields = each !== undefined || [booleanStrings, booleans, whole, integers].flat().length > 0;
  // Record by record, not field by field, so that each record is loaded into the processor's cache once.
  for (const record of hasFields ? records : []) {
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

/** Most responses have no int64 value that needs the text. */
const decodeInt64 = (
  records: readonly Row[],
  { int64 }: DecodeTable,
  context: DecodeContext,
  decodeField: DecodeField,
): void => {
  if (!int64.every((field) => records.every(({ [field]: value }) => isExactInt64(value))))
    return decodeExactInt64(records, int64, context, decodeField);
  for (const field of int64) for (const record of records) decodeField(record, field, toInt64);
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
