import { ConfigError } from '@syncline/core/internal';
import { StateError } from '../errors/errors.ts';
import { isFailure } from '../store/run-page.ts';
import { dropUnpartitioned, partitionEnvironments } from './partitions.ts';
import type { CheckedDatabase, CheckedQuery } from './postgres-database.ts';

/**
 * The statements that migrate each version of the schema to the next. Never change a released entry; add an entry for a
 * new version. Columns are only added. The tables are those of SQLite, for several environments.
 *
 * | table | one row for |
 * |---|---|
 * | `runs` | each run, in its latest version |
 * | `past_versions` | each version of a run before its latest, with the members of the record that changed after it |
 * | `run_versions` | a view: each version of a run that a poll saw |
 * | `events` | each event that consumers can read |
 * | `consumers` | each consumer, with the last position that it acknowledged |
 * | `days` | each day on which a run started, with a number that grows when one of its runs changes |
 * | `jobs` | each job that has runs, with what is known about them |
 * | `hours` | each job and hour in which one of its runs started, with the number of runs by outcome |
 * | `hour_totals` | the same for all jobs together |
 * | `alerts` | each alert of a consumer, open or closed |
 * | `outbox` | each message to a receiver, with its result |
 * | `environments` | each environment, with the state of its reader and its lease |
 * | `store` | the version of the schema |
 *
 * `runs`, `past_versions` and `hours` have a partition for each environment and month.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE environments (
      environment text PRIMARY KEY,
      id text NOT NULL DEFAULT md5(random()::text || clock_timestamp()::text),
      state text,
      fence bigint NOT NULL DEFAULT 0,
      position bigint NOT NULL DEFAULT 0,
      holder text,
      lease_until timestamptz NOT NULL DEFAULT '-infinity',
      claimed_at timestamptz NOT NULL DEFAULT '-infinity'
    )`,
    `CREATE TABLE runs (
      environment text NOT NULL,
      key text COLLATE "C" NOT NULL,
      job text NOT NULL,
      outcome text NOT NULL,
      status text NOT NULL,
      start timestamptz NOT NULL,
      "end" timestamptz,
      rows float8,
      version text NOT NULL,
      first_seen timestamptz NOT NULL,
      raw json NOT NULL,
      PRIMARY KEY (environment, key)
    )`,
    'CREATE INDEX runs_by_job ON runs (environment, job, start)',
    'CREATE INDEX runs_by_start ON runs (environment, start, key)',
    "CREATE INDEX open_runs ON runs (environment, start) WHERE outcome = 'running'",
    `CREATE TABLE run_versions (
      environment text NOT NULL,
      key text COLLATE "C" NOT NULL,
      version text NOT NULL,
      seen timestamptz NOT NULL,
      outcome text NOT NULL,
      status text NOT NULL,
      "end" timestamptz,
      rows float8,
      raw json NOT NULL,
      PRIMARY KEY (environment, key, version)
    )`,
    `CREATE TABLE events (
      environment text NOT NULL,
      position bigint NOT NULL,
      id text NOT NULL,
      type text NOT NULL,
      key text,
      at timestamptz NOT NULL,
      data json NOT NULL,
      PRIMARY KEY (environment, position)
    )`,
    `CREATE TABLE consumers (
      environment text NOT NULL,
      name text NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (environment, name)
    )`,
    `CREATE TABLE days (
      environment text NOT NULL,
      day integer NOT NULL,
      revision bigint NOT NULL,
      PRIMARY KEY (environment, day)
    )`,
    `CREATE FUNCTION mark_old_day() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE days SET revision = (SELECT fence FROM environments WHERE environment = old.environment)
      WHERE environment = old.environment AND day = floor(extract(epoch from old.start) / 86400)::int;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER moved_runs AFTER UPDATE OF start ON runs FOR EACH ROW WHEN (new.start <> old.start)
    EXECUTE FUNCTION mark_old_day()`,
  ],
  [
    'ALTER TABLE consumers ADD COLUMN revision bigint NOT NULL DEFAULT 0',
    `CREATE TABLE alerts (
      environment text NOT NULL,
      consumer text NOT NULL,
      kind text NOT NULL,
      job text NOT NULL,
      status text NOT NULL,
      since timestamptz NOT NULL,
      data json NOT NULL,
      PRIMARY KEY (environment, consumer, kind, job)
    )`,
    `CREATE TABLE outbox (
      environment text NOT NULL,
      position bigint GENERATED ALWAYS AS IDENTITY,
      id text NOT NULL,
      target text NOT NULL,
      job text NOT NULL,
      at timestamptz NOT NULL,
      body text NOT NULL,
      status text NOT NULL DEFAULT 'waiting',
      attempts integer NOT NULL DEFAULT 0,
      because text,
      retry_at timestamptz NOT NULL DEFAULT '-infinity',
      settled timestamptz,
      claim text,
      claimed_until timestamptz NOT NULL DEFAULT '-infinity',
      PRIMARY KEY (environment, position),
      UNIQUE (environment, id, target)
    )`,
    "CREATE INDEX waiting_messages ON outbox (environment, target, job, position) WHERE status = 'waiting'",
    'CREATE INDEX settled_messages ON outbox (environment, settled) WHERE settled IS NOT NULL',
  ],
  // A version that returns is a version of its own. Runs whose outcome is unknown are followed like running ones.
  [
    'ALTER TABLE run_versions ADD COLUMN number integer',
    `UPDATE run_versions AS v SET number = n.number FROM (SELECT environment, key, version,
      row_number() OVER (PARTITION BY environment, key ORDER BY seen, version) AS number FROM run_versions) AS n
    WHERE v.environment = n.environment AND v.key = n.key AND v.version = n.version`,
    'ALTER TABLE run_versions ALTER COLUMN number SET NOT NULL, DROP CONSTRAINT run_versions_pkey, ' +
      'ADD PRIMARY KEY (environment, key, number)',
    'ALTER TABLE runs ADD COLUMN number integer NOT NULL DEFAULT 1',
    `UPDATE runs SET number = v.number FROM (SELECT environment, key, max(number) AS number FROM run_versions
      GROUP BY environment, key) AS v WHERE v.environment = runs.environment AND v.key = runs.key AND v.number > 1`,
    'DROP INDEX open_runs',
    "CREATE INDEX open_runs ON runs (environment, start, key) WHERE outcome IN ('running', 'unknown')",
  ],
  // Rows of runs that are there already are counted afterwards, in parts.
  [
    `CREATE TABLE jobs (
      environment text NOT NULL,
      job text COLLATE "C" NOT NULL,
      last_key text NOT NULL,
      last_start timestamptz NOT NULL,
      last_end timestamptz,
      last_outcome text NOT NULL,
      running integer NOT NULL,
      last_succeeded timestamptz,
      last_warned timestamptz,
      last_partial timestamptz,
      last_cancelled timestamptz,
      last_failed timestamptz,
      streak integer NOT NULL,
      streak_outcome text,
      streak_since timestamptz,
      streak_first text,
      streak_until timestamptz,
      streak_last text,
      PRIMARY KEY (environment, job)
    )`,
    `CREATE TABLE hours (
      environment text NOT NULL,
      hour integer NOT NULL,
      job text COLLATE "C" NOT NULL,
      succeeded integer NOT NULL,
      warned integer NOT NULL,
      partial integer NOT NULL,
      cancelled integer NOT NULL,
      failed integer NOT NULL,
      running integer NOT NULL,
      unknown integer NOT NULL,
      rows float8 NOT NULL,
      seconds float8 NOT NULL,
      PRIMARY KEY (environment, hour, job)
    )`,
    `CREATE TABLE hour_totals (
      environment text NOT NULL,
      hour integer NOT NULL,
      succeeded integer NOT NULL,
      warned integer NOT NULL,
      partial integer NOT NULL,
      cancelled integer NOT NULL,
      failed integer NOT NULL,
      running integer NOT NULL,
      unknown integer NOT NULL,
      rows float8 NOT NULL,
      seconds float8 NOT NULL,
      PRIMARY KEY (environment, hour)
    )`,
    'ALTER TABLE environments ADD COLUMN uncounted text',
    "UPDATE environments SET uncounted = '{}' WHERE EXISTS (SELECT 1 FROM runs WHERE runs.environment = environments.environment)",
  ],
  // A record is stored once. The rows of latest versions are deleted afterwards, in parts.
  [
    'ALTER TABLE runs ADD COLUMN seen timestamptz',
    'ALTER TABLE run_versions RENAME TO past_versions',
    `CREATE VIEW run_versions AS
      SELECT environment, key, version, seen, outcome, status, "end", rows, raw, number FROM past_versions AS v
        WHERE number < (SELECT number FROM runs AS r WHERE r.environment = v.environment AND r.key = v.key)
      UNION ALL SELECT environment, key, version, coalesce(seen, first_seen), outcome, status, "end", rows, raw, number
        FROM runs`,
    'ALTER TABLE environments ADD COLUMN untrimmed text',
    "UPDATE environments AS e SET untrimmed = '' WHERE EXISTS (SELECT 1 FROM past_versions AS v WHERE v.environment = e.environment)",
  ],
  // A worker on standby cannot see otherwise whether the one with the lease reads the history.
  ['ALTER TABLE environments ADD COLUMN read_at timestamptz'],
  // Runs, versions and hours have partitions. Runs that are there already are moved afterwards, in parts, and counted again.
  [
    'ALTER TABLE environments ADD COLUMN number integer GENERATED ALWAYS AS IDENTITY, ADD COLUMN unmoved text',
    // What the worker with the lease could not read
    'ALTER TABLE environments ADD COLUMN read_note text',
    'DROP VIEW run_versions',
    'DROP TRIGGER moved_runs ON runs',
    'DROP FUNCTION mark_old_day()',
    'ALTER TABLE runs RENAME TO unpartitioned_runs',
    'ALTER INDEX runs_pkey RENAME TO unpartitioned_runs_pkey',
    'ALTER INDEX runs_by_start RENAME TO unpartitioned_by_start',
    'DROP INDEX runs_by_job, open_runs',
    'ALTER TABLE past_versions RENAME TO unpartitioned_versions',
    'DROP TABLE hours',
    `CREATE TABLE runs (
      environment text NOT NULL,
      key text COLLATE "C" NOT NULL,
      job text NOT NULL,
      outcome text NOT NULL,
      status text NOT NULL,
      start timestamptz NOT NULL,
      "end" timestamptz,
      rows float8,
      version text NOT NULL,
      first_seen timestamptz NOT NULL,
      raw json NOT NULL,
      number integer NOT NULL DEFAULT 1,
      seen timestamptz,
      PRIMARY KEY (key, start, environment)
    ) PARTITION BY LIST (environment)`,
    // Each partition has the runs of one environment.
    'CREATE INDEX runs_by_job ON runs (job, start)',
    'CREATE INDEX runs_by_start ON runs (start, key)',
    "CREATE INDEX open_runs ON runs (start, key) WHERE outcome IN ('running', 'unknown')",
    `CREATE INDEX failed_runs ON runs (job, start) WHERE ${isFailure}`,
    `CREATE TABLE past_versions (
      environment text NOT NULL,
      key text COLLATE "C" NOT NULL,
      version text NOT NULL,
      seen timestamptz NOT NULL,
      outcome text NOT NULL,
      status text NOT NULL,
      "end" timestamptz,
      rows float8,
      raw json NOT NULL,
      number integer NOT NULL,
      start timestamptz NOT NULL,
      PRIMARY KEY (key, number, start, environment)
    ) PARTITION BY LIST (environment)`,
    `CREATE TABLE hours (
      environment text NOT NULL,
      hour integer NOT NULL,
      job text COLLATE "C" NOT NULL,
      succeeded integer NOT NULL,
      warned integer NOT NULL,
      partial integer NOT NULL,
      cancelled integer NOT NULL,
      failed integer NOT NULL,
      running integer NOT NULL,
      unknown integer NOT NULL,
      rows float8 NOT NULL,
      seconds float8 NOT NULL,
      PRIMARY KEY (hour, job, environment)
    ) PARTITION BY LIST (environment)`,
    `CREATE VIEW run_versions AS
      SELECT environment, key, version, seen, outcome, status, "end", rows, raw, number FROM past_versions AS v
        WHERE number < (SELECT number FROM runs AS r
          WHERE r.environment = v.environment AND r.key = v.key AND r.start = v.start)
      UNION ALL SELECT environment, key, version, coalesce(seen, first_seen), outcome, status, "end", rows, raw, number
        FROM runs`,
    `UPDATE environments AS e SET unmoved = '-infinity', uncounted = '{}'
      WHERE EXISTS (SELECT 1 FROM unpartitioned_runs AS r WHERE r.environment = e.environment)`,
  ],
];

/** The schema as an SQL name that needs no escaping. */
export function schemaName(schema: string): string {
  if (typeof schema !== 'string' || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new ConfigError('schema', 'must be a name of lower-case letters, digits and _ with at most 63 characters');
  return schema;
}

/**
 * Creates or migrates the schema, and adds missing environments. Several workers may do so at the same time.
 *
 * @throws {ConfigError} if `transaction` does not run its queries in one transaction, or does not roll back
 * @throws {StateError} if the tables are from a later version, or are not those of a store
 */
export async function prepareSchema(
  database: CheckedDatabase,
  schema: string,
  environments: readonly string[],
): Promise<void> {
  await database.transaction(async (query) => {
    const [first, second] = [await transactionId(query), await transactionId(query)];
    if (first !== second)
      throw new ConfigError(
        'transaction',
        'must run every query of the work on one connection, between BEGIN and COMMIT',
      );
    await query('SELECT pg_advisory_xact_lock(hashtext($1))', [`syncline runs ${schema}`]);
    const version = await readVersion(query, schema);
    if (version > migrations.length)
      throw new StateError(
        `The schema ${schema} of the database has version ${version}, and this package reads versions up to ` +
          `${migrations.length}. Update @syncline/runs.`,
      );
    if (version < migrations.length) {
      await query(`SET LOCAL search_path TO ${schema}`);
      for (const migration of migrations.slice(version)) for (const statement of migration) await query(statement);
      await query(`UPDATE ${schema}.store SET value = $1 WHERE name = 'version'`, [String(migrations.length)]);
    }
    await query(
      `INSERT INTO ${schema}.environments (environment) SELECT json_array_elements_text($1::text::json)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(environments)],
    );
    await partitionEnvironments(query, schema);
    await dropUnpartitioned(query, schema);
  });
  await checkRollback(database);
}

async function transactionId(query: CheckedQuery): Promise<unknown> {
  return (await query('SELECT txid_current()::text AS id'))[0]?.['id'];
}

/** The version of the tables; 0 if there are none. Creates the table that stores the version. */
async function readVersion(query: CheckedQuery, schema: string): Promise<number> {
  const [found] = await query(
    `SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = $1)::int AS schemas,
     count(*)::int AS tables, count(*) FILTER (WHERE tablename = 'store')::int AS stores
     FROM pg_tables WHERE schemaname = $1`,
    [schema],
  );
  if (found?.['stores'] === 1) {
    const [row] = await query(`SELECT value FROM ${schema}.store WHERE name = 'version'`);
    const version = Number(row?.['value'] ?? Number.NaN);
    if (Number.isInteger(version) && version > 0) return version;
    throw new StateError(`The schema ${schema} has a table store without a version. Restore a copy of the database.`);
  }
  if (found?.['tables'] !== 0)
    throw new StateError(`The schema ${schema} has tables that do not belong to a run store. Name another schema.`);
  // An existing schema is used, because the user may not have the right to create one.
  if (found['schemas'] === 0) await query(`CREATE SCHEMA ${schema}`);
  await query(`CREATE TABLE ${schema}.store (name text PRIMARY KEY, value text NOT NULL)`);
  await query(`INSERT INTO ${schema}.store VALUES ('version', '0')`);
  return 0;
}

/** A transaction that commits even though its work throws would write half a change. */
async function checkRollback(database: CheckedDatabase): Promise<void> {
  const stop = new StateError('rolled back');
  let id: unknown;
  const attempt = database.transaction(async (query) => {
    id = await transactionId(query);
    throw stop;
  });
  await attempt.catch((error: unknown) => {
    if (error !== stop) throw error;
  });
  const [row] = await database.query('SELECT txid_status($1::text::bigint) AS status', [String(id)]);
  // The server ends the transaction of a closed connection shortly afterwards.
  if (row?.['status'] === 'committed') throw new ConfigError('transaction', 'must roll back when the work throws');
}
