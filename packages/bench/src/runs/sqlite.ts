import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Store, StoredRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { changesOf } from './runs.ts';

/** A store that writes runs. */
export interface Writer {
  write(runs: readonly StoredRun[]): Promise<void> | void;
  close(): Promise<void> | void;
}

/** Writes runs as polls do: a turn, then a change of a thousand runs. */
export function writerOf(store: Store): Writer {
  return {
    async write(runs) {
      for (const some of changesOf(runs)) {
        const turn = await store.begin();
        await store.write({ fence: turn?.fence ?? '', state: '{}', runs: some, events: [], at: 2_000 });
      }
    },
    close: () => store.close(),
  };
}

export function openStore(file: string): Writer {
  return writerOf(openSqliteStore(file));
}

/** The same tables and statements by hand. */
export function openByHand(file: string): Writer {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE runs (key TEXT NOT NULL PRIMARY KEY, job TEXT NOT NULL, outcome TEXT NOT NULL, status TEXT NOT NULL,
      start INTEGER NOT NULL, "end" INTEGER, rows REAL, version TEXT NOT NULL, first_seen INTEGER NOT NULL,
      raw TEXT NOT NULL) STRICT;
    CREATE INDEX runs_by_job ON runs (job, start);
    CREATE INDEX runs_by_start ON runs (start, key);
    CREATE INDEX open_runs ON runs (start, key) WHERE outcome = 'running';
    CREATE TABLE run_versions (key TEXT NOT NULL, version TEXT NOT NULL, seen INTEGER NOT NULL, outcome TEXT NOT NULL,
      status TEXT NOT NULL, "end" INTEGER, rows REAL, raw TEXT NOT NULL, PRIMARY KEY (key, version)) STRICT`);
  const upsert = database.prepare(
    `INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET job = excluded.job,
     outcome = excluded.outcome, status = excluded.status, start = excluded.start, "end" = excluded."end",
     rows = excluded.rows, version = excluded.version, raw = excluded.raw WHERE version <> excluded.version`,
  );
  const insert = database.prepare('INSERT OR IGNORE INTO run_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  return {
    write(runs) {
      for (const some of changesOf(runs)) {
        database.exec('BEGIN IMMEDIATE');
        for (const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } of some) {
          const { changes } = upsert.run(key, job, outcome, status, start, end, rows, version, firstSeen, raw);
          if (changes !== 0) insert.run(key, version, 2_000, outcome, status, end, rows, raw);
        }
        database.exec('COMMIT');
      }
    },
    close: () => database.close(),
  };
}
