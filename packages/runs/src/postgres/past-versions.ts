import type { CheckedQuery } from './postgres-database.ts';

/** Number of versions that one transaction looks at. */
const atOnce = 20_000;

/**
 * Deletes some of the latest versions that an earlier version of the package also stored in the table of versions.
 *
 * @returns whether something is left
 */
export async function trimVersions(query: CheckedQuery, schema: string, environment: string): Promise<boolean> {
  const [row] = await query(`SELECT untrimmed FROM ${schema}.environments WHERE environment = $1 FOR UPDATE`, [
    environment,
  ]);
  const last = row?.['untrimmed'];
  if (typeof last !== 'string') return false;
  const [found] = await query(
    `SELECT max(key) AS until, count(*)::float8 AS count FROM (SELECT key FROM ${schema}.past_versions
       WHERE environment = $1 AND key > $2 ORDER BY key LIMIT $3::float8) AS part`,
    [environment, last, atOnce],
  );
  const until = found?.['until'] ?? null;
  const isLast = Number(found?.['count'] ?? 0) < atOnce;
  const some =
    'v.environment = $1 AND v.key > $2 AND v.key <= $3 AND r.environment = $1 AND r.key = v.key AND r.start = v.start';
  if (typeof until === 'string') {
    await query(
      `UPDATE ${schema}.runs AS r SET seen = v.seen FROM ${schema}.past_versions AS v
       WHERE ${some} AND v.number = r.number AND v.seen <> r.first_seen`,
      [environment, last, until],
    );
    await query(
      `DELETE FROM ${schema}.past_versions AS v USING ${schema}.runs AS r WHERE ${some} AND v.number >= r.number`,
      [environment, last, until],
    );
  }
  await query(`UPDATE ${schema}.environments SET untrimmed = $2::text WHERE environment = $1`, [
    environment,
    isLast ? null : String(until),
  ]);
  return !isLast;
}
