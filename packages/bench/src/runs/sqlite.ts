import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Change, Store, StoredRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { addDifference, hourColumns, HourSums } from './hours-by-hand.ts';
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
 * and its streak are only ever extended, and the counts of the hours change by the difference.
 */
export function writeByHand(database: DatabaseSync): (change: Pick<Change, 'runs' | 'events' | 'at'>) => void {
  const known = database.prepare(
    'SELECT key, lower(hex(hash)) AS version FROM stored_runs WHERE key IN (SELECT value FROM json_each(?))',
  );
  const selectName = database.prepare('SELECT id FROM job_names WHERE name = ?');
  const insertName = database.prepare('INSERT INTO job_names (name) VALUES (?)');
  const ids = new Map<string, number>();
  const idOf = (job: string): number => {
    const id = ids.get(job) ?? Number(selectName.get(job)?.['id'] ?? insertName.run(job).lastInsertRowid);
    ids.set(job, id);
    return id;
  };
  const insert = database.prepare('INSERT INTO stored_runs VALUES (?, ?, ?, ?, ?, ?, ?, unhex(?), NULL, ?, 1, ?, ?)');
  const keep = database.prepare(`INSERT INTO past_versions
    SELECT key, lower(hex(hash)), coalesce(seen, first_seen), outcome, status, "end", rows, ?, number FROM stored_runs
    WHERE key = ?`);
  const readRun = database.prepare('SELECT outcome, start, "end", rows, raw FROM stored_runs WHERE key = ?');
  const update =
    database.prepare(`UPDATE stored_runs SET outcome = ?, status = ?, "end" = ?, rows = ?, hash = unhex(?), raw = ?,
    number = number + 1, seen = ? WHERE key = ?`);
  const values = hourColumns.replaceAll(/\w+/g, '?');
  const addHour = database.prepare(
    `INSERT INTO hours AS h (hour, job, ${hourColumns}) VALUES (?, ?, ${values}) ON CONFLICT (hour, job) ${addDifference}`,
  );
  const addTotal = database.prepare(
    `INSERT INTO hour_totals AS h (hour, ${hourColumns}) VALUES (?, ${values}) ON CONFLICT (hour) ${addDifference}`,
  );
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
    const sums = new HourSums();
    const days = new Set<number>();
    for (const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } of runs) {
      const before = versions.get(key);
      if (before === version) continue;
      const isRunning = outcome === 'running';
      if (before === undefined) {
        insert.run(key, idOf(job), outcome, status, start, end, rows, version, firstSeen, at, raw);
        countJob.run(job, key, start, end, outcome, isRunning ? 1 : 0, isRunning ? 0 : 1);
      } else {
        const last = readRun.get(key) as unknown as StoredRun;
        keep.run(differenceOf(last.raw, raw), key);
        update.run(outcome, status, end, rows, version, raw, at, key);
        sums.add(job, { ...last, end: last.end ?? undefined }, -1);
        const isEnding = last.outcome === 'running' && !isRunning;
        countJob.run(job, key, start, end, outcome, isEnding ? -1 : 0, isEnding ? 1 : 0);
      }
      sums.add(job, { outcome, start, end: end ?? undefined, rows: rows ?? undefined }, 1);
      days.add(Math.floor(start / 86_400_000));
    }
    for (const row of sums.hours.values()) addHour.run(...row);
    for (const row of sums.totals.values()) addTotal.run(...row);
    for (const day of days) writeDay.run(day);
    for (const { id, type, key = null, at: found, data } of events) writeEvent.run(id, type, key, found, data);
    writeState.run(String(at));
    database.exec('COMMIT');
  };
}
