import type { DecodeTable } from '@syncline/openapi';
import { isExactInt64, refused, toBoolean, toInt64, toWhole } from './values.ts';

type Row = Record<string, unknown>;

const accept = (decoded: unknown): unknown => {
  if (decoded === refused) throw refused;
  return decoded;
};
const flag = (value: unknown) => accept(toBoolean(value));
const number = (value: unknown) => accept(toWhole(value));

/** Decodes records whose values are all ordinary, as `decodeRecords` does. Throws if the full reader must decode one. */
export function decodeOrdinary(records: readonly Row[], table: DecodeTable): void {
  const { booleanStrings, booleans, whole, integers, int64, nested, each } = table;
  if (each === undefined && [booleanStrings, booleans, whole, integers].flat().length > 0) throw refused;
  for (const record of records) {
    each?.(record, flag, number);
    for (const field of int64) {
      const value = record[field];
      if (!isExactInt64(value)) throw refused;
      if (value !== undefined) record[field] = toInt64(value);
    }
    for (const field of Object.keys(nested)) {
      const rows: unknown[] = [record[field] ?? []].flat();
      // Not `isObject` of ordinary.ts: bundlers would divide the first chunk of a page for it.
      if (rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row))) throw refused;
      decodeOrdinary(rows as Row[], nested[field] as DecodeTable);
    }
  }
}
