import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStateError } from '../../src/index.ts';
import { needsMigration, openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { migrations } from '../../src/sqlite/schema.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { allRuns, runOf, write } from '../support/stored.ts';

const everything = { since: -1e9, until: 2e12, jobs: ['Orders', 'Stock'] };
const fixtures = join(import.meta.dirname, 'fixtures');
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
  file = join(folder, 'runs.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function createOld(version: number): void {
  const database = new DatabaseSync(file);
  database.exec(readFileSync(join(fixtures, `version-${version}.sql`), 'utf8'));
  database.close();
}

/** The statements that created the tables, with normalized whitespace, because that may differ between versions. */
function schemaOf(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  database.close();
  return rows.map(({ sql }) => String(sql).replace(/\s+/g, ' ')).sort();
}

test('every earlier version of the schema has a fixture', () => {
  const earlier = migrations.slice(0, -1).map((_, index) => `version-${index + 1}.sql`);
  expect(readdirSync(fixtures).sort()).toEqual(earlier);
});

test('only a store of an earlier version, or one that is half migrated, needs a migration', async () => {
  const change = (sql: string): void => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  expect(needsMigration(file)).toBe(false);
  await openSqliteStore(file).close();
  expect(needsMigration(file)).toBe(false);
  for (const name of ['unmoved', 'uncounted', 'untrimmed']) {
    change(`INSERT INTO store VALUES ('${name}', '')`);
    expect(needsMigration(file)).toBe(true);
    change(`DELETE FROM store WHERE name = '${name}'`);
  }
  change("INSERT INTO store VALUES ('uncounted', '{}')");
  change('PRAGMA application_id = 7');
  expect(needsMigration(file)).toBe(false);
});

test.each(
  migrations.slice(0, -1).map((_, index) => index + 1),
)('version %d becomes the latest one, without a loss', async (version) => {
  createOld(version);
  expect(needsMigration(file)).toBe(true);
  const store = openSqliteStore(file, { environment: 'production' });
  expect(needsMigration(file)).toBe(false);
  expect((await store.begin())?.state).toBe('{"highWater":1772000000000}');
  const runs = await allRuns(store);
  expect(runs.map(({ key }) => key)).toEqual(['c', 'a', 'b']);
  expect(runs[1]).toEqual({
    key: 'a',
    job: 'Orders',
    outcome: 'succeeded',
    status: 'SUCCESS',
    start: 1_772_000_000_000,
    end: 1_772_000_060_000,
    rows: 12,
    version: 'a-2',
    firstSeen: 1_772_000_001_000,
    raw: '{"historyid":"a","details":"x"}',
  });
  expect((await store.readEvents(await store.readCursor('alerts'), 10)).map(({ id }) => id)).toEqual(['e3']);
  expect((await store.readDays()).map(({ day }) => day)).toEqual([-1, 20_509, 20_510]);
  expect((await store.readIdentity()).id).toMatch(/^[0-9a-f]{32}$/);
  expect(await rollUpsOf(store, everything)).toEqual(await recountOf(store, everything.jobs));
  const database = new DatabaseSync(file, { readOnly: true });
  const versions = database.prepare('SELECT version, seen FROM run_versions WHERE version LIKE ? ORDER BY number');
  expect(versions.all('a-%')).toMatchObject([
    { version: 'a-1', seen: 1_772_000_001_000 },
    { version: 'a-2', seen: 1_772_000_070_000 },
  ]);
  expect(database.prepare('SELECT version FROM past_versions').all()).toMatchObject([{ version: 'a-1' }]);
  database.close();
  await write(store, { runs: [runOf('d')] });
  await store.close();

  const fresh = join(folder, 'fresh.db');
  await openSqliteStore(fresh).close();
  expect(schemaOf(file)).toEqual(schemaOf(fresh));
  await openSqliteStore(file, { environment: 'production' }).close();
});

test('a migration that was killed continues with the next day, and tells how far it has come', async () => {
  createOld(5);
  const shares: number[] = [];
  const openOnce = (most: number) =>
    openSqliteStore(file, {
      environment: 'production',
      onMigration: (share) => {
        shares.push(share);
        if (shares.length === most) throw new Error('killed');
      },
    });
  for (const most of [1, 2, 3, 4, 5, 6, 7]) expect(() => openOnce(most)).toThrow('killed');
  const store = openOnce(Infinity);
  expect(shares).toEqual([...shares].sort());
  // The runs are moved, three indexes created, and three days counted.
  expect(shares.map((share) => Number(share.toFixed(3)))).toEqual([0.56, 0.62, 0.68, 0.74, 0.825, 0.85, 0.875, 1]);
  const rollUps = await rollUpsOf(store, everything);
  expect(rollUps).toEqual(await recountOf(store, everything.jobs));
  expect(rollUps.jobs).toHaveLength(2);
  await store.close();
  await openOnce(0).close();
  expect(shares).toHaveLength(8);
});

test('a migration that fails does not change the earlier version', async () => {
  createOld(1);
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE days (unexpected TEXT)');
  database.close();
  const before = schemaOf(file);
  expect(() => openSqliteStore(file, { environment: 'production' })).toThrow('could not run a statement (SQLITE_1)');
  expect(schemaOf(file)).toEqual(before);
});

test('an earlier version of another environment is not migrated', () => {
  createOld(1);
  const before = schemaOf(file);
  let refusal: unknown;
  try {
    openSqliteStore(file, { environment: 'staging' });
  } catch (error) {
    refusal = error;
  }
  expect(isStateError(refusal) && refusal.message).toMatch(
    /keeps the runs of the environment "production", not of "staging"/,
  );
  expect(schemaOf(file)).toEqual(before);
});
