import { numberKey, numberText, parseExact } from '../data/number-text.ts';
import { timestampKey } from '../data/timestamp-key.ts';
import { memoize, type Prepare, type SqlValue } from './database.ts';
import { memberStart } from './json-text.ts';
import type { PropertyTypes } from './property-types.ts';

/**
 * SQLite compares a decimal, or a whole number beyond 64 bits, as a double, and a timestamp as a text. For the properties
 * that have such values, the column `keys` holds texts that sort as the values do: a JSON object by {@link keyName}.
 */
export function keyName(kind: 'number' | 'date', property: string): string {
  return `${kind === 'number' ? '#' : '@'}${property}`;
}

/** Learns the types of a record's properties and returns the record's column `keys`. */
type SortKeys = (record: Readonly<Record<string, unknown>>) => SqlValue;

/** Keeps the column `keys` of a table complete: of the new record, and of all others when a property first needs keys. */
export function createSortKeys(
  prepare: Prepare,
  table: string,
  key: readonly string[],
  types: PropertyTypes,
): SortKeys {
  return (record) => {
    let needsKeys = false;
    for (const name in record) if (types.learn(name, record[name])) needsKeys = true;
    if (needsKeys) rewriteKeys(prepare, table, key, types);
    return keysOf(record, types);
  };
}

const numberMember = memoize((property) => memberStart(keyName('number', property)), 1000);
const dateMember = memoize((property) => memberStart(keyName('date', property)), 1000);

/** Returns null if no property of the table needs a key. */
function keysOf(record: Readonly<Record<string, unknown>>, types: PropertyTypes): SqlValue {
  if (types.numberKeys.length === 0 && types.dateKeys.length === 0) return null;
  // A key consists of digits, a sign and the separators of a timestamp, so JSON need not escape anything.
  let members = '';
  for (const name of types.numberKeys) {
    const digits = Object.hasOwn(record, name) ? numberText(record[name]) : undefined;
    if (digits !== undefined) members += `,${numberMember(name)}"${numberKey(digits)}"`;
  }
  for (const name of types.dateKeys) {
    const text = Object.hasOwn(record, name) ? record[name] : undefined;
    const key = typeof text === 'string' ? timestampKey(text) : undefined;
    if (key !== undefined) members += `,${dateMember(name)}"${key}"`;
  }
  return `{${members.slice(1)}}`;
}

const rowsPerBatch = 500;

function rewriteKeys(prepare: Prepare, table: string, key: readonly string[], types: PropertyTypes): void {
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  const first = prepare(`SELECT ${columns}, json FROM ${table} ORDER BY ${columns} LIMIT ${rowsPerBatch}`);
  const next = prepare(
    `SELECT ${columns}, json FROM ${table} WHERE (${columns}) > (${marks}) ORDER BY ${columns} LIMIT ${rowsPerBatch}`,
  );
  const write = prepare(`UPDATE ${table} SET keys = ? WHERE (${columns}) = (${marks})`);
  let rows = first.all();
  while (rows.length > 0) {
    let position: SqlValue[] = [];
    for (const row of rows) {
      position = key.map((column) => row[column] as SqlValue);
      write.run(keysOf(parseExact(row.json as string) as Record<string, unknown>, types), ...position);
    }
    rows = rows.length < rowsPerBatch ? [] : next.all(...position);
  }
}
