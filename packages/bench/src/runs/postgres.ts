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

const tables = [
  `CREATE TABLE runs (environment text NOT NULL, key text COLLATE "C" NOT NULL, job text NOT NULL, outcome text NOT NULL,
    status text NOT NULL, start timestamptz NOT NULL, "end" timestamptz, rows float8, version text NOT NULL,
    first_seen timestamptz NOT NULL, raw json NOT NULL, PRIMARY KEY (environment, key))`,
  'CREATE INDEX runs_by_job ON runs (environment, job, start)',
  'CREATE INDEX runs_by_start ON runs (environment, start, key)',
  "CREATE INDEX open_runs ON runs (environment, start) WHERE outcome = 'running'",
  `CREATE TABLE run_versions (environment text NOT NULL, key text COLLATE "C" NOT NULL, version text NOT NULL,
    seen timestamptz NOT NULL, outcome text NOT NULL, status text NOT NULL, "end" timestamptz, rows float8,
    raw json NOT NULL, PRIMARY KEY (environment, key, version))`,
];
/** One statement for all rows of a change, with a list for each column, which the driver encodes. */
const upsert = `WITH changed AS (
    INSERT INTO runs SELECT 'default', * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[],
      $6::timestamptz[], $7::float8[], $8::text[], $9::timestamptz[], $10::json[])
    ON CONFLICT (environment, key) DO UPDATE SET job = excluded.job, outcome = excluded.outcome,
      status = excluded.status, start = excluded.start, "end" = excluded."end", rows = excluded.rows,
      version = excluded.version, raw = excluded.raw WHERE runs.version <> excluded.version
    RETURNING key, version, outcome, status, "end", rows, raw)
  INSERT INTO run_versions SELECT 'default', key, version, now(), outcome, status, "end", rows, raw FROM changed
  ON CONFLICT DO NOTHING`;
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
        await client.query({ name: 'upsert', text: upsert, values });
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
