/** The sandbox, listening, with the number of history records in the first argument. */
import { createSandbox } from '@syncline/sandbox';
import { ready } from '../harness/server.ts';
import { historyRecords } from '../sandbox/history.ts';

const sandbox = createSandbox({ data: { history: historyRecords(Number(process.argv[2])) as never }, life: false });
const { urls, credentials } = await sandbox.listen();
(globalThis as { gc?: () => void }).gc?.();
ready({
  url: `${urls.odata}/history`,
  headers: { [credentials.apiKey.headerName]: credentials.apiKey.value },
  pid: process.pid,
});
