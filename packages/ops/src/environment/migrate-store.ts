/**
 * Runs in a worker: brings the file of a store to the current format, which blocks the thread for minutes if it has many
 * runs, and reports how far that has come.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStore } from '@syncline/runs/sqlite';

const { file, environment } = workerData as { readonly file: string; readonly environment: string };
// A port of a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const report = (share: number): void => parentPort?.postMessage(share);

/** Whether an earlier process has begun to migrate the file, but not ended. The first part may take seconds. */
function isHalfMigrated(): boolean {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare("SELECT 1 FROM store WHERE name IN ('uncounted', 'untrimmed')").get() !== undefined;
  } finally {
    database.close();
  }
}

if (isHalfMigrated()) report(0);
const store = openSqliteStore(file, { environment, exclusive: true, onMigration: report });
await store.close();
