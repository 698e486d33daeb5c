/**
 * Runs `watch` in a separate process against a listening service, without the pauses between its reads, and prints the
 * cost of a read. Frames are drawn for a terminal of 160 × 50 and discarded.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import { systemClock } from '@syncline/core/internal';
import { openEnvironment } from '@syncline/ops';
import { watch } from '@syncline/cli';

const [url = '', username = '', password = '', looks = '200', interval = '10000'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'syncline-watch-'));
const file = join(folder, 'syncline.yaml');
writeFileSync(
  file,
  `environments:
  bench:
    odata: { url: '${url}', credential: { basic: { username: '${username}', password: { env: SYNC_PASSWORD } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
`,
);
const transport = createNodeTransport();
let requests = 0;
const fetch = ((...args: Parameters<Transport>) => {
  requests += 1;
  return transport(...args);
}) as Transport;
const environment = await openEnvironment({ file, fetch, variables: { SYNC_PASSWORD: password } });

const warmUp = 30;
let look = 0;
let passed = 0;
let began = { cpu: process.cpuUsage(), at: performance.now(), requests: 0 };
let quit = (): void => undefined;
const clock = {
  ...systemClock,
  date: () => Date.now() + passed,
  wait: (milliseconds: number, run: () => void, isBackground?: boolean) => {
    // The pause between two reads. Other timers are time limits of requests.
    if (milliseconds !== Number(interval)) return systemClock.wait(milliseconds, run, isBackground);
    look += 1;
    passed += milliseconds;
    if (look === warmUp) began = { cpu: process.cpuUsage(), at: performance.now(), requests };
    if (look === warmUp + Number(looks)) quit();
    const timer = setImmediate(run);
    return () => clearImmediate(timer);
  },
};
let bytes = 0;
await watch(
  { interval: `${interval}ms` },
  {
    environment,
    clock,
    signal: new AbortController().signal,
    output: {
      format: 'table',
      view: { width: 160, colored: true, now: Date.now() },
      write: () => undefined,
      note: (text) => console.error(text),
      progress: () => undefined,
    },
  },
  {
    size: () => ({ width: 160, height: 50 }),
    draw: (frame) => (bytes += frame.length),
    close: () => undefined,
    on: (event, call) => {
      if (event === 'quit') quit = call;
    },
  },
);
const { user, system } = process.cpuUsage(began.cpu);
await environment.close();
transport.close();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    cpuPerLook: (user + system) / 1_000 / Number(looks),
    msPerLook: (performance.now() - began.at) / Number(looks),
    requestsPerLook: (requests - began.requests) / Number(looks),
    bytesPerFrame: bytes / look,
  }),
);
