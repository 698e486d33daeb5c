/** `syncline monitor` with a listening service. It is ready shortly after it has read the history once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEnvironment } from '@syncline/ops';
import { runMonitor } from '@syncline/ops/monitor';
import { ready } from '../harness/server.ts';

const [service = '', username = '', password = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'syncline-monitor-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'syncline.yaml');
writeFileSync(
  file,
  `environments:
  bench:
    odata: { url: '${service}', credential: { basic: { username: '${username}', password: { env: SYNC_PASSWORD } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 2h, errorAfter: 26h }]
store: { sqlite: ./runs.db }
`,
);
const environment = await openEnvironment({ file, variables: { SYNC_PASSWORD: password } });
let url = '';
let isReady = false;
await runMonitor({
  environment,
  signal: new AbortController().signal,
  port: 0,
  interval: '1h',
  definitionsEvery: '0s',
  onListening: (listening) => (url = listening),
  consumers: [
    ({ problem }) => {
      if (problem !== undefined) throw new Error(problem.message);
      // After a read, the monitor renders its metrics. A scrape at that moment waits for it.
      if (!isReady) setTimeout(() => ready({ url }), 3_000);
      isReady = true;
    },
  ],
});
