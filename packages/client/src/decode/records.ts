import type { DecodeTable } from '@syncline/openapi';
import { refused, toBoolean, toInt64, toWhole } from './values.ts';
import { type JsonSource, literalsOf } from './int64.ts';

type Row = Record<string, unknown>;

/** What decoding needs to know beside the records and their table. */
export interface DecodeContext extends JsonSource {
  /** Called with a value that its field does not allow; what it returns is kept */
  readonly undecodable: (record: string, field: string, value: unknown) => unknown;
}

/** Decodes records in place. What the table does not name stays as it came. */
export function decodeRecords(records: readonly Row[], table: DecodeTable, context: DecodeContext): void {
  const { booleanStrings, booleans, whole, integers, nested, each } = table;
  let isOdd: boolean;
  const decodedOr = (decoded: unknown, value: unknown): unknown => {
    if (decoded !== refused) return decoded;
    isOdd = true;
    return value;
  };
  const flag = (value: unknown) => decodedOr(toBoolean(value), value);
  const number = (value: unknown) => decodedOr(toWhole(value), value);
  // A record after the other, not a field after the other: so each is in the processor's cache once.
  for (const record of records) {
    isOdd = each === undefined;
    each?.(record, flag, number);
    if (!isOdd) continue;
    for (const field of booleanStrings) put(record, field, toBoolean, table, context);
    for (const field of booleans) put(record, field, toBoolean, table, context);
    for (const field of whole) put(record, field, toWhole, table, context);
    for (const field of integers) put(record, field, toWhole, table, context);
  }
  decodeInt64(records, table, context);
  for (const field in nested) decodeNested(records, field, table, context);
}

/** Decodes a field that is there; a value that it does not allow is the context's business. */
const put = (
  record: Row,
  field: string,
  decode: (value: unknown) => unknown,
  { record: name }: DecodeTable,
  context: DecodeContext,
): void => {
  const value = record[field];
  if (value === undefined) return;
  const decoded = decode(value);
  record[field] = decoded === refused ? context.undecodable(name, field, value) : decoded;
};

/** A number within ±2^53 is exact; one beyond sends its field back to the text. */
const decodeInt64 = (records: readonly Row[], table: DecodeTable, context: DecodeContext): void => {
  let literals: readonly (readonly string[])[] | undefined;
  table.int64.forEach((field, column) => {
    const isExact = records.every(({ [field]: value }) => typeof value !== 'number' || Number.isSafeInteger(value));
    if (!isExact) literals ??= literalsOf(records, table.int64, context);
    let next = 0;
    const decode = (value: unknown) =>
      toInt64(isExact || typeof value !== 'number' ? value : literals?.[column]?.[next++]);
    for (const record of records) put(record, field, decode, table, context);
  });
};

/** Decodes what is inside all records in one go, so that its numbers can be found in the text in their order. */
const decodeNested = (records: readonly Row[], field: string, table: DecodeTable, context: DecodeContext): void => {
  const inside = (outer: readonly Row[]) => outer.flatMap((record) => rowsOf(record[field]) ?? []);
  for (const record of records)
    if (rowsOf(record[field]) === undefined) put(record, field, () => refused, table, context);
  decodeRecords(inside(records), table.nested[field] as DecodeTable, {
    ...context,
    recordsOf: (value) => inside(context.recordsOf(value)),
  });
};

/** One record or several; undefined where there is anything else. */
const rowsOf = (value: unknown): readonly Row[] | undefined => {
  if (value === undefined || value === null) return [];
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  return rows.every(isRow) ? rows : undefined;
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
