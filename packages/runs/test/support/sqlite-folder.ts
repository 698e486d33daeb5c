import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

/**
 * Creates a new folder with a database for each test. Stores that a test opens in it are closed at the end of the test.
 */
export function sqliteFolder() {
  let folder: string;
  const stores: SqliteStore[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'runs-'));
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    rmSync(folder, { recursive: true });
  });
  const file = () => join(folder, 'runs.db');
  return {
    file,
    open(environment?: string): SqliteStore {
      const store = openSqliteStore(file(), { environment });
      stores.push(store);
      return store;
    },
    query(sql: string): unknown[] {
      const database = new DatabaseSync(file(), { readOnly: true });
      try {
        return database
          .prepare(sql)
          .all()
          .map((row) => ({ ...row }));
      } finally {
        database.close();
      }
    },
  };
}
