import { type CheckedPageQuery, isFailure, wantsFailures } from '../store/run-page.ts';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isRun } from './roll-ups.ts';
import { versionText } from './schema.ts';

export type Statements = ReturnType<typeof prepareStatements>;

/** The statements of a store, prepared once. */
export function prepareStatements(database: DatabaseSync) {
  const heads = 'SELECT key, job, outcome, start, "end", version, number FROM runs';
  const runs = 'SELECT key, job, outcome, status, start, "end", rows, version, first_seen, raw FROM runs';
  // Thousands of rows are read at a time, and reading them as objects takes twice as long.
  const prepareRows = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const prepareByKeys = (columns: string, order: string): StatementSync =>
    prepareRows(`${columns} WHERE key IN (SELECT value FROM json_each(?)) AND ${isRun} ${order}`);
  return {
    selectValue: database.prepare('SELECT value FROM store WHERE name = ?'),
    writeValue: database.prepare('INSERT OR REPLACE INTO store VALUES (?, ?)'),
    selectHeads: prepareByKeys(heads, ''),
    selectRuns: prepareByKeys(runs, 'ORDER BY start, key'),
    selectOpen: prepareRows(
      `${heads} WHERE outcome IN ('running', 'unknown') AND start < ? AND ${isRun} ORDER BY start, key`,
    ),
    selectPage: preparePages(runs, prepareRows),
    selectDays: database.prepare('SELECT day, revision FROM days ORDER BY day'),
    selectVersions: prepareRows(
      `SELECT r.key, ${versionText} FROM json_each(?) AS wanted CROSS JOIN stored_runs AS r ON r.key = wanted.value`,
    ),
    selectKnown: prepareRows(
      `SELECT r.key, name, outcome, start, "end", ${versionText}, number, r.rowid, status, rows, coalesce(seen, first_seen), raw
       FROM json_each(?) AS wanted CROSS JOIN stored_runs AS r ON r.key = wanted.value JOIN job_names ON job_names.id = r.job`,
    ),
    selectJob: database.prepare('SELECT id FROM job_names WHERE name = ?'),
    insertJob: database.prepare('INSERT INTO job_names (name) VALUES (?)'),
    insertRun: database.prepare('INSERT INTO stored_runs VALUES (?, ?, ?, ?, ?, ?, ?, unhex(?), ?, ?, 1, ?, ?)'),
    tables: database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type IN ('table', 'view')"),
    hasRuns: database.prepare('SELECT EXISTS (SELECT 1 FROM stored_runs) AS found'),
    moveRun: database.prepare('UPDATE stored_runs SET job = ?, start = ? WHERE rowid = ?'),
    // Does not set any column of the two large indexes, which would be written again even if the values are the same.
    updateRun: database.prepare(
      `UPDATE stored_runs SET outcome = ?, status = ?, "end" = ?, rows = ?, hash = unhex(?), version = ?, raw = ?, number = ?, seen = ?
       WHERE rowid = ?`,
    ),
    keepVersion: database.prepare('INSERT INTO past_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    selectLog: database.prepare('PRAGMA wal_checkpoint(NOOP)'),
    checkpoint: database.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
    writeDay: database.prepare('INSERT OR REPLACE INTO days VALUES (?, ?)'),
    insertEvents: prepareInsert(database, 'INSERT INTO events (id, type, key, at, data)', 5),
    selectEvents: database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?'),
    selectCursor: database.prepare('SELECT position FROM consumers WHERE name = ?'),
    writeCursor: database.prepare(
      `INSERT INTO consumers (name, position) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`,
    ),
    lastPosition: database.prepare(
      "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS last",
    ),
    // Reads only the events that it deletes, and one more: the first one that is too new. A time later than that of the
    // last event comes from a wrong clock, and says nothing about the events after it.
    deleteEvents: database.prepare(
      `WITH done AS (SELECT min(position) AS position FROM consumers) DELETE FROM events WHERE at < ?1 AND position <
       (SELECT coalesce((SELECT position FROM events WHERE at >= ?1 AND position <= done.position
         AND at <= (SELECT at FROM events ORDER BY position DESC LIMIT 1) ORDER BY position LIMIT 1),
       done.position + 1) FROM done)`,
    ),
    deleteConsumer: database.prepare('DELETE FROM consumers WHERE name = ?'),
    // The runs of an instant are deleted together.
    selectOld: prepareRows(
      `SELECT key, job, outcome, start, "end", rows FROM runs WHERE outcome <> 'running' AND start < ?1 AND start <=
         (SELECT max(start) FROM (SELECT start FROM stored_runs WHERE start < ?1 AND outcome <> 'running' ORDER BY start LIMIT ?2))
       ORDER BY start`,
    ),
    deleteVersions: database.prepare('DELETE FROM past_versions WHERE key IN (SELECT value FROM json_each(?))'),
    deleteRuns: database.prepare('DELETE FROM stored_runs WHERE key IN (SELECT value FROM json_each(?))'),
  };
}

/** Prepares a statement for each kind of page when it is first read. */
function preparePages(
  runs: string,
  prepareRows: (sql: string) => StatementSync,
): (query: CheckedPageQuery) => readonly unknown[] {
  const statements = new Map<string, StatementSync>();
  const read = (query: CheckedPageQuery, limit: number, orderColumns: readonly string[]): readonly unknown[] => {
    const { since, until, job, outcomes, isNewestFirst, after } = query;
    const [beyond, direction] = isNewestFirst ? ['<', ' DESC'] : ['>', ''];
    const conditions = [
      // The period of a query lies within that of all runs.
      'start >= $since AND start < $until AND start <> 0',
      job !== undefined && 'job = $job',
      // The first condition lets SQLite begin at the cursor in an index without the key.
      after && `start ${beyond}= $start AND (start, key) ${beyond} ($start, $key)`,
      // With this text, SQLite uses the index of failures.
      wantsFailures(query) && isFailure,
      outcomes && 'outcome IN (SELECT value FROM json_each($outcomes))',
    ].filter(Boolean);
    const order = orderColumns.map((column) => column + direction).join(', ');
    const sql = `${runs} WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT $limit`;
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = prepareRows(sql)));
    return statement.all({
      since,
      until,
      limit,
      ...(job !== undefined && { job }),
      ...after,
      ...(outcomes && { outcomes: JSON.stringify(outcomes) }),
    });
  };
  return (query) => {
    const { job, limit } = query;
    // The runs of one job seldom start at the same instant. Without the key, SQLite need not sort them, which takes as
    // long as reading them.
    const rows = job === undefined ? undefined : read(query, limit + 1, ['start']);
    if (rows === undefined || rows.some((row, at) => startOf(row) === startOf(rows[at + 1])))
      return read(query, limit, ['start', 'key']);
    return rows.slice(0, limit);
  };
}

/** When the run of a row started; undefined without a row. */
function startOf(row: unknown): unknown {
  return (row as readonly unknown[] | undefined)?.[4];
}

/** Number of rows in one statement. More rows gain little. */
const together = 20;

/**
 * Prepares the insertion of many rows, whose values follow each other in one list. A statement for 20 rows takes two
 * thirds of the time of 20 statements, because the calls take much of that time (`npm run bench -- run-stores`).
 *
 * @param into - the statement before its values, such as `INSERT INTO days`
 */
function prepareInsert(
  database: DatabaseSync,
  into: string,
  columns: number,
): (values: readonly SQLInputValue[]) => void {
  const row = `(${Array(columns).fill('?').join()})`;
  const single = database.prepare(`${into} VALUES ${row}`);
  const many = database.prepare(`${into} VALUES ${Array(together).fill(row).join()}`);
  return (values) => {
    let at = 0;
    for (const size = together * columns; at + size <= values.length; at += size)
      many.run(...values.slice(at, at + size));
    for (; at < values.length; at += columns) single.run(...values.slice(at, at + columns));
  };
}
