import type { DecodeTable } from '@syncline/openapi';
import { isRefused, refused, toBoolean, toInt64, toWhole } from './decode-value.ts';
import { literalsOf } from './int64.ts';

type Row = Record<string, unknown>;

/** What decoding needs to know beside the records and their table. */
export interface DecodeContext {
  /** Called with a value that its field does not allow; what it returns is kept */
  readonly undecodable: (record: string, field: string, value: unknown) => unknown;
  /** The JSON that the records were parsed from, for the digits that JSON.parse lost */
  readonly text: string;
  /** Finds the same records in what the text, with some numbers quoted, parses to */
  readonly recordsOf: (value: unknown) => readonly Row[];
}

/** Decodes records in place. What the table does not name stays as it came. */
export const decodeRecords = (records: readonly Row[], table: DecodeTable, context: DecodeContext): void => {
  const { switches, booleans, whole, integers, int64, nested, usual } = table;
  const flags = switches.concat(booleans);
  const numbers = whole.concat(integers);
  // A record after the other, not a field after the other: so each is in the processor's cache once.
  for (const record of records) {
    if (usual?.(record) === true) continue;
    for (let index = 0; index < flags.length; index += 1) {
      const field = flags[index] as string;
      const value = record[field];
      if (value === 'true') record[field] = true;
      else if (value === 'false') record[field] = false;
      else if (value !== undefined && typeof value !== 'boolean') put(record, field, toBoolean(value), table, context);
    }
    for (let index = 0; index < numbers.length; index += 1) {
      const field = numbers[index] as string;
      const value = record[field];
      if (value !== undefined) put(record, field, toWhole(value), table, context);
    }
  }
  if (int64.length > 0) decodeInt64(records, table, context);
  for (const field in nested) decodeNested(records, field, table, context);
};

const put = (record: Row, field: string, decoded: unknown, { record: name }: DecodeTable, context: DecodeContext): void => {
  record[field] = isRefused(decoded) ? context.undecodable(name, field, record[field]) : decoded;
};

/** A number within ±2^53 is exact; one beyond sends its field back to the text. */
const decodeInt64 = (records: readonly Row[], table: DecodeTable, context: DecodeContext): void => {
  let literals: readonly (readonly string[])[] | undefined;
  table.int64.forEach((field, column) => {
    if (!records.some((record) => typeof record[field] === 'number' && !Number.isSafeInteger(record[field]))) {
      for (const record of records) if (record[field] !== undefined) put(record, field, toInt64(record[field]), table, context);
      return;
    }
    literals ??= literalsOf(records, table.int64, context);
    const exact = literals[column] as readonly string[];
    let next = 0;
    for (const record of records) {
      const value = record[field];
      if (value !== undefined) put(record, field, toInt64(typeof value === 'number' ? exact[next++] : value), table, context);
    }
  });
};

/** Decodes what is inside all records in one go, so that its numbers can be found in the text in their order. */
const decodeNested = (records: readonly Row[], field: string, table: DecodeTable, context: DecodeContext): void => {
  const inside = (outer: readonly Row[]) => outer.flatMap((record) => rowsOf(record[field]) ?? []);
  for (const record of records) if (rowsOf(record[field]) === undefined) put(record, field, refused, table, context);
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
