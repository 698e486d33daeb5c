import type { HistoryHandle, OpenRecord, Scalar } from '../contract.ts';
import { checkOpenRecord } from '../data/check-record.ts';
import { toJsonText } from './json-text.ts';
import type { PropertyTypes } from './property-types.ts';
import { textOrNull } from './sql-value.ts';
import type { Prepare } from './statements.ts';
import { timestampKey } from './timestamp-key.ts';

/** Writes history records: clustered on their time, and numbered in the order in which they came. */
export interface HistoryTable {
  /** @throws ConfigError beginning with the place, for what is no history record */
  add(record: OpenRecord, place: () => string): HistoryHandle;
  /** @throws ConfigError for a change that no history record can have */
  patch(handle: HistoryHandle, changes: Readonly<Record<string, Scalar | undefined>>): void;
  /** How many records were ever numbered; `goBack` takes the numbering back to such a moment. */
  count(): number;
  goBack(count: number): void;
}

/** Goes on counting where the table ends. */
export function createHistoryTable(prepare: Prepare, types: PropertyTypes): HistoryTable {
  let nextSeq = Number(prepare('SELECT ifnull(max(seq), -1) AS seq FROM history').get()?.seq) + 1;
  return {
    add(record, place) {
      checkOpenRecord('HistoryRecord', record, place);
      for (const name in record) types.learn(name, record[name]);
      const start = record.runstartdate;
      const handle = {
        key: start === undefined || start === null ? '' : (timestampKey(start as string) ?? ''),
        seq: nextSeq++,
      };
      prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?)').run(
        handle.key,
        handle.seq,
        textOrNull(record.connectorid),
        textOrNull(record.details),
        textOrNull(record.instanceid),
        toJsonText(record),
      );
      return handle;
    },
    patch({ key, seq }, changes) {
      const row = prepare('SELECT json FROM history WHERE start = ? AND seq = ?').get(key, seq);
      if (row === undefined) return;
      const record = { ...(JSON.parse(row.json as string) as OpenRecord), ...changes } as Record<string, Scalar>;
      checkOpenRecord('HistoryRecord', JSON.parse(toJsonText(record)), () => 'history');
      for (const name in changes) if (changes[name] !== undefined) types.learn(name, changes[name]);
      prepare(
        'UPDATE history SET connectorid = ?, details = ?, instanceid = ?, json = ? WHERE start = ? AND seq = ?',
      ).run(
        textOrNull(record.connectorid),
        textOrNull(record.details),
        textOrNull(record.instanceid),
        toJsonText(record),
        key,
        seq,
      );
    },
    count: () => nextSeq,
    goBack(count) {
      nextSeq = count;
    },
  };
}
