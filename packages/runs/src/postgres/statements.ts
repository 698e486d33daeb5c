import { type CheckedPageQuery, isFailure, wantsFailures } from '../store/run-page.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { changed, isRun, lists } from './roll-ups.ts';

/** The columns of a run in types that all drivers return in the same way: text and double precision. */
const milliseconds = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;
const head = `key, job, outcome, ${milliseconds('start')} AS start, ${milliseconds('"end"')} AS "end", version, number`;
const run = `key, job, outcome, status, ${milliseconds('start')} AS start, ${milliseconds('"end"')} AS "end", rows, version,
  ${milliseconds('first_seen')} AS first_seen, raw::text AS raw`;
const moment = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;
const lease = (parameter: string): string => `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;
/** Limits how long the transaction may be idle. */
const idleLimit = (parameter: string): string =>
  `set_config('idle_in_transaction_session_timeout', ceil(${parameter}::float8)::text, true)`;
/**
 * Compiling a statement takes a tenth of a second, and the statements of a change take some milliseconds. While the
 * server has no statistics about the tables, it expects more.
 */
const withoutCompiling = "set_config('jit', 'off', true)";
/** A list of texts, passed as JSON because drivers send arrays in different ways. */
const texts = (parameter: string): string => `ARRAY(SELECT json_array_elements_text(${parameter}::text::json))`;

/** Separates JSON texts, which cannot contain it. The server reads them in a fraction of the time of JSON within JSON. */
const separator = '\u0001';
const parts = (parameter: string): string => `unnest(string_to_array(${parameter}::text, E'\\x01'))`;
/** A run as it is stored before a change, with its record if it changes. */
const known = `${changed}, number::float8 AS number, version = wanted.version AS "isSame",
  CASE WHEN version <> wanted.version THEN raw::text END AS raw`;

export type Statements = ReturnType<typeof createStatements>;

/** The statements of a store. `$1` is the environment in each. */
export function createStatements(schema: string) {
  const [runs, events, consumers, environments] = ['runs', 'events', 'consumers', 'environments'].map(
    (table) => `${schema}.${table}`,
  );
  const byKeys = `WHERE environment = $1 AND key = ANY(${texts('$2')}) AND ${isRun}`;
  const byKeysNear = `${byKeys} AND start >= ${moment('$3')} AND start < ${moment('$4')}`;
  const written = `$1, key, job, outcome, status, start, "end", rows, version, first_seen, raw, number, nullif(${moment('$14')}, first_seen)`;
  const isFree = 'holder IS NULL OR lease_until < clock_timestamp()';
  return {
    /** $2 holder, $3 lease in milliseconds. The fence of the lease changes with its holder. */
    begin: `WITH taken AS (
        UPDATE ${environments} SET fence = fence + CASE WHEN holder = $2 THEN 0 ELSE 1 END, holder = $2,
          lease_until = ${lease('$3')}, claimed_at = clock_timestamp()
        WHERE environment = $1 AND (holder = $2 OR ${isFree}) RETURNING environment, fence, state)
      SELECT taken.fence::text AS fence, taken.state, taken.environment IS NOT NULL AND taken.state IS NULL
          AND EXISTS (SELECT 1 FROM ${schema}.days WHERE environment = $1) AS "lostState"
        FROM ${environments} AS e LEFT JOIN taken USING (environment)
      WHERE e.environment = $1`,
    /** $1 environments as JSON, $2 holder, $3 lease, $4 minimum time since the last poll in milliseconds */
    claim: `UPDATE ${environments} SET fence = fence + 1, holder = $2, lease_until = ${lease('$3')},
        claimed_at = clock_timestamp()
      WHERE environment = (SELECT environment FROM ${environments} WHERE environment = ANY(${texts('$1')})
        AND (${isFree}) AND claimed_at <= clock_timestamp() - $4::float8 * interval '1 millisecond'
        ORDER BY claimed_at, environment LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING environment`,
    /** $2 holder, $3 lease, $4 fence */
    renew: `UPDATE ${environments} SET lease_until = ${lease('$3')}
      WHERE environment = $1 AND holder = $2 AND fence::text = $4::text RETURNING environment`,
    /** $2 holder */
    release: `UPDATE ${environments} SET holder = NULL, lease_until = '-infinity' WHERE environment = $1 AND holder = $2`,
    /** $2 holder, $3 note */
    noteRead: `UPDATE ${environments} SET read_at = clock_timestamp(), read_note = $3 WHERE environment = $1 AND holder = $2`,
    lastRead: `SELECT (extract(epoch FROM clock_timestamp() - read_at) * 1000)::float8 AS age, read_note AS note
      FROM ${environments} WHERE environment = $1`,
    /**
     * $2 holder, $3 lease, $4 fence, $5 state, $6 number of events. Locks the lease even if nothing else is written. If
     * the worker stops in the middle, PostgreSQL ends its transaction, and therefore the lock, after the duration of
     * the lease.
     */
    advance: `UPDATE ${environments} SET fence = fence + 1, lease_until = ${lease('$3')}, state = $5,
        position = position + $6::float8
      WHERE environment = $1 AND holder = $2 AND fence::text = $4::text
      RETURNING fence::text AS fence, number, ${idleLimit('$3')}, ${withoutCompiling}`,
    lock: `SELECT number, ${withoutCompiling} FROM ${environments} WHERE environment = $1 FOR UPDATE`,
    identity: `SELECT id FROM ${environments} WHERE environment = $1`,
    /**
     * $2 keys, $3 starts and $4 versions as JSON. Each is looked up in the index of one partition, also while the server
     * knows nothing about the tables, and if it is not there, because it is new or started at another time before, in those
     * of all partitions.
     */
    known: `SELECT r.* FROM ROWS FROM (${lists(2, 3)}) AS wanted (key, start, version) CROSS JOIN LATERAL (
        SELECT ${known} FROM ${runs} WHERE environment = $1 AND key = wanted.key AND start = ${moment('wanted.start')}
        UNION ALL SELECT ${known} FROM ${runs} WHERE environment = $1 AND key = wanted.key LIMIT 1) AS r`,
    /** $2 keys as JSON, with the starts that are stored and those that are right */
    moveRuns: `UPDATE ${runs} AS o SET start = to_timestamp(r.start / 1000)
      FROM json_to_recordset($2::text::json) AS r (key text, before float8, start float8)
      WHERE environment = $1 AND o.key = r.key AND o.start = to_timestamp(r.before / 1000)`,
    moveVersions: `UPDATE ${schema}.past_versions AS o SET start = to_timestamp(r.start / 1000)
      FROM json_to_recordset($2::text::json) AS r (key text, before float8, start float8)
      WHERE environment = $1 AND o.key = r.key AND o.start = to_timestamp(r.before / 1000)`,
    /**
     * $2 to $13 as `runParameters` returns them, each key once; $14 time of the poll; $15 days as JSON, $16 the number of
     * the change. The first part reads the runs as they were before the last.
     */
    writeRuns: `WITH r AS (SELECT key, job, outcome, status, ${moment('start')} AS start, ${moment('"end"')} AS "end",
        rows::float8 AS rows, version, ${moment('first_seen')} AS first_seen, raw::json AS raw, number::int AS number, difference
        FROM ROWS FROM (${lists(2, 10)}, ${parts('$12')}, ${parts('$13')})
          AS r (key, job, outcome, status, start, "end", rows, version, first_seen, number, raw, difference)),
      past AS (
        INSERT INTO ${schema}.past_versions
        SELECT o.environment, o.key, o.version, coalesce(o.seen, o.first_seen), o.outcome, o.status, o."end", o.rows,
          r.difference::json, o.number, o.start
        FROM r CROSS JOIN LATERAL (SELECT * FROM ${runs} AS o
          WHERE o.environment = $1 AND o.key = r.key AND o.start = r.start OFFSET 0) AS o
        WHERE r.number > 1),
      days AS (INSERT INTO ${schema}.days SELECT $1, value::int, $16::text::bigint
        FROM json_array_elements_text($15::text::json) AS value
        ON CONFLICT (environment, day) DO UPDATE SET revision = excluded.revision),
      fresh AS (INSERT INTO ${runs} SELECT ${written} FROM r WHERE number = 1)
      INSERT INTO ${runs} AS runs SELECT ${written} FROM r WHERE number > 1
        ON CONFLICT (key, start, environment) DO UPDATE SET job = excluded.job, outcome = excluded.outcome,
          status = excluded.status, "end" = excluded."end", rows = excluded.rows,
          version = excluded.version, raw = excluded.raw, number = excluded.number, seen = ${moment('$14')}`,
    /** $2 events as JSON. The row of the environment already contains the position of the last one. */
    writeEvents: `WITH given AS (SELECT * FROM ROWS FROM (
          json_to_recordset($2::text::json) AS (id text, type text, key text, at float8, data text))
          WITH ORDINALITY AS r (id, type, key, at, data, number))
      INSERT INTO ${events} SELECT $1, e.position - (SELECT count(*) FROM given) + given.number, given.id, type, key,
        to_timestamp(at / 1000), data::json FROM given, ${environments} AS e WHERE e.environment = $1`,
    /** $2 keys as JSON */
    heads: `SELECT ${head} FROM ${runs} ${byKeys}`,
    /** $2 keys as JSON, $3 and $4 the period in which they started */
    headsNear: `SELECT ${head} FROM ${runs} ${byKeysNear}`,
    runs: `SELECT ${run} FROM ${runs} ${byKeys} ORDER BY ${runs}.start, key`,
    open: `SELECT ${head} FROM ${runs} WHERE environment = $1 AND outcome IN ('running', 'unknown') AND start < ${moment('$2')} AND ${isRun}
      ORDER BY ${runs}.start, key`,
    days: `SELECT day, revision::float8 AS revision FROM ${schema}.days WHERE environment = $1 ORDER BY day`,
    /** $2 to $8 as `pageParameters` returns them. Each kind of page has a statement, so that it can use an index. */
    page: (query: CheckedPageQuery) => {
      const { isNewestFirst, job, after, outcomes } = query;
      const [beyond, order] = isNewestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
      const conditions = [
        `environment = $1 AND start >= ${moment('$2')} AND start < ${moment('$3')} AND ${isRun}`,
        job === undefined ? '$5::text IS NULL' : 'job = $5::text',
        after === undefined
          ? '$6::float8 IS NULL AND $7::text IS NULL'
          : `(start, key) ${beyond} (${moment('$6')}, $7)`,
        outcomes === undefined ? '$8::text IS NULL' : `outcome = ANY(${texts('$8')})`,
        ...(wantsFailures(query) ? [isFailure] : []),
      ];
      return `SELECT ${run} FROM ${runs} WHERE ${conditions.join(' AND ')}
        ORDER BY ${runs}.start ${order}, key ${order} LIMIT $4::float8`;
    },
    /** $2 position, $3 how many */
    events: `SELECT position::float8 AS position, id, type, key, ${milliseconds('at')} AS at, data::text AS data
      FROM ${events} WHERE environment = $1 AND position > $2::float8 ORDER BY ${events}.position LIMIT $3::float8`,
    /** $2 consumer */
    cursor: `SELECT position::float8 AS position FROM ${consumers} WHERE environment = $1 AND name = $2`,
    /**
     * $2 consumer, $3 the time limit of the work in milliseconds. Does not wait for a worker that is already
     * delivering.
     */
    lockCursor: `SELECT position::float8 AS position, ${idleLimit('$3')} FROM ${consumers} WHERE environment = $1 AND name = $2
      FOR UPDATE SKIP LOCKED`,
    /** $2 consumer, $3 position */
    acknowledge: `INSERT INTO ${consumers} AS c (environment, name, position) SELECT $1, $2, $3::float8 FROM ${environments}
      WHERE environment = $1 AND position >= $3::float8
      ON CONFLICT (environment, name) DO UPDATE SET position = greatest(c.position, excluded.position)
      RETURNING name`,
    /** $2 consumer. Does not wait for a worker that is delivering to it. */
    register: `INSERT INTO ${consumers} (environment, name, position) SELECT $1, $2, 0 ON CONFLICT DO NOTHING`,
    removeConsumer: `DELETE FROM ${consumers} WHERE environment = $1 AND name = $2 RETURNING name`,
    /**
     * $2 moment. Reads only the events that it deletes, and one more: the first one that is too new. A time later than
     * that of the last event comes from a wrong clock, and says nothing about the events after it.
     */
    deleteEvents: `WITH done AS (SELECT min(position) AS position FROM ${consumers} WHERE environment = $1),
      last AS (SELECT at FROM ${events} WHERE environment = $1 ORDER BY position DESC LIMIT 1),
      bound AS (SELECT coalesce((SELECT e.position FROM ${events} AS e, last WHERE environment = $1
        AND e.at >= ${moment('$2')} AND e.at <= last.at AND e.position <= done.position ORDER BY e.position LIMIT 1),
        done.position + 1) AS position FROM done),
      gone AS (DELETE FROM ${events} AS e USING bound WHERE environment = $1 AND e.position < bound.position
        AND at < ${moment('$2')} RETURNING 1)
      SELECT count(*)::float8 AS count FROM gone`,
    /** $2 moment, $3 how many. Deletes the runs of an instant together, and returns them. */
    prune: `WITH gone AS (
        DELETE FROM ${runs} WHERE environment = $1 AND outcome <> 'running' AND start < ${moment('$2')} AND start <= (
          SELECT max(start) FROM (SELECT start FROM ${runs} WHERE environment = $1 AND start < ${moment('$2')}
            AND outcome <> 'running' ORDER BY start LIMIT $3::float8) AS oldest)
        RETURNING ${changed}),
      versions AS (DELETE FROM ${schema}.past_versions WHERE environment = $1 AND start < ${moment('$2')}
        AND key IN (SELECT key FROM gone))
      SELECT * FROM gone`,
  };
}

/** A run to be written. */
export interface WrittenRun {
  readonly run: StoredRun;
  /** The number of its version */
  readonly number: number;
  /** The members of the record before that differ, as JSON; empty if there is none */
  readonly difference: string;
}

/** The parameters of runs that are written. */
export function runParameters(changed: readonly WrittenRun[]): string[] {
  const list = (valueOf: (written: WrittenRun) => unknown): string => JSON.stringify(changed.map(valueOf));
  return [
    list(({ run }) => run.key),
    list(({ run }) => run.job),
    list(({ run }) => run.outcome),
    list(({ run }) => run.status),
    list(({ run }) => run.start),
    list(({ run }) => run.end),
    list(({ run }) => run.rows),
    list(({ run }) => run.version),
    list(({ run }) => run.firstSeen),
    list(({ number }) => number),
    changed.map(({ run }) => run.raw).join(separator),
    changed.map(({ difference }) => difference).join(separator),
  ];
}

/** The parameters of a page. */
export function pageParameters(environment: string, query: CheckedPageQuery): (string | number | null)[] {
  const { since, until, limit, job, after, outcomes } = query;
  return [
    environment,
    since,
    until,
    limit,
    job ?? null,
    after?.start ?? null,
    after?.key ?? null,
    outcomes === undefined ? null : JSON.stringify(outcomes),
  ];
}
