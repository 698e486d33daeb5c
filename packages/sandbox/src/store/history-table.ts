import type { OpenRecord, Scalar } from '../data/records.ts';
import { checkOpenRecord, type Field } from '../data/check-record.ts';
import { parseExact } from '../data/number-text.ts';
import type { PropertyNames } from '../data/property-names.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import { toJsonText } from './json-text.ts';
import type { PropertyTypes } from './property-types.ts';
import { createSortKeys } from './sort-keys.ts';
import { type Prepare, textOrNull } from './database.ts';

/** Identifies a stored history record. */
export interface HistoryHandle {
  readonly key: string;
  readonly seq: number;
}

/** Writes history records. They are clustered by start time and numbered in the order in which they were added. */
export interface HistoryTable {
  /** @throws ConfigError naming the place, when the value is not a history record */
  add(record: OpenRecord, path: () => string): HistoryHandle;
  /** @throws ConfigError when a history record cannot have the changed fields */
  patch(handle: HistoryHandle, changes: Readonly<Record<string, Scalar | undefined>>): void;
  /** The number of the next record. */
  nextSeq(): number;
  /** Continues numbering with an earlier result of `nextSeq`, after the records since then were removed. */
  rewind(nextSeq: number): void;
}

/** Continues numbering after the last record of the table. */
export function createHistoryTable(
  prepare: Prepare,
  types: PropertyTypes,
  fields: Readonly<Record<string, Field>>,
  names: PropertyNames,
): HistoryTable {
  const [start, connector, details, instance] = ['runstartdate', 'connectorid', 'details', 'instanceid'].map(
    (name) => names[name] ?? name,
  ) as [string, string, string, string];
  let nextSeq = Number(prepare('SELECT ifnull(max(seq), -1) AS seq FROM history').get()?.seq) + 1;
  const sortKeys = createSortKeys(prepare, 'history', ['start', 'seq'], types);
  return {
    add(record, pathOf) {
      checkOpenRecord(fields, record, pathOf);
      const started = record[start];
      const handle = {
        key: typeof started === 'string' ? (timestampKey(started) ?? '') : '',
        seq: nextSeq++,
      };
      prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)').run(
        handle.key,
        handle.seq,
        textOrNull(record[connector]),
        textOrNull(record[details]),
        textOrNull(record[instance]),
        sortKeys(record),
        toJsonText(record),
      );
      return handle;
    },
    patch({ key, seq }, changes) {
      const row = prepare('SELECT json FROM history WHERE start = ? AND seq = ?').get(key, seq);
      if (row === undefined) return;
      const record = { ...(parseExact(row.json as string) as OpenRecord) } as Record<string, Scalar>;
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) delete record[name];
        else record[name] = value;
      }
      checkOpenRecord(fields, record, () => 'history');
      prepare(
        'UPDATE history SET connectorid = ?, details = ?, instanceid = ?, keys = ?, json = ? WHERE start = ? AND seq = ?',
      ).run(
        textOrNull(record[connector]),
        textOrNull(record[details]),
        textOrNull(record[instance]),
        sortKeys(record),
        toJsonText(record),
        key,
        seq,
      );
    },
    nextSeq: () => nextSeq,
    rewind(seq) {
      nextSeq = seq;
    },
  };
}
