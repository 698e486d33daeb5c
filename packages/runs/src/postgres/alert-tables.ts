import { FenceError } from '../errors/errors.ts';
import type { AlertStore, Backlog, ClaimedMessage, StoredAlert, StoredMessage } from '../store/alert-store.ts';
import type { CheckedDatabase, PostgresRow } from './postgres-database.ts';

/** The columns in types that all drivers return in the same way: text and double precision. */
const milliseconds = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;
const moment = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;
const columns = (table: string): string =>
  `${table}.position::float8 AS position, ${table}.id, ${table}.target, ${table}.job,
   ${milliseconds(`${table}.at`)} AS at, ${table}.body, ${table}.status, ${table}.attempts, ${table}.because`;

/** The statements of the tables. `$1` is the environment in each. */
function createAlertStatements(schema: string) {
  const [alerts, outbox, consumers] = ['alerts', 'outbox', 'consumers'].map((table) => `${schema}.${table}`);
  return {
    /** $2 consumer. One row for each alert, and one row if there is none. */
    read: `SELECT c.position::float8 AS position, c.revision::text AS revision, a.job, a.kind, a.status,
        ${milliseconds('a.since')} AS since, a.data::text AS data
      FROM (SELECT coalesce(max(position), 0) AS position, coalesce(max(revision), 0) AS revision FROM ${consumers}
        WHERE environment = $1 AND name = $2) AS c
      LEFT JOIN ${alerts} AS a ON a.environment = $1 AND a.consumer = $2 ORDER BY a.kind, a.job`,
    /** $2 consumer */
    register: `INSERT INTO ${consumers} (environment, name, position) SELECT $1, $2, 0 ON CONFLICT DO NOTHING`,
    /** $2 consumer, $3 revision, $4 position */
    advance: `UPDATE ${consumers} SET revision = revision + 1, position = greatest(position, $4::float8::bigint)
      WHERE environment = $1 AND name = $2 AND revision::text = $3::text RETURNING revision::text AS revision`,
    /** $2 consumer, $3 alerts as JSON */
    writeAlerts: `INSERT INTO ${alerts} (environment, consumer, kind, job, status, since, data)
      SELECT $1, $2, kind, job, status, to_timestamp(since / 1000), data::json
      FROM json_to_recordset($3::text::json) AS a (kind text, job text, status text, since float8, data text)
      ON CONFLICT (environment, consumer, kind, job) DO UPDATE SET status = excluded.status, since = excluded.since,
        data = excluded.data`,
    /** $2 messages as JSON */
    writeMessages: `INSERT INTO ${outbox} (environment, id, target, job, at, body)
      SELECT $1, id, target, job, to_timestamp(at / 1000), body FROM ROWS FROM (
        json_to_recordset($2::text::json) AS (id text, target text, job text, at float8, body text))
        WITH ORDINALITY AS m (id, target, job, at, body, number) ORDER BY number`,
    /** $2 targets as JSON, $3 now, $4 lease in milliseconds, $5 limit */
    claim: `WITH free AS (
        SELECT o.position FROM ${outbox} AS o WHERE environment = $1 AND status = 'waiting'
          AND target = ANY(ARRAY(SELECT json_array_elements_text($2::text::json)))
          AND retry_at <= ${moment('$3')} AND claimed_until <= clock_timestamp()
          AND NOT EXISTS (SELECT 1 FROM ${outbox} AS e WHERE e.environment = $1 AND e.status = 'waiting'
            AND e.target = o.target AND e.job = o.job AND e.position < o.position)
        ORDER BY o.position LIMIT $5::float8 FOR UPDATE SKIP LOCKED)
      UPDATE ${outbox} AS m SET claim = md5(random()::text || clock_timestamp()::text),
        claimed_until = clock_timestamp() + $4::float8 * interval '1 millisecond'
      FROM free WHERE m.environment = $1 AND m.position = free.position RETURNING ${columns('m')}, m.claim`,
    /** $2 position, $3 claim, $4 status, $5 when, $6 when to retry, $7 because */
    settle: `UPDATE ${outbox} SET status = $4::text, attempts = attempts + 1, because = $7::text,
        retry_at = ${moment('$6')}, settled = CASE WHEN $4::text = 'waiting' THEN NULL ELSE ${moment('$5')} END,
        claim = NULL, claimed_until = '-infinity'
      WHERE environment = $1 AND position = $2::float8 AND claim = $3::text RETURNING id`,
    /** $2 target, $3 when, $4 because */
    abandon: `WITH gone AS (
        UPDATE ${outbox} SET status = 'gone', because = $4::text, settled = ${moment('$3')}, claim = NULL,
          claimed_until = '-infinity'
        WHERE environment = $1 AND status = 'waiting' AND target = $2 RETURNING 1)
      SELECT count(*)::float8 AS count FROM gone`,
    /** $2 status or null, $3 limit */
    messages: `SELECT ${columns('m')} FROM ${outbox} AS m
      WHERE environment = $1 AND ($2::text IS NULL OR status = $2::text) ORDER BY m.position DESC LIMIT $3::float8`,
    backlog: `SELECT target, count(*)::float8 AS waiting, ${milliseconds('min(at)')} AS oldest FROM ${outbox}
      WHERE environment = $1 AND status = 'waiting' GROUP BY target ORDER BY target COLLATE "C"`,
    /** $2 moment */
    deleteMessages: `WITH gone AS (
        DELETE FROM ${outbox} WHERE environment = $1 AND settled < ${moment('$2')} RETURNING 1)
      SELECT count(*)::float8 AS count FROM gone`,
  };
}

/** The tables `alerts` and `outbox` of an environment. */
export function createAlertTables(
  { query, transaction }: CheckedDatabase,
  schema: string,
  environment: string,
): AlertStore {
  const statements = createAlertStatements(schema);
  const count = (rows: readonly PostgresRow[]): number => Number(rows[0]?.['count'] ?? 0);
  return {
    async readAlerts(consumer) {
      const rows = await query(statements.read, [environment, consumer]);
      const [first] = rows;
      const alerts = rows.flatMap(({ job, kind, status, since, data }) =>
        job === null ? [] : [{ job, kind, status, since, data } as StoredAlert],
      );
      return { fence: String(first?.['revision'] ?? '0'), position: Number(first?.['position'] ?? 0), alerts };
    },
    async writeAlerts({ consumer, fence, position, alerts, messages }) {
      // An unknown consumer has no row that could be locked.
      if (fence === '0') await query(statements.register, [environment, consumer]);
      return transaction(async (query) => {
        const [advanced] = await query(statements.advance, [environment, consumer, fence, position]);
        if (advanced === undefined)
          throw new FenceError(
            `Another worker has changed the alerts of ${JSON.stringify(environment)}. Nothing was written. Read the ` +
              'alerts again.',
          );
        if (alerts.length > 0) await query(statements.writeAlerts, [environment, consumer, JSON.stringify(alerts)]);
        if (messages.length > 0) await query(statements.writeMessages, [environment, JSON.stringify(messages)]);
        return String(advanced['revision']);
      });
    },
    async claimMessages({ targets, now, lease, limit }) {
      const rows = await query(statements.claim, [environment, JSON.stringify(targets), now, lease, limit]);
      return rows
        .map((row): ClaimedMessage => ({ ...messageOf(row), claim: String(row['claim']) }))
        .sort((left, right) => left.position - right.position);
    },
    async settleMessage({ position, claim }, { status, at, retryAt = 0, because = null }) {
      const parameters = [environment, position, claim, status, at, retryAt, because];
      return (await query(statements.settle, parameters)).length > 0;
    },
    abandonMessages: async (target, { at, because = null }) =>
      count(await query(statements.abandon, [environment, target, at, because])),
    readMessages: async ({ status = null, limit }) =>
      (await query(statements.messages, [environment, status, limit])).map(messageOf),
    readBacklog: async () => (await query(statements.backlog, [environment])) as unknown as Backlog[],
    deleteMessages: async (settledBefore) =>
      count(await query(statements.deleteMessages, [environment, settledBefore])),
  };
}

function messageOf({ claim: _claim, because, ...others }: PostgresRow): StoredMessage {
  return { ...others, because: because ?? undefined } as unknown as StoredMessage;
}
