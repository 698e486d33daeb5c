import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { isFenceError, isStateError, isStoreError } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { describeAlertStore } from '../support/alert-store-contract.ts';
import { sqliteFolder } from '../support/sqlite-folder.ts';
import { describeStore } from '../support/store-contract.ts';
import { allRuns, runOf, stateOf, write } from '../support/stored.ts';

const { file, open, query } = sqliteFolder();

/** Changes the file as another program would. */
function change(sql: string): void {
  const database = new DatabaseSync(file());
  database.exec(sql);
  database.close();
}

describe('a store under a running process', () => {
  test.each<[string, () => void]>([
    ['deleted', () => rmSync(file())],
    [
      'replaced by another file',
      () => {
        rmSync(file());
        writeFileSync(file(), 'not this one');
      },
    ],
  ])('that is %s is a StoreError, and nothing is written', async (what, damage) => {
    const store = open();
    await write(store, { runs: [runOf('a')] });
    const { fence = '' } = (await store.begin()) ?? {};
    damage();
    const refusal = { code: 'STORE_FAILED', reason: 'FILE_REPLACED', message: expect.stringContaining(`was ${what}`) };
    await expect(store.begin()).rejects.toMatchObject(refusal);
    await expect(store.write({ fence, state: 's', runs: [], events: [], at: 1 })).rejects.toMatchObject(refusal);
  });
  test.each([
    'VIEW runs',
    'TABLE stored_runs',
    'TABLE job_names',
    'TABLE past_versions',
    'TABLE jobs',
    'TABLE hours',
    'TABLE hour_totals',
    'TABLE days',
    'TABLE events',
    'TABLE consumers',
    'TABLE alerts',
    'TABLE outbox',
  ])('whose %s was deleted is a StateError, also when it is opened again', async (table) => {
    const store = open();
    await write(store, { runs: [runOf('a')] });
    change(`DROP ${table}`);
    await expect(store.begin()).rejects.toSatisfy(isStateError);
    const changed = runOf('a', { version: 'a-2', start: 100_000_000 });
    await expect(write(store, { runs: [changed, runOf('b')] })).rejects.toSatisfy(isStateError);
    expect(() => open()).toThrow('A table of the store');
  });
  test.each(['state', 'revision'])('without its %s is a StateError', async (name) => {
    const store = open();
    await write(store, { runs: [runOf('a')] });
    change(`DELETE FROM store WHERE name = '${name}'`);
    await expect(store.begin()).rejects.toSatisfy(isStateError);
  });
});

describeStore('a SQLite store', () => ({
  open: async (environment) => open(environment),
  query: async (sql) => query(sql) as unknown[],
  loseState: async () => change("DELETE FROM store WHERE name = 'state'"),
  milliseconds: (column) => column,
  histories: { count: 200, open: () => openSqliteStore(':memory:') },
}));

// Claims in SQLite expire by the time that the caller passes, so there is nothing to do.
describeAlertStore('the alerts of a SQLite store', () => ({ open: async () => open(), expireClaims: async () => {} }));

test('the log is copied into the file when it has a thousand pages after a thousand written runs', async () => {
  // Closing a store copies its tables.
  await open().close();
  const store = open();
  const inFile = (): unknown => {
    copyFileSync(file(), `${file()}-alone`);
    const database = new DatabaseSync(`${file()}-alone`);
    const found = database.prepare('SELECT count(*) AS runs FROM runs').get()?.['runs'];
    database.close();
    return found;
  };
  for (const [first, length, expected] of [
    [0, 10, 0],
    [500, 10, 0],
    [1_000, 9_000, 0],
    [1_500, 10, 2_000],
    [2_000, 10, 2_000],
  ] as const) {
    const raw = JSON.stringify({ details: 'x'.repeat(length) });
    await write(store, { runs: Array.from({ length: 500 }, (_, n) => runOf(`k${first + n}`, { raw })) });
    expect(inFile()).toBe(expected);
  }
});

test('two processes have one fence', async () => {
  const [one, other] = [open(), open()];
  const [first, second] = [await one.begin(), await other.begin()];
  await one.write({ fence: first?.fence ?? '', state: 'one', runs: [runOf('a')], events: [], at: 2_000 });
  const stale = other.write({ fence: second?.fence ?? '', state: 'two', runs: [], events: [], at: 2_000 });
  await expect(stale).rejects.toSatisfy(isFenceError);
  expect(await stateOf(other)).toBe('one');
});

describe('state that cannot be read is an error, and never replaced', () => {
  const fill = async () => {
    const store = open();
    await write(store, { runs: Array.from({ length: 500 }, (_, n) => runOf(`k${n}`)) });
    await store.close();
  };
  const other = (sql: string) => {
    const database = new DatabaseSync(file());
    database.exec(sql);
    database.close();
  };
  test.each<[string, () => void, RegExp]>([
    ['a file cut in the middle', () => truncateSync(file(), 40_960), /damaged, or not a store\. Restore a copy/],
    [
      'a file cut within its first page',
      () => truncateSync(file(), 50),
      /cannot be read: it is damaged, or not a store/,
    ],
    ['an empty file', () => truncateSync(file(), 0), /is empty\. Restore a copy, or delete the file/],
    ['another kind of file', () => writeFileSync(file(), 'since: yesterday\n'.repeat(500)), /damaged, or not a store/],
    ['the database of another program', () => other('PRAGMA application_id = 7'), /is a database, but not a run store/],
    ['a later version', () => other('PRAGMA user_version = 99'), /has version 99, .* up to 9\. Update @syncline\/runs/],
    [
      'another environment',
      () => other("UPDATE store SET value = 'staging'"),
      /environment "staging", not of "default"/,
    ],
  ])('%s', async (_name, damage, message) => {
    await fill();
    damage();
    const before = readFileSync(file());
    try {
      open();
      expect.unreachable();
    } catch (error) {
      expect(isStateError(error) && error.message).toMatch(message);
    }
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test('a page that is damaged later is detected when it is read', async () => {
    await fill();
    const bytes = readFileSync(file());
    writeFileSync(file(), bytes.fill(0xff, 8_192, bytes.length - 4_096));
    const failed = (async () => {
      const store = open();
      await allRuns(store);
    })();
    expect(isStateError(await failed.catch((error: unknown) => error))).toBe(true);
  });

  test('a folder that does not exist', () => {
    expect(() => openSqliteStore(`${file()}/none/runs.db`)).toThrow(
      'file must be a file in a folder that exists, and that can be written (SQLITE_CANTOPEN)',
    );
  });
});

test('Node without SQLite is a typed error', () => {
  const own = process.getBuiltinModule;
  process.getBuiltinModule = (() => undefined) as never;
  try {
    expect(() => open()).toThrow(/^A store in SQLite needs Node 22\.13 or newer, but this is Node \d+\.\d+\.\d+$/);
  } finally {
    process.getBuiltinModule = own;
  }
});

test('a store that is closed, and a file that another process keeps locked, are typed errors', async () => {
  const store = open();
  const other = new DatabaseSync(file());
  other.exec('BEGIN IMMEDIATE');
  const hasty = openSqliteStore(file(), { timeout: 0 });
  const locked = await write(hasty, {}).catch((error: unknown) => error);
  expect(isStoreError(locked) && locked.message).toMatch(
    /is locked by another process\. Nothing was written\. Try again/,
  );
  await hasty.close();
  other.close();
  await store.close();
  const closed = await store.begin().catch((error: unknown) => error);
  expect(isStoreError(closed) && closed.reason).toBe('CLOSED');
});

test('with exclusive, a second process that would fill the file is refused in words, and others may still use it', async () => {
  const first = openSqliteStore(file(), { exclusive: true });
  let refusal: unknown;
  try {
    openSqliteStore(file(), { exclusive: true });
  } catch (error) {
    refusal = error;
  }
  expect(isStoreError(refusal) && refusal.reason).toBe('IN_USE');
  expect((refusal as Error).message).toMatch(
    /^Another process, such as a monitor, already fills the store .*runs\.db\. Stop that one first\. For several/,
  );
  await write(open(), { runs: [runOf('a')] });
  expect(() => openSqliteStore(file(), { environment: 'staging', exclusive: true })).toThrow(/already fills the store/);
  await first.close();
  expect(() => openSqliteStore(file(), { environment: 'staging', exclusive: true })).toThrow(/environment "default"/);
  const next = openSqliteStore(file(), { exclusive: true });
  expect(await allRuns(next)).toEqual([runOf('a')]);
  await next.close();
});
