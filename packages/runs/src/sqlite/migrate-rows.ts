import type { DatabaseSync } from 'node:sqlite';
import { isFailure } from '../store/run-page.ts';
import { versionColumns, versionText } from './schema.ts';

// Migrations that take minutes in a large file. Each call is one transaction, and a later one continues.

/** Number of rowids, and so of rows at most, that one transaction changes. */
const atOnce = 20_000;

/**
 * Deletes some of the latest versions that an earlier version of the package also stored in the table of versions.
 *
 * @returns how far it has come, from 0 to 1; undefined if nothing is left
 */
export function trimVersions(database: DatabaseSync): number | undefined {
  const done = database.prepare("SELECT value FROM store WHERE name = 'untrimmed'").get()?.['value'];
  if (done === undefined) return undefined;
  const last = Number(database.prepare('SELECT max(rowid) AS last FROM past_versions').get()?.['last'] ?? 0);
  const [from, to] = [Number(done), Number(done) + atOnce];
  database
    .prepare(
      `UPDATE stored_runs AS r SET seen = v.seen FROM past_versions AS v WHERE v.rowid > ? AND v.rowid <= ?
         AND v.key = r.key AND v.number = r.number AND v.seen <> r.first_seen`,
    )
    .run(from, to);
  database
    .prepare(
      `DELETE FROM past_versions WHERE rowid > ? AND rowid <= ?
         AND number >= (SELECT number FROM stored_runs AS r WHERE r.key = past_versions.key)`,
    )
    .run(from, to);
  if (to >= last) {
    database.exec("DELETE FROM store WHERE name = 'untrimmed'");
    return undefined;
  }
  database.prepare("UPDATE store SET value = ? WHERE name = 'untrimmed'").run(String(to));
  return to / last;
}

/**
 * The indexes whose order is not that of the rows take a fraction of the time if they are created at once. Of two that suit a
 * query, SQLite takes the later one, so that of the failures is the last.
 */
const indexes: Readonly<Record<string, string>> = {
  runs_by_key: 'CREATE UNIQUE INDEX runs_by_key ON stored_runs (key)',
  runs_by_job: 'CREATE INDEX runs_by_job ON stored_runs (job, start)',
  failed_runs: `CREATE INDEX failed_runs ON stored_runs (job, start) WHERE ${isFailure}`,
};

/**
 * Moves some runs of an earlier version of the schema into the table of this one, the oldest rows first, and deletes them
 * there, so that the file does not grow. When all are moved, creates one of the indexes that are left, and at last the view.
 *
 * @returns how far it has come, from 0 to 1; undefined if nothing is left
 */
export function moveRuns(database: DatabaseSync): number | undefined {
  const get = (sql: string) => database.prepare(sql).get();
  if (get("SELECT 1 FROM store WHERE name = 'unmoved'") === undefined) return undefined;
  const { first, last } = get('SELECT min(rowid) AS first, max(rowid) AS last FROM unmoved_runs') ?? {};
  if (typeof first === 'number') {
    movePart(database, first + atOnce - 1);
    return 0.7 * Math.min(1, (first + atOnce - 1) / Number(last));
  }
  const names = Object.keys(indexes);
  const index = names.findIndex((name) => get(`SELECT 1 FROM sqlite_schema WHERE name = '${name}'`) === undefined);
  const sql = indexes[names[index] ?? ''];
  if (sql !== undefined) {
    database.exec(sql);
    return 0.7 + (0.3 * (index + 1)) / (names.length + 1);
  }
  database.exec('DROP TABLE unmoved_runs');
  database.exec(`CREATE VIEW runs AS SELECT key, name AS job, outcome, status, start, "end", rows, ${versionText} AS version,
    first_seen, raw, number, seen FROM stored_runs JOIN job_names ON job_names.id = stored_runs.job`);
  database.exec("DELETE FROM store WHERE name = 'unmoved'");
  return undefined;
}

/** Moves the rows up to a rowid. */
function movePart(database: DatabaseSync, to: number): void {
  database
    .prepare('INSERT OR IGNORE INTO job_names (name) SELECT DISTINCT job FROM unmoved_runs WHERE rowid <= ?')
    .run(to);
  database
    .prepare(
      `INSERT INTO stored_runs SELECT key, (SELECT id FROM job_names WHERE name = job), outcome, status, start, "end", rows,
         ${versionColumns('version')}, first_seen, number, seen, raw FROM unmoved_runs WHERE rowid <= ? ORDER BY rowid`,
    )
    .run(to);
  database.prepare('DELETE FROM unmoved_runs WHERE rowid <= ?').run(to);
}
