import { DatabaseSync } from 'node:sqlite';
import { createTracker } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { classify, sourceOf } from '../runs/many-runs.ts';

/** The runs of a store: each job runs every 15 minutes, and the last run ended shortly before `now`. */
export interface Seed {
  readonly runs: number;
  readonly jobs: number;
  /** In milliseconds since 1970 */
  readonly now: number;
}

/** Milliseconds between two runs of a job. */
export const interval = 900_000;
const took = 240_000;
/** Length of a record as JSON, in bytes. */
export const recordBytes = 420;

/** The names of the jobs, which start one after the other in each interval. */
export const jobName = (job: number): string => `Orders to warehouse ${String(job).padStart(5, '0')}`;

/** A run in SQL, from `n`, the number of the run, and `job`, `name`, `start` and `status`. */
const record = `json_object('connectorid', 'Salesforce', 'details', details, 'error', error, 'historyid', key,
  'instanceid', '00000000-0000-4000-8000-000000000001', 'jobname', name, 'recordsaffected', rows,
  'runenddate', iso_end, 'runstartdate', iso_start, 'status', status)`;
const iso = (expression: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%S', ${expression} / 1000, 'unixepoch') || printf('.%03dZ', ${expression} % 1000)`;

/**
 * Fills a new SQLite file with runs as a tracker stores them, in bulk: most of them without the indexes, which are then
 * created as the store had created them, and without the roll-ups, which the store then counts as it does for a file of an
 * earlier version. `test/scale.test.ts` compares the tables with those of runs that went through the store one by one.
 *
 * One run in fifty failed, and of the last runs, one in a hundred is running.
 *
 * @param onProgress - called with a text now and then
 */
export async function seedStore(
  file: string,
  { runs, jobs, now }: Seed,
  onProgress: (text: string) => void = () => {},
): Promise<void> {
  const first = now - took - Math.ceil(runs / jobs) * interval;
  await begin(file, now);
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000',
  );
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'stored_runs' AND name <> 'runs_by_key'",
    )
    .all() as unknown as { name: string; sql: string }[];
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  const addName = database.prepare('INSERT INTO job_names VALUES (?, ?)');
  for (let job = 0; job < jobs; job += 1) addName.run(job + 1, jobName(job));
  const insert = database.prepare(
    `INSERT INTO stored_runs (key, job, outcome, status, start, "end", rows, hash, first_seen, number, raw)
     SELECT key, id, outcome, status, start, "end", rows, randomblob(16), coalesce("end", start), 1, ${record} FROM (
       SELECT *, ${iso('start')} AS iso_start, iif(outcome = 'running', NULL, ${iso('"end"')}) AS iso_end,
         substr(CASE outcome WHEN 'failed' THEN 'Replicated 3 of 12 tables, then the destination refused the connection. '
           ELSE 'Replicated 12 tables, 3 of them with changes since the last run. ' END || $padding, 1,
           $length - length(key) - length(name) - length(error) - length(coalesce(rows, 'null')) - length(status)
           - iif(outcome = 'running', 2, 24)) AS details
       FROM (
         SELECT 'run-' || printf('%09d', $n + job) AS key, id, name, start,
           iif(outcome = 'running', NULL, start + ${took}) AS "end", outcome,
           CASE outcome WHEN 'failed' THEN 'FAILED' WHEN 'running' THEN 'RUNNING' ELSE 'SUCCESS' END AS status,
           CASE outcome WHEN 'succeeded' THEN ($n + job) * 7 % 9973 WHEN 'failed' THEN 0 END AS rows,
           iif(outcome = 'failed', 'ORA-12541: no listener', '') AS error
         FROM (SELECT id, job, name, $start + job * ${interval} / $jobs AS start,
           CASE WHEN $isLast AND job % 100 = 99 THEN 'running'
             WHEN ($n + job) * 2654435761 % 4294967296 < 85899345 THEN 'failed' ELSE 'succeeded' END AS outcome
           FROM (SELECT id, id - 1 AS job, name FROM job_names) WHERE $n + job < $runs)))
     WHERE true`,
  );
  // The parts of a record that are the same in each have this length.
  const fixed = 221;
  const padding =
    'The log of the run is kept for ninety days under the key of the run, on the server that ran it. '.repeat(4);
  // Before the last two runs of each job: an index that is made at once has no room in its pages, so that the next run of
  // each job would split one. In a store that is filled by polls, few do.
  const filled = Math.max(0, Math.ceil(runs / jobs) - 2) * jobs;
  const createIndexes = (): void => {
    for (const { name, sql } of indexes) {
      onProgress(`index ${name}`);
      database.exec(sql);
    }
  };
  for (let n = 0; n < runs; n += jobs) {
    if (n === filled) createIndexes();
    const start = first + (n / jobs) * interval;
    const isLast = n + jobs >= runs ? 1 : 0;
    database.exec('BEGIN');
    // Numbers would be bound as floating-point numbers.
    const numbers = { n, start, jobs, runs, isLast, length: recordBytes - fixed };
    insert.run({
      padding,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, BigInt(value)])),
    });
    database.exec('COMMIT');
    if (n % (100 * jobs) === 0 && n > 0) onProgress(`${n} of ${runs} runs`);
  }
  database.exec(`WITH RECURSIVE days (day) AS (SELECT min(start) / 86400000 FROM runs UNION ALL
    SELECT day + 1 FROM days WHERE day < (SELECT max(start) / 86400000 FROM runs)) INSERT INTO days SELECT day, 1 FROM days`);
  const state = JSON.parse(String(database.prepare("SELECT value FROM store WHERE name = 'state'").get()?.['value']));
  const { latest } = database.prepare('SELECT max(start) AS latest FROM runs').get() as { latest: number };
  state.tracker = { ...state.tracker, since: first, highWater: latest, isBegun: true };
  const write = database.prepare('INSERT OR REPLACE INTO store VALUES (?, ?)');
  write.run('state', JSON.stringify(state));
  write.run('uncounted', '{}');
  database.close();
  // Counts the roll-ups.
  let told = 0;
  const store = openSqliteStore(file, {
    environment: 'bench',
    onMigration: (share) => {
      if (share >= told + 0.05) onProgress(`roll-ups ${Math.round((told = share) * 100)} %`);
    },
  });
  await store.close();
}

/** Creates the file with a state, as if a tracker had polled once and found nothing. */
async function begin(file: string, now: number): Promise<void> {
  const store = openSqliteStore(file, { environment: 'bench' });
  const clock = { now: () => now, date: () => now, wait: () => () => {} };
  const source = sourceOf(
    () => [],
    () => now,
  );
  await createTracker({ source, classify, store, since: now - 3_600_000, clock }).tick();
  await store.close();
}
