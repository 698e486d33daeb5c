import { isFailure } from '../store/run-page.ts';

/** Marks a file as a store of runs: "runs" in ASCII. */
export const applicationId = 0x72_75_6e_73;

/** The day of a run's start, in days since 1970-01-01, also before 1970. */
const dayOf = (start: string): string => `((${start} - ((${start} % 86400000) + 86400000) % 86400000) / 86400000)`;

/**
 * Most versions are a hash, as hexadecimal digits, which takes half the bytes as a blob. This is the text of which `hash` has
 * the bytes, and that of `version` in `stored_runs`: bytes only for a text that the view reads back exactly as it was.
 */
export function versionValues(version: string): readonly [hash: string | null, version: string | null] {
  return /^(?:[\da-f]{2})+$/.test(version) ? [version, null] : [null, version];
}

/** Both columns in SQL. */
export const versionColumns = (version: string): string =>
  `iif(lower(hex(unhex(${version}))) = ${version}, unhex(${version}), NULL),
   iif(lower(hex(unhex(${version}))) = ${version}, NULL, ${version})`;

/** The version of a row in `stored_runs`, as text. DuckDB reads the view with this expression too. */
export const versionText = 'coalesce(version, lower(hex(hash)))';

/**
 * The statements that migrate each version of the schema to the next. Never change a released entry; add an entry for a
 * new version. Columns are only added.
 *
 * | table | one row for |
 * |---|---|
 * | `runs` | a view: each run, in its latest version |
 * | `stored_runs` | the same, with the number of the job instead of its name, and the version as bytes if it is a hash |
 * | `job_names` | each job that ever had a run, with its number. A number is never given to another job, and stays when the last run of the job is deleted |
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
 * | `store` | the environment, the state of the reader, the number of the last change, and the id of the store |
 *
 * Times are milliseconds since 1970. `raw` is the record as JSON: `SELECT raw ->> 'details' FROM runs`.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE store (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE runs (
    key TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER,
    rows REAL,
    version TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    raw TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX runs_by_job ON runs (job, start);
  CREATE INDEX runs_by_start ON runs (start);
  CREATE INDEX open_runs ON runs (start) WHERE outcome = 'running';
  CREATE TABLE run_versions (
    key TEXT NOT NULL,
    version TEXT NOT NULL,
    seen INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    "end" INTEGER,
    rows REAL,
    raw TEXT NOT NULL,
    PRIMARY KEY (key, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    key TEXT,
    at INTEGER NOT NULL,
    data TEXT NOT NULL
  ) STRICT;
  CREATE TABLE consumers (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE days (day INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
  INSERT INTO days SELECT DISTINCT ${dayOf('start')}, 0 FROM runs;
  INSERT INTO store VALUES ('id', lower(hex(randomblob(16))));
  `,
  // A table without rowids keeps its rows in the order of their keys, so each of a thousand new runs changes a
  // different page. With rowids, new rows are stored next to each other, and only small indexes are in the order of the
  // keys: a poll with 1,000 changes takes half the time (`npm run bench -- runs`).
  `
  CREATE TABLE new_runs (
    key TEXT NOT NULL PRIMARY KEY,
    job TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER,
    rows REAL,
    version TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    raw TEXT NOT NULL
  ) STRICT;
  INSERT INTO new_runs SELECT * FROM runs ORDER BY start;
  DROP TABLE runs;
  ALTER TABLE new_runs RENAME TO runs;
  CREATE INDEX runs_by_job ON runs (job, start);
  CREATE INDEX runs_by_start ON runs (start, key);
  CREATE INDEX open_runs ON runs (start, key) WHERE outcome = 'running';
  CREATE TABLE new_versions (
    key TEXT NOT NULL,
    version TEXT NOT NULL,
    seen INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    "end" INTEGER,
    rows REAL,
    raw TEXT NOT NULL,
    PRIMARY KEY (key, version)
  ) STRICT;
  INSERT INTO new_versions SELECT * FROM run_versions ORDER BY seen;
  DROP TABLE run_versions;
  ALTER TABLE new_versions RENAME TO run_versions;
  `,
  `
  ALTER TABLE consumers ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE alerts (
    consumer TEXT NOT NULL,
    kind TEXT NOT NULL,
    job TEXT NOT NULL,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (consumer, kind, job)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE outbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    target TEXT NOT NULL,
    job TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    because TEXT,
    retry_at INTEGER NOT NULL DEFAULT 0,
    settled INTEGER,
    claim TEXT,
    claimed_until INTEGER NOT NULL DEFAULT 0,
    UNIQUE (id, target)
  ) STRICT;
  CREATE INDEX waiting_messages ON outbox (target, job, position) WHERE status = 'waiting';
  CREATE INDEX settled_messages ON outbox (settled) WHERE settled IS NOT NULL;
  `,
  // A version that returns is a version of its own. Runs whose outcome is unknown are followed like running ones.
  `
  CREATE TABLE numbered_versions (
    key TEXT NOT NULL,
    version TEXT NOT NULL,
    seen INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    "end" INTEGER,
    rows REAL,
    raw TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, number)
  ) STRICT;
  INSERT INTO numbered_versions SELECT *, row_number() OVER (PARTITION BY key ORDER BY seen, version) FROM run_versions
    ORDER BY seen;
  DROP TABLE run_versions;
  ALTER TABLE numbered_versions RENAME TO run_versions;
  ALTER TABLE runs ADD COLUMN number INTEGER NOT NULL DEFAULT 1;
  UPDATE runs SET number = coalesce((SELECT max(number) FROM run_versions AS v WHERE v.key = runs.key), 1);
  DROP INDEX open_runs;
  CREATE INDEX open_runs ON runs (start, key) WHERE outcome IN ('running', 'unknown');
  `,
  // Rows of runs that are there already are counted afterwards, in parts: see roll-ups.ts.
  `
  CREATE TABLE jobs (
    job TEXT PRIMARY KEY,
    last_key TEXT NOT NULL,
    last_start INTEGER NOT NULL,
    last_end INTEGER,
    last_outcome TEXT NOT NULL,
    running INTEGER NOT NULL,
    last_succeeded INTEGER,
    last_warned INTEGER,
    last_partial INTEGER,
    last_cancelled INTEGER,
    last_failed INTEGER,
    streak INTEGER NOT NULL,
    streak_outcome TEXT,
    streak_since INTEGER,
    streak_first TEXT,
    streak_until INTEGER,
    streak_last TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE hours (
    hour INTEGER NOT NULL,
    job TEXT NOT NULL,
    succeeded INTEGER NOT NULL,
    warned INTEGER NOT NULL,
    partial INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    running INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    rows REAL NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (hour, job)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE hour_totals (
    hour INTEGER PRIMARY KEY,
    succeeded INTEGER NOT NULL,
    warned INTEGER NOT NULL,
    partial INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    running INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    rows REAL NOT NULL,
    seconds REAL NOT NULL
  ) STRICT;
  INSERT INTO store SELECT 'uncounted', '{}' WHERE EXISTS (SELECT 1 FROM runs);
  `,
  // A record is stored once. The rows of latest versions are deleted afterwards, in parts: see migrate-rows.ts.
  `
  ALTER TABLE runs ADD COLUMN seen INTEGER;
  ALTER TABLE run_versions RENAME TO past_versions;
  CREATE VIEW run_versions AS
    SELECT key, version, seen, outcome, status, "end", rows, raw, number FROM past_versions
      WHERE number < (SELECT number FROM runs WHERE runs.key = past_versions.key)
    UNION ALL SELECT key, version, coalesce(seen, first_seen), outcome, status, "end", rows, raw, number FROM runs;
  DROP INDEX runs_by_start;
  CREATE INDEX runs_by_start ON runs (start);
  INSERT INTO store SELECT 'untrimmed', '0' WHERE EXISTS (SELECT 1 FROM past_versions);
  `,
  // The failures of a job are few, and searched among all its runs.
  `
  CREATE INDEX failed_runs ON runs (job, start) WHERE ${isFailure};
  `,
  // The name of a job would be in each of its rows and in two large indexes. The runs are moved afterwards, in parts, and the
  // view and the other indexes are created after that: see migrate-rows.ts. Views that people made refer to the new view then.
  `
  CREATE TABLE job_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE stored_runs (
    key TEXT NOT NULL,
    job INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER,
    rows REAL,
    hash BLOB,
    version TEXT,
    first_seen INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seen INTEGER,
    raw TEXT NOT NULL
  ) STRICT;
  PRAGMA legacy_alter_table = ON;
  ALTER TABLE runs RENAME TO unmoved_runs;
  PRAGMA legacy_alter_table = OFF;
  DROP INDEX runs_by_job;
  DROP INDEX runs_by_start;
  DROP INDEX open_runs;
  DROP INDEX failed_runs;
  CREATE INDEX runs_by_start ON stored_runs (start);
  CREATE INDEX open_runs ON stored_runs (start, key) WHERE outcome IN ('running', 'unknown');
  INSERT INTO store VALUES ('unmoved', '');
  `,
];
