import { describe, expect, it } from 'vitest';
import { createStatements } from '../../src/store/database.ts';
import { openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { PropertyTypes } from '../../src/store/property-types.ts';
import { createSortKeys, keyName } from '../../src/store/sort-keys.ts';

/** Adds numbered records to a table one by one. Returns the final value of the column `keys` for each record. */
function keysAfter(records: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  const database = openNodeSqlite();
  const prepare = createStatements(database);
  database.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, keys TEXT, json TEXT NOT NULL)');
  const sortKeys = createSortKeys(prepare, 't', ['seq'], new PropertyTypes(() => true));
  records.forEach((record, seq) =>
    prepare('INSERT INTO t VALUES (?, ?, ?)').run(seq, sortKeys(record), JSON.stringify(record)),
  );
  const rows = prepare('SELECT keys FROM t ORDER BY seq').all();
  database.close();
  return rows.map(({ keys }) => (keys === null ? null : JSON.parse(keys as string)));
}

describe('the column of sort keys', () => {
  it('is null while SQLite compares every value correctly', () => {
    expect(keysAfter([{ n: 1, t: 'a', at: '2026-01-01T00:00:00.000Z' }, { n: 2 }])).toEqual([null, null]);
  });

  it('has a key for each number, and none for other values, as soon as one number needs it', () => {
    expect(keysAfter([{ n: 2 }, { n: 'a' }, { n: 1.5 }, { m: 1 }, { n: null }])).toEqual([
      { '#n': '25000000012' },
      {},
      { '#n': '250000000115' },
      {},
      {},
    ]);
  });

  it('has a key for each timestamp, and none for other values, as soon as one timestamp needs it', () => {
    expect(
      keysAfter([{ at: '2026-01-01T00:00:00.000Z' }, { at: 7 }, { at: '2026-01-01T00:00:00+01:00' }, { at: 'x' }]),
    ).toEqual([{ '@at': '2026-01-01T00:00:00' }, {}, { '@at': '2025-12-31T23:00:00' }, {}]);
  });

  it('has both for a property of both kinds', () => {
    expect(keysAfter([{ p: 1.5 }, { p: '2026-01-01' }, { p: 'x', q: 2.5 }])).toEqual([
      { '#p': '250000000115' },
      { '@p': '2026-01-01T00:00:00' },
      { '#q': '250000000125' },
    ]);
  });

  it('takes no key from a prototype', () => {
    expect(keysAfter([{ n: 1.5 }, Object.create({ n: 2.5 }) as Record<string, unknown>])).toEqual([
      { '#n': '250000000115' },
      {},
    ]);
  });

  it.each([499, 500, 501, 1000, 1001])('is written for all of %i earlier records', (count) => {
    const records = Array.from({ length: count }, (_, n) => ({ n }));
    const keys = keysAfter([...records, { n: 0.5 }]) as Record<string, string>[];
    expect(keys).toHaveLength(count + 1);
    expect(keys.every((key) => key['#n'] !== undefined)).toBe(true);
    const positive = keys.slice(1, -1).map((key) => key['#n']);
    expect(positive).toEqual(positive.toSorted());
  });

  it('uses different names for the keys of numbers and timestamps', () => {
    expect([keyName('number', 'a'), keyName('date', 'a')]).toEqual(['#a', '@a']);
  });
});
