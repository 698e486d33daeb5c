import type { DatabaseSync } from 'node:sqlite';

/** Number of versions that one transaction looks at. */
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
