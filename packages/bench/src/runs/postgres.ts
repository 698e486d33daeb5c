import { fromPgPool, openPostgresStore } from '@syncline/runs/postgres';
import { Pool } from 'pg';
import type { PostgresServer } from '../servers/postgres-server.ts';
import { addDifference, hourColumns } from './hours-by-hand.ts';
import { changesOf } from './runs.ts';
import { type Writer, writerOf } from './sqlite.ts';

export async function openStore({ connection }: PostgresServer, schema: string): Promise<Writer> {
  const pool = new Pool({ ...connection, max: 2 });
  const store = await openPostgresStore(fromPgPool(pool), { schema });
  const { write, close } = writerOf(store);
  return {
    write,
    async close() {
      await close();
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

const counts = ['succeeded', 'warned', 'partial', 'cancelled', 'failed', 'running', 'unknown'];
const countColumns = `${counts.map((name) => `${name} integer NOT NULL`).join(', ')}, rows float8 NOT NULL,
  seconds float8 NOT NULL`;
const sums = [...counts, 'rows', 'seconds'].map((name) => `sum(${name})`).join(', ');

const tables = [
  `CREATE TABLE runs (environment text NOT NULL, key text COLLATE "C" NOT NULL, job text NOT NULL, outcome text NOT NULL,
    status text NOT NULL, start timestamptz NOT NULL, "end" timestamptz, rows float8, version text NOT NULL,
    first_seen timestamptz NOT NULL, raw json NOT NULL, number integer NOT NULL DEFAULT 1, seen timestamptz,
    PRIMARY KEY (environment, key))`,
  'CREATE INDEX runs_by_job ON runs (environment, job, start)',
  'CREATE INDEX runs_by_start ON runs (environment, start, key)',
  "CREATE INDEX open_runs ON runs (environment, start, key) WHERE outcome IN ('running', 'unknown')",
  `CREATE TABLE past_versions (environment text NOT NULL, key text COLLATE "C" NOT NULL, version text NOT NULL,
    seen timestamptz NOT NULL, outcome text NOT NULL, status text NOT NULL, "end" timestamptz, rows float8,
    raw json NOT NULL, number integer NOT NULL, PRIMARY KEY (environment, key, number))`,
  `CREATE TABLE jobs (environment text NOT NULL, job text COLLATE "C" NOT NULL, last_key text NOT NULL,
    last_start timestamptz NOT NULL, last_outcome text NOT NULL, streak integer NOT NULL, PRIMARY KEY (environment, job))`,
  `CREATE TABLE hours (environment text NOT NULL, hour integer NOT NULL, job text COLLATE "C" NOT NULL, ${countColumns},
    PRIMARY KEY (environment, hour, job))`,
  `CREATE TABLE hour_totals (environment text NOT NULL, hour integer NOT NULL, ${countColumns},
    PRIMARY KEY (environment, hour))`,
];
const difference = [
  ...counts.map((name) => `coalesce(sum(sign) FILTER (WHERE outcome = '${name}'), 0)`),
  'coalesce(sum(sign * rows), 0)',
  `coalesce(sum(sign * extract(epoch from "end" - start)), 0)`,
].join(', ');
/**
 * One statement for a change, with a list for each column, which the driver encodes. The runs arrive in order, and the
 * counts of the hours change by the difference.
 */
const writeRuns = `WITH r AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[],
      $6::timestamptz[], $7::float8[], $8::text[], $9::timestamptz[], $10::json[])
      AS r (key, job, outcome, status, start, "end", rows, version, first_seen, raw)),
  o AS MATERIALIZED (SELECT o.*, r.raw AS fresh FROM r JOIN runs AS o ON o.environment = 'default' AND o.key = r.key
    AND o.version <> r.version),
  past AS (INSERT INTO past_versions SELECT environment, key, version, coalesce(seen, first_seen), outcome, status, "end",
      rows, (SELECT coalesce(json_object_agg(m.key, m.value), '{}') FROM json_each(o.raw) AS m
        WHERE m.value::text IS DISTINCT FROM (fresh -> m.key)::text), number FROM o),
  written AS (INSERT INTO runs SELECT 'default', r.*, 1, now() FROM r
    ON CONFLICT (environment, key) DO UPDATE SET job = excluded.job, outcome = excluded.outcome,
      status = excluded.status, start = excluded.start, "end" = excluded."end", rows = excluded.rows,
      version = excluded.version, raw = excluded.raw, number = runs.number + 1, seen = now()
      WHERE runs.version <> excluded.version
    RETURNING job, key, start, "end", rows, outcome, number),
  d (hour, job, ${hourColumns}) AS (SELECT floor(extract(epoch from start) / 3600)::int, job, ${difference}
    FROM (SELECT 1 AS sign, job, start, "end", rows, outcome FROM written
      UNION ALL SELECT -1, job, start, "end", rows, outcome FROM o) AS c GROUP BY 1, 2),
  h AS (INSERT INTO hours AS h SELECT 'default', * FROM d ON CONFLICT (environment, hour, job) ${addDifference}),
  t AS (INSERT INTO hour_totals AS h SELECT 'default', hour, ${sums} FROM d GROUP BY hour
    ON CONFLICT (environment, hour) ${addDifference})
  INSERT INTO jobs SELECT 'default', job, (array_agg(key ORDER BY start DESC))[1], max(start),
    (array_agg(outcome ORDER BY start DESC))[1], count(*) FROM written WHERE number = 1 GROUP BY job
  ON CONFLICT (environment, job) DO UPDATE SET last_key = excluded.last_key, last_start = excluded.last_start,
    last_outcome = excluded.last_outcome, streak = jobs.streak + excluded.streak`;
const date = (milliseconds: number | undefined): Date | null =>
  milliseconds === undefined ? null : new Date(milliseconds);

/** The same tables by hand, with a prepared statement. */
export async function openByHand({ connection }: PostgresServer, schema: string): Promise<Writer> {
  const pool = new Pool({ ...connection, max: 1 });
  const client = await pool.connect();
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET search_path TO ${schema}`);
  for (const table of tables) await client.query(table);
  return {
    async write(runs) {
      for (const some of changesOf(runs)) {
        const values = [
          some.map(({ key }) => key),
          some.map(({ job }) => job),
          some.map(({ outcome }) => outcome),
          some.map(({ status }) => status),
          some.map(({ start }) => date(start)),
          some.map(({ end }) => date(end)),
          some.map(({ rows }) => rows ?? null),
          some.map(({ version }) => version),
          some.map(({ firstSeen }) => date(firstSeen)),
          some.map(({ raw }) => raw),
        ];
        await client.query('BEGIN');
        await client.query({ name: 'runs', text: writeRuns, values });
        await client.query('COMMIT');
      }
    },
    async close() {
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
      client.release();
      await pool.end();
    },
  };
}
