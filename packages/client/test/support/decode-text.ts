import { type DecodeTable, jobDecode } from '@syncline/openapi';
import { decodeRecords } from '../../src/decode/records.ts';

type Row = Record<string, unknown>;

/** Decodes a JSON list and collects the values that do not have the type in the table. */
export function decodeText(text: string, table: DecodeTable = jobDecode) {
  const records = JSON.parse(text) as Row[];
  const refused: unknown[] = [];
  decodeRecords(records, table, {
    text,
    recordsOf: (value) => value as Row[],
    undecodable: (record, field, value) => {
      refused.push([record, field, value]);
      return value;
    },
  });
  return { records, refused };
}
