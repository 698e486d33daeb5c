import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { guardClock } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import { isStoreError } from '../../src/index.ts';
import { checkDatabase } from '../../src/postgres/postgres-database.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { JumpingClock } from '../support/tracker-set-up.ts';
import { allRuns, runOf, write } from '../support/stored.ts';

const canary = 'postgres://sync:Canary7secret@db.example.com:5432/runs';
const shownOf = (error: unknown): string =>
  inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + String((error as Error).stack);

test('an error of SQLite is named by its result code, not quoted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  try {
    const file = join(folder, 'runs.db');
    const store = openSqliteStore(file);
    const database = new DatabaseSync(file);
    database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON stored_runs BEGIN SELECT RAISE(ABORT, '${canary}'); END`);
    database.close();
    const error: unknown = await write(store, { runs: [runOf('a')] }).catch((thrown: unknown) => thrown);
    expect(isStoreError(error) && error.reason).toBe('SQLITE_19');
    expect(shownOf(error)).not.toContain('Canary7secret');
    expect(await allRuns(store)).toEqual([]);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a value that SQLite cannot bind is a StoreError', async () => {
  const store = openSqliteStore(':memory:');
  const error: unknown = await store.readEvents([canary] as never, true as never).catch((thrown: unknown) => thrown);
  expect(isStoreError(error) && error.reason).toMatch(/^ERR_INVALID_/);
  expect(shownOf(error)).not.toContain('Canary7secret');
});

test.each<[string, object, string]>([
  ['the server', { code: '22P02', message: `invalid input syntax: "${canary}"`, detail: canary }, '22P02'],
  ['the system', { code: 'ECONNREFUSED', message: `connect ECONNREFUSED ${canary}` }, 'ECONNREFUSED'],
  ['a driver', { code: 'CONNECT_TIMEOUT', message: canary, options: { password: canary } }, 'CONNECT_TIMEOUT'],
  ['a driver, with a code of its own', { code: `NO_ROUTE_TO_${canary}`, message: canary }, 'unknown error'],
  ['a driver, with a code that is a secret', { code: 'CANARY7SECRET', message: canary }, 'unknown error'],
])('what %s says about PostgreSQL is named by its code, not quoted', async (_who, facts, reason) => {
  const fail = async (): Promise<never> => {
    throw Object.assign(new Error(), facts);
  };
  const database = checkDatabase({ query: fail, transaction: fail }, 1_000, guardClock(new JumpingClock()));
  for (const call of [database.query('SELECT 1'), database.transaction(async () => {})]) {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(isStoreError(error) && error.reason).toBe(reason);
    expect(shownOf(error)).not.toMatch(/Canary7secret/i);
  }
});
