import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Change, Store, StoredRun } from '@syncline/runs';
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

/** The tables of the store, empty. */
export function openByHand(file: string): Writer {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  void openSqliteStore(file).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000');
  const write = writeByHand(database);
  return {
    write(runs) {
      for (const some of changesOf(runs)) write({ runs: some, events: [], at: 2_000 });
    },
    close: () => database.close(),
  };
}

/**
 * Writes changes with plain statements into the tables of a store, for runs that arrive in order and succeed: a job's row
 * and its streak are only ever extended.
 */
export function writeByHand(database: DatabaseSync): (change: Pick<Change, 'runs' | 'events' | 'at'>) => void {
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
  const countJob = database.prepare(`INSERT INTO jobs (job, last_key, last_start, last_end, last_outcome, running,
      last_succeeded, streak, streak_outcome, streak_since, streak_first, streak_until, streak_last)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, iif(?5 = 'running', NULL, ?3), iif(?5 = 'running', 0, 1),
      iif(?5 = 'running', NULL, ?5), iif(?5 = 'running', NULL, ?3), iif(?5 = 'running', NULL, ?2),
      iif(?5 = 'running', NULL, ?3), iif(?5 = 'running', NULL, ?2))
    ON CONFLICT (job) DO UPDATE SET last_key = ?2, last_start = ?3, last_end = ?4, last_outcome = ?5,
      running = running + ?6, last_succeeded = coalesce(excluded.last_succeeded, last_succeeded),
      streak = iif(?7, excluded.streak + iif(streak_outcome = ?5, streak, 0), streak),
      streak_outcome = coalesce(excluded.streak_outcome, streak_outcome),
      streak_since = iif(?7 AND streak_outcome IS NOT ?5, ?3, streak_since),
      streak_first = iif(?7 AND streak_outcome IS NOT ?5, ?2, streak_first),
      streak_until = coalesce(excluded.streak_until, streak_until),
      streak_last = coalesce(excluded.streak_last, streak_last)`);
  const writeDay = database.prepare('INSERT OR REPLACE INTO days VALUES (?, 1)');
  const writeEvent = database.prepare('INSERT INTO events (id, type, key, at, data) VALUES (?, ?, ?, ?, ?)');
  const writeState = database.prepare("INSERT OR REPLACE INTO store VALUES ('by hand', ?)");
  return ({ runs, events, at }) => {
    database.exec('BEGIN IMMEDIATE');
    const versions = new Map(
      known.all(JSON.stringify(runs.map(({ key }) => key))).map((row) => [row['key'], row['version']]),
    );
    const hours = new Map<string, readonly [number, string]>();
    const days = new Set<number>();
    for (const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } of runs) {
      const before = versions.get(key);
      if (before === version) continue;
      const isRunning = outcome === 'running';
      if (before === undefined) {
        insert.run(key, job, outcome, status, start, end, rows, version, firstSeen, raw, at);
        countJob.run(job, key, start, end, outcome, isRunning ? 1 : 0, isRunning ? 0 : 1);
      } else {
        const last = String(rawOf.get(key)?.['raw']);
        keep.run(differenceOf(last, raw), key);
        update.run(outcome, status, end, rows, version, raw, at, key);
        // In these records, only a run that was running ends.
        const isEnding = last.includes('"RUNNING"') && !isRunning;
        countJob.run(job, key, start, end, outcome, isEnding ? -1 : 0, isEnding ? 1 : 0);
      }
      const hour = Math.floor(start / 3_600_000);
      hours.set(`${hour} ${job}`, [hour, job]);
      days.add(Math.floor(hour / 24));
    }
    if (hours.size > 0) {
      countHours.run(JSON.stringify([...hours.values()]));
      sumHours.run(JSON.stringify([...new Set([...hours.values()].map(([hour]) => hour))]));
      for (const day of days) writeDay.run(day);
    }
    for (const { id, type, key = null, at: found, data } of events) writeEvent.run(id, type, key, found, data);
    writeState.run(String(at));
    database.exec('COMMIT');
  };
}
