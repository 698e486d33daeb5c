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

// The first part may take seconds.
report(0);
const store = openSqliteStore(file, { environment, exclusive: true, onMigration: report });
await store.close();
