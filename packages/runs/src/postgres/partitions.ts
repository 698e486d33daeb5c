import type { CheckedQuery } from './postgres-database.ts';

/**
 * The tables that have a partition for each environment, which has one for each month (UTC) in which a run of it started.
 * So a month of an environment is deleted in one step, and the environments do not share pages, locks or vacuums.
 */
const tables = ['runs', 'past_versions', 'hours'] as const;

/** Runs of other times, which no service has but by mistake, lie in a partition for the rest. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

const startOf = (month: number): number => Date.UTC(1970, month);
const nameOf = (month: number): string => new Date(startOf(month)).toISOString().slice(0, 7).replace('-', '_');

/** A month that has partitions. */
export interface MonthOfRuns {
  /** In milliseconds since 1970 */
  readonly since: number;
  readonly until: number;
  /** The names of its partitions */
  readonly runs: string;
  readonly versions: string;
  readonly hours: string;
}

/** The partitions of an environment, by its number. */
export class Partitions {
  readonly #schema: string;
  readonly #number: number;

  constructor(schema: string, number: number) {
    this.#schema = schema;
    this.#number = number;
  }

  /** Creates the partitions of an environment without any months. */
  async create(query: CheckedQuery, environment: string): Promise<void> {
    const value = `'${environment.replaceAll("'", "''")}'`;
    for (const table of tables) {
      const name = this.#name(table);
      const by = table === 'hours' ? 'hour' : 'start';
      await query(
        `CREATE TABLE ${name} PARTITION OF ${this.#schema}.${table} FOR VALUES IN (${value}) PARTITION BY RANGE (${by})`,
      );
      await query(`CREATE TABLE ${this.#name(table, 'rest')} PARTITION OF ${name} DEFAULT`);
    }
  }

  /**
   * Creates the partitions of the months in which these runs started, unless they exist.
   *
   * @param query - of a transaction that has locked the environment
   * @param starts - in milliseconds since 1970
   */
  async addMonths(query: CheckedQuery, starts: Iterable<number>): Promise<void> {
    const months = new Set<number>();
    // The runs of a change are seldom of more than one month.
    let [since, until] = [0, 0];
    for (const start of starts) {
      if (start < earliest || start >= latest || (start >= since && start < until)) continue;
      const date = new Date(start);
      const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
      months.add(month);
      [since, until] = [startOf(month), startOf(month + 1)];
    }
    if (months.size === 0) return;
    const names = new Map([...months].map((month) => [nameOf(month), month]));
    const missing = await query(
      `SELECT value FROM json_array_elements_text($1::text::json) AS value WHERE to_regclass('${this.#name('runs')}_' || value) IS NULL`,
      [JSON.stringify([...names.keys()])],
    );
    for (const { value } of missing) {
      const month = names.get(String(value)) as number;
      const [since, until] = [startOf(month), startOf(month + 1)];
      for (const table of tables) {
        const bound = (at: number): string =>
          table === 'hours' ? String(at / 3_600_000) : `'${new Date(at).toISOString()}'`;
        await query(
          `CREATE TABLE ${this.#name(table, nameOf(month))} PARTITION OF ${this.#name(table)}
           FOR VALUES FROM (${bound(since)}) TO (${bound(until)})`,
        );
      }
    }
  }

  /** @returns the months that have partitions and end at this moment or earlier, oldest first */
  async monthsBefore(query: CheckedQuery, moment: number): Promise<readonly MonthOfRuns[]> {
    const rows = await query(
      `SELECT c.relname::text AS name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
       WHERE i.inhparent = '${this.#name('runs')}'::regclass ORDER BY 1`,
    );
    return rows.flatMap(({ name }) => {
      const [, year, month] = /_(\d{4})_(\d\d)$/.exec(String(name)) ?? [];
      if (year === undefined) return [];
      const [since, until] = [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))];
      const partition = (table: (typeof tables)[number]) => this.#name(table, `${year}_${month}`);
      return until > moment
        ? []
        : [{ since, until, runs: partition('runs'), versions: partition('past_versions'), hours: partition('hours') }];
    });
  }

  #name(table: (typeof tables)[number], part?: string): string {
    return `${this.#schema}.${table}_${this.#number}${part === undefined ? '' : `_${part}`}`;
  }
}

/** Creates the partitions of the environments that have none. */
export async function partitionEnvironments(query: CheckedQuery, schema: string): Promise<void> {
  const rows = await query(
    `SELECT environment, number FROM ${schema}.environments WHERE to_regclass('${schema}.runs_' || number) IS NULL`,
  );
  for (const { environment, number } of rows)
    await new Partitions(schema, Number(number)).create(query, String(environment));
}

/** Number of runs that one transaction moves, but for those that start at the same instant. */
const movedAtOnce = 20_000;
const columns = 'environment, key, job, outcome, status, start, "end", rows, version, first_seen, raw, number, seen';
const versionColumns = 'environment, key, version, seen, outcome, status, "end", rows, raw, number';

/**
 * Moves some of the runs that were there before the partitions, with their versions, the oldest first.
 *
 * @returns how far it has come, from 0 to 1; undefined if nothing is left
 */
export async function moveMore(query: CheckedQuery, schema: string, environment: string): Promise<number | undefined> {
  const [row] = await query(
    `SELECT number, unmoved, set_config('datestyle', 'ISO', true), set_config('enable_hashjoin', 'off', true),
       set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)
     FROM ${schema}.environments WHERE environment = $1 FOR UPDATE`,
    [environment],
  );
  if (typeof row?.['unmoved'] !== 'string') return undefined;
  const [runs, versions] = [`${schema}.unpartitioned_runs`, `${schema}.unpartitioned_versions`];
  const last = row['unmoved'];
  const [found] = await query(
    `SELECT max(start)::text AS until FROM (SELECT start FROM ${runs} WHERE environment = $1
       AND start > $2::text::timestamptz ORDER BY start LIMIT $3::float8) AS part`,
    [environment, last, movedAtOnce],
  );
  const until = found?.['until'];
  const save = (value: string | null) =>
    query(`UPDATE ${schema}.environments SET unmoved = $2::text WHERE environment = $1`, [environment, value]);
  if (typeof until !== 'string') {
    await save(null);
    return undefined;
  }
  const part = 'r.environment = $1 AND r.start > $2::text::timestamptz AND r.start <= $3::text::timestamptz';
  const parameters = [environment, last, until];
  const months = await query(
    `SELECT DISTINCT extract(epoch from date_trunc('month', start AT TIME ZONE 'UTC'))::float8 * 1000 AS start
     FROM ${runs} AS r WHERE ${part}`,
    parameters,
  );
  const partitions = new Partitions(schema, Number(row['number']));
  await partitions.addMonths(
    query,
    months.map(({ start }) => Number(start)),
  );
  await query(
    `WITH moved AS (DELETE FROM ${versions} AS v USING ${runs} AS r WHERE ${part} AND v.environment = $1 AND v.key = r.key
       RETURNING v.*, r.start)
     INSERT INTO ${schema}.past_versions (${versionColumns}, start) SELECT ${versionColumns}, start FROM moved`,
    parameters,
  );
  await query(
    `WITH moved AS (DELETE FROM ${runs} AS r WHERE ${part} RETURNING *)
     INSERT INTO ${schema}.runs (${columns}) SELECT ${columns} FROM moved`,
    parameters,
  );
  await save(until);
  const [done] = await query(
    `SELECT count(*) FILTER (WHERE day <= extract(epoch from $2::text::timestamptz) / 86400)::float8 / (count(*) + 1) AS share
     FROM ${schema}.days WHERE environment = $1`,
    [environment, until],
  );
  return Number(done?.['share']);
}

/** Drops the tables of a store without partitions when every environment has moved. */
export async function dropUnpartitioned(query: CheckedQuery, schema: string): Promise<void> {
  const [row] = await query(
    `SELECT to_regclass('${schema}.unpartitioned_runs') IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ${schema}.environments WHERE unmoved IS NOT NULL) AS done`,
  );
  if (row?.['done'] === true)
    await query(`DROP TABLE IF EXISTS ${schema}.unpartitioned_runs, ${schema}.unpartitioned_versions`);
}
