import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { FenceError } from '../errors/errors.ts';
import type { AlertStore, Backlog, ClaimedMessage, StoredAlert, StoredMessage } from '../store/alert-store.ts';

/** Functions that run the statements of the store. */
export interface AlertTablesContext {
  readonly file: string;
  readonly run: <Value>(work: () => Value) => Promise<Value>;
  readonly inTransaction: <Value>(work: () => Value) => Promise<Value>;
}

/** The tables `alerts` and `outbox` of a store. */
export function createAlertTables(
  database: DatabaseSync,
  { file, run, inTransaction }: AlertTablesContext,
): AlertStore {
  const selectTurn = database.prepare('SELECT position, revision FROM consumers WHERE name = ?');
  const selectAlerts = database.prepare(
    'SELECT job, kind, status, since, data FROM alerts WHERE consumer = ? ORDER BY kind, job',
  );
  const register = database.prepare('INSERT OR IGNORE INTO consumers (name, position) VALUES (?, 0)');
  const advance = database.prepare(
    'UPDATE consumers SET revision = revision + 1, position = max(position, ?) WHERE name = ? AND revision = ?',
  );
  const writeAlert = database.prepare('INSERT OR REPLACE INTO alerts VALUES (?, ?, ?, ?, ?, ?)');
  const writeMessage = database.prepare('INSERT INTO outbox (id, target, job, at, body) VALUES (?, ?, ?, ?, ?)');
  const message = 'position, id, target, job, at, body, status, attempts, because';
  const claimMessages = database.prepare(
    `UPDATE outbox SET claim = ?1, claimed_until = ?2 + ?3 WHERE position IN (
       SELECT position FROM outbox AS o WHERE status = 'waiting' AND target IN (SELECT value FROM json_each(?4))
         AND retry_at <= ?2 AND claimed_until <= ?2
         AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.status = 'waiting' AND e.target = o.target AND e.job = o.job
           AND e.position < o.position)
       ORDER BY position LIMIT ?5)
     RETURNING ${message}, claim`,
  );
  const settle = database.prepare(
    `UPDATE outbox SET status = ?1, attempts = attempts + 1, because = ?2, retry_at = ?3,
       settled = CASE WHEN ?1 = 'waiting' THEN NULL ELSE ?4 END, claim = NULL, claimed_until = 0
     WHERE position = ?5 AND claim = ?6`,
  );
  const abandon = database.prepare(
    `UPDATE outbox SET status = 'gone', because = ?, settled = ?, claim = NULL, claimed_until = 0
     WHERE status = 'waiting' AND target = ?`,
  );
  const selectMessages = database.prepare(
    `SELECT ${message} FROM outbox WHERE ?1 IS NULL OR status = ?1 ORDER BY position DESC LIMIT ?2`,
  );
  const selectBacklog = database.prepare(
    `SELECT target, count(*) AS waiting, min(at) AS oldest FROM outbox WHERE status = 'waiting'
     GROUP BY target ORDER BY target`,
  );
  const deleteMessages = database.prepare('DELETE FROM outbox WHERE settled < ?');

  return {
    readAlerts: (consumer) =>
      inTransaction(() => {
        const { position = 0, revision = 0 } = selectTurn.get(consumer) ?? {};
        const alerts = selectAlerts.all(consumer) as unknown as StoredAlert[];
        return { fence: String(revision), position: Number(position), alerts };
      }),
    writeAlerts: ({ consumer, fence, position, alerts, messages }) =>
      inTransaction(() => {
        register.run(consumer);
        if (advance.run(position, consumer, Number(fence)).changes === 0)
          throw new FenceError(
            `Another process has changed the alerts of the store ${file}. Nothing was written. Read the alerts again.`,
          );
        for (const { kind, job, status, since, data } of alerts)
          writeAlert.run(consumer, kind, job, status, since, data);
        for (const { id, target, job, at, body } of messages) writeMessage.run(id, target, job, at, body);
        return String(Number(fence) + 1);
      }),
    claimMessages: ({ targets, now, lease, limit }) =>
      run(() => {
        const rows = claimMessages.all(randomUUID(), now, lease, JSON.stringify(targets), limit);
        return rows.map((row) => ({ ...messageOf(row), claim: String(row['claim']) })).sort(byPosition);
      }),
    settleMessage: ({ position, claim }, { status, at, retryAt = 0, because = null }) =>
      run(() => settle.run(status, because, Math.ceil(retryAt), at, position, claim).changes !== 0),
    abandonMessages: (target, { at, because = null }) => run(() => Number(abandon.run(because, at, target).changes)),
    readMessages: ({ status = null, limit }) => run(() => selectMessages.all(status, limit).map(messageOf)),
    readBacklog: () => run(() => selectBacklog.all().map((row) => ({ ...row }) as unknown as Backlog)),
    deleteMessages: (settledBefore) => run(() => Number(deleteMessages.run(settledBefore).changes)),
  };
}

function messageOf({ claim: _claim, because, ...others }: Record<string, SQLOutputValue>): StoredMessage {
  return { ...others, because: because ?? undefined } as unknown as StoredMessage;
}

function byPosition(left: ClaimedMessage, right: ClaimedMessage): number {
  return left.position - right.position;
}
