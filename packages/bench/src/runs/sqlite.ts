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

/** The members of a flat record that differ from those of its next version. */
function differenceOf(before: string, after: string): string {
  const fresh = JSON.parse(after) as Record<string, unknown>;
  const members = Object.entries(JSON.parse(before) as object).filter(([name, value]) => fresh[name] !== value);
  return JSON.stringify(Object.fromEntries(members));
}

const counts = ['succeeded', 'warned', 'partial', 'cancelled', 'failed', 'running', 'unknown'];

/** The same tables by hand, for runs that arrive in order: a job's row and its streak are only ever extended. */
export function openByHand(file: string): Writer {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  const database = new DatabaseSync(file);
  const columns = counts.map((name) => `${name} INTEGER NOT NULL`).join(', ');
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE runs (key TEXT NOT NULL PRIMARY KEY, job TEXT NOT NULL, outcome TEXT NOT NULL, status TEXT NOT NULL,
      start INTEGER NOT NULL, "end" INTEGER, rows REAL, version TEXT NOT NULL, first_seen INTEGER NOT NULL,
      raw TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 1, seen INTEGER) STRICT;
    CREATE INDEX runs_by_job ON runs (job, start);
    CREATE INDEX runs_by_start ON runs (start);
    CREATE INDEX open_runs ON runs (start, key) WHERE outcome IN ('running', 'unknown');
    CREATE TABLE past_versions (key TEXT NOT NULL, version TEXT NOT NULL, seen INTEGER NOT NULL, outcome TEXT NOT NULL,
      status TEXT NOT NULL, "end" INTEGER, rows REAL, raw TEXT NOT NULL, number INTEGER NOT NULL,
      PRIMARY KEY (key, number)) STRICT;
    CREATE TABLE jobs (job TEXT PRIMARY KEY, last_key TEXT NOT NULL, last_start INTEGER NOT NULL, last_end INTEGER,
      last_outcome TEXT NOT NULL, running INTEGER NOT NULL, last_succeeded INTEGER, last_failed INTEGER,
      streak INTEGER NOT NULL, streak_since INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE hours (hour INTEGER NOT NULL, job TEXT NOT NULL, ${columns}, rows REAL NOT NULL, seconds REAL NOT NULL,
      PRIMARY KEY (hour, job)) STRICT, WITHOUT ROWID;
    CREATE TABLE hour_totals (hour INTEGER PRIMARY KEY, ${columns}, rows REAL NOT NULL, seconds REAL NOT NULL) STRICT`);
  const known = database.prepare('SELECT key, version FROM runs WHERE key IN (SELECT value FROM json_each(?))');
  const insert = database.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)');
  const keep = database.prepare(`INSERT INTO past_versions
    SELECT key, version, coalesce(seen, first_seen), outcome, status, "end", rows, ?, number FROM runs WHERE key = ?`);
  const rawOf = database.prepare('SELECT raw FROM runs WHERE key = ?');
  const update = database.prepare(`UPDATE runs SET outcome = ?, status = ?, "end" = ?, rows = ?, version = ?, raw = ?,
    number = number + 1, seen = ? WHERE key = ?`);
  const countHours = database.prepare(`INSERT OR REPLACE INTO hours
    SELECT wanted.hour, wanted.job, ${counts.map((name) => `count(*) FILTER (WHERE outcome = '${name}')`).join(', ')},
      coalesce(sum(rows), 0), coalesce(sum("end" - start), 0) / 1000.0
    FROM (SELECT value ->> 0 AS hour, value ->> 1 AS job FROM json_each(?)) AS wanted CROSS JOIN runs
    ON runs.job = wanted.job AND start >= wanted.hour * 3600000 AND start < (wanted.hour + 1) * 3600000
    GROUP BY wanted.hour, wanted.job`);
  const sumHours = database.prepare(`INSERT OR REPLACE INTO hour_totals
    SELECT hour, ${counts.map((name) => `sum(${name})`).join(', ')}, sum(rows), sum(seconds) FROM hours
    WHERE hour IN (SELECT value FROM json_each(?)) GROUP BY hour`);
  const extendJob = database.prepare(`INSERT INTO jobs VALUES (?1, ?2, ?3, ?4, ?5, 0, ?3, NULL, 1, ?3)
    ON CONFLICT (job) DO UPDATE SET last_key = excluded.last_key, last_start = excluded.last_start,
      last_end = excluded.last_end, last_outcome = excluded.last_outcome, last_succeeded = excluded.last_succeeded,
      streak = CASE WHEN last_outcome = excluded.last_outcome THEN streak + 1 ELSE 1 END`);
  return {
    write(runs) {
      for (const some of changesOf(runs)) {
        database.exec('BEGIN IMMEDIATE');
        const versions = new Map(
          known.all(JSON.stringify(some.map(({ key }) => key))).map((row) => [row['key'], row['version']]),
        );
        const hours = new Map<string, readonly [number, string]>();
        for (const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } of some) {
          const before = versions.get(key);
          if (before === version) continue;
          if (before === undefined) {
            insert.run(key, job, outcome, status, start, end, rows, version, firstSeen, raw, 2_000);
            extendJob.run(job, key, start, end, outcome);
          } else {
            keep.run(differenceOf(String(rawOf.get(key)?.['raw']), raw), key);
            update.run(outcome, status, end, rows, version, raw, 2_000, key);
          }
          const hour = Math.floor(start / 3_600_000);
          hours.set(`${hour} ${job}`, [hour, job]);
        }
        if (hours.size > 0) {
          countHours.run(JSON.stringify([...hours.values()]));
          sumHours.run(JSON.stringify([...new Set([...hours.values()].map(([hour]) => hour))]));
        }
        database.exec('COMMIT');
      }
    },
    close: () => database.close(),
  };
}
