import type { DecodeTable } from '@syncline/openapi';
import { numbersOf, parseInt64 } from './int64.ts';

type Row = Record<string, unknown>;

/** What decoding needs to know beside the records and their table. */
export interface DecodeContext {
  /** Called with a value that its field does not allow; what it returns is kept */
  readonly undecodable: (record: string, field: string, value: unknown) => unknown;
  /** The records once more, with the numbers that the expression finds as texts: called only where digits were lost */
  readonly again: (numbers: RegExp) => readonly Row[];
}

/** Marks a value that cannot be decoded. */
const refused = Symbol();

/** Decodes records in place, field by field of their table. What the table does not name stays as it came. */
export const decodeRecords = (records: readonly Row[], table: DecodeTable, context: DecodeContext): void => {
  for (const field of table.switches) each(records, field, toBoolean, table, context);
  for (const field of table.booleans) each(records, field, toBoolean, table, context);
  for (const field of table.whole) each(records, field, toWhole, table, context);
  for (const field of table.integers) each(records, field, toWhole, table, context);
  if (table.int64.length > 0) decodeInt64(records, table, context);
  for (const field in table.nested) decodeNested(records, field, table, context);
};

const each = (
  records: readonly Row[],
  field: string,
  decode: (value: unknown) => unknown,
  table: DecodeTable,
  context: DecodeContext,
): void => {
  for (const record of records) {
    const value = record[field];
    if (value === undefined) continue;
    const decoded = decode(value);
    if (decoded === value) continue;
    record[field] = decoded === refused ? context.undecodable(table.record, field, value) : decoded;
  }
};

const toBoolean = (value: unknown): unknown => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (typeof value === 'boolean') return value;
  if (value === '' || value === null) return undefined;
  if (typeof value !== 'string') return refused;
  const lower = value.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : refused;
};

const toWhole = (value: unknown): unknown => {
  if (value === '' || value === null) return undefined;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : refused;
};

/** A number within ±2^53 is exact; the first one beyond sends all back to the text. */
const decodeInt64 = (records: readonly Row[], table: DecodeTable, context: DecodeContext): void => {
  let exact: readonly Row[] | undefined;
  for (const field of table.int64) {
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index] as Row;
      let value = record[field];
      if (value === undefined) continue;
      if (typeof value === 'number' && !Number.isSafeInteger(value)) {
        exact ??= context.again(expressionOf(table));
        value = exact[index]?.[field];
      }
      const decoded = toInt64(value);
      record[field] = decoded === refused ? context.undecodable(table.record, field, value) : decoded;
    }
  }
};

const toInt64 = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : refused;
  if (value === '' || value === null) return undefined;
  return (typeof value === 'string' ? parseInt64(value) : undefined) ?? refused;
};

const expressions = /* @__PURE__ */ new WeakMap<DecodeTable, RegExp>();

const expressionOf = (table: DecodeTable): RegExp => {
  let expression = expressions.get(table);
  if (expression === undefined) expressions.set(table, (expression = numbersOf(table.int64)));
  return expression;
};

/** Nested records hold no int64 field, so nothing of them is read again. */
const decodeNested = (records: readonly Row[], field: string, table: DecodeTable, context: DecodeContext): void => {
  const inner = table.nested[field] as DecodeTable;
  for (const record of records) {
    const value = record[field];
    if (value === undefined || value === null) continue;
    const rows = Array.isArray(value) ? value : [value];
    if (rows.every(isRow)) decodeRecords(rows, inner, context);
    else record[field] = context.undecodable(table.record, field, value);
  }
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
