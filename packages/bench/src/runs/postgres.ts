import { fromPgPool, openPostgresStore } from '@syncline/runs/postgres';
import { Pool } from 'pg';
import type { PostgresServer } from '../servers/postgres-server.ts';
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
const setCounts = [...counts, 'rows', 'seconds'].map((name) => `${name} = excluded.${name}`).join(', ');

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
/** One statement for all rows of a change, with a list for each column, which the driver encodes. */
const upsert = `WITH r AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[],
      $6::timestamptz[], $7::float8[], $8::text[], $9::timestamptz[], $10::json[])
      AS r (key, job, outcome, status, start, "end", rows, version, first_seen, raw)),
  past AS (INSERT INTO past_versions SELECT o.environment, o.key, o.version, coalesce(o.seen, o.first_seen), o.outcome,
      o.status, o."end", o.rows, (SELECT coalesce(json_object_agg(m.key, m.value), '{}') FROM json_each(o.raw) AS m
        WHERE m.value::text IS DISTINCT FROM (r.raw -> m.key)::text), o.number
    FROM r JOIN runs AS o ON o.environment = 'default' AND o.key = r.key AND o.version <> r.version)
  INSERT INTO runs SELECT 'default', r.*, 1, now() FROM r
  ON CONFLICT (environment, key) DO UPDATE SET job = excluded.job, outcome = excluded.outcome,
    status = excluded.status, start = excluded.start, "end" = excluded."end", rows = excluded.rows,
    version = excluded.version, raw = excluded.raw, number = runs.number + 1, seen = now()
    WHERE runs.version <> excluded.version
  RETURNING job, key, start, outcome, floor(extract(epoch from start) / 3600)::int AS hour, number`;
/** The roll-ups, for runs that arrive in order. */
const countHours = `INSERT INTO hours
  SELECT 'default', w.hour, w.job, ${counts.map((name) => `count(*) FILTER (WHERE outcome = '${name}')`).join(', ')},
    coalesce(sum(rows), 0), coalesce(extract(epoch from sum("end" - start)), 0)
  FROM unnest($1::int[], $2::text[]) AS w (hour, job) JOIN runs AS r ON r.environment = 'default' AND r.job = w.job
    AND start >= to_timestamp(w.hour * 3600::float8) AND start < to_timestamp((w.hour + 1) * 3600::float8)
  GROUP BY w.hour, w.job ON CONFLICT (environment, hour, job) DO UPDATE SET ${setCounts}`;
const sumHours = `INSERT INTO hour_totals
  SELECT 'default', hour, ${counts.map((name) => `sum(${name})`).join(', ')}, sum(rows), sum(seconds) FROM hours
  WHERE environment = 'default' AND hour = ANY($1::int[]) GROUP BY hour
  ON CONFLICT (environment, hour) DO UPDATE SET ${setCounts}`;
const extendJobs = `INSERT INTO jobs SELECT 'default', job, (array_agg(key ORDER BY start DESC))[1], max(start),
    (array_agg(outcome ORDER BY start DESC))[1], count(*)
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS r (job, key, start, outcome) GROUP BY job
  ON CONFLICT (environment, job) DO UPDATE SET last_key = excluded.last_key, last_start = excluded.last_start,
    last_outcome = excluded.last_outcome, streak = jobs.streak + excluded.streak`;
interface Written {
  readonly job: string;
  readonly key: string;
  readonly start: Date;
  readonly outcome: string;
  readonly hour: number;
  readonly number: number;
}
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
        const { rows: written } = await client.query<Written>({ name: 'upsert', text: upsert, values });
        if (written.length > 0) {
          const hours = new Map(written.map(({ hour, job }) => [`${hour} ${job}`, { hour, job }]));
          const [numbers, jobs] = [
            [...hours.values()].map(({ hour }) => hour),
            [...hours.values()].map(({ job }) => job),
          ];
          await client.query({ name: 'hours', text: countHours, values: [numbers, jobs] });
          await client.query({ name: 'totals', text: sumHours, values: [[...new Set(numbers)]] });
          const added = written.filter(({ number }) => number === 1);
          const columns = [
            added.map(({ job }) => job),
            added.map(({ key }) => key),
            added.map(({ start }) => start),
            added.map(({ outcome }) => outcome),
          ];
          await client.query({ name: 'jobs', text: extendJobs, values: columns });
        }
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
