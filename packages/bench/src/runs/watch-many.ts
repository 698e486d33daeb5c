/**
 * Runs `watch` in a separate process against a listening service, without the pauses between its reads, and prints the
 * cost of a read. Frames are drawn for a terminal of 160 × 50 and discarded.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@syncline/cli';

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
process.env['SYNC_PASSWORD'] = password;
let requests = 0;
subscribe('undici:request:create', () => (requests += 1));

const warmUp = 30;
let look = 0;
let passed = 0;
let began = { cpu: process.cpuUsage(), at: performance.now(), requests: 0 };
let quit = (): void => undefined;
const { setTimeout: wait } = globalThis;
const { now } = Date;
Date.now = () => now() + passed;
globalThis.setTimeout = ((callback: () => void, milliseconds: number) => {
  // The pause between two reads. Other timers are time limits of requests.
  if (milliseconds !== Number(interval)) return wait(callback, milliseconds);
  look += 1;
  passed += milliseconds;
  if (look === warmUp) began = { cpu: process.cpuUsage(), at: performance.now(), requests };
  if (look === warmUp + Number(looks)) quit();
  setImmediate(callback);
  return undefined;
}) as typeof setTimeout;
let bytes = 0;
const screen = {
  size: () => ({ width: 160, height: 50 }),
  draw: (frame: string) => (bytes += frame.length),
  close: () => undefined,
  on: (event: 'resize' | 'quit', call: () => void) => {
    if (event === 'quit') quit = call;
  },
};
const terminal = { width: () => 160, progress: () => undefined, openScreen: () => Promise.resolve(screen) };
const status = await run(['watch', '--config', file, '--interval', `${interval}ms`], {
  out: console.error,
  err: console.error,
  colored: true,
  terminal,
});
if (status !== 0) throw new Error(`The command ended with the exit status ${status}.`);
const { user, system } = process.cpuUsage(began.cpu);
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({
    cpuPerLook: (user + system) / 1_000 / Number(looks),
    msPerLook: (performance.now() - began.at) / Number(looks),
    requestsPerLook: (requests - began.requests) / Number(looks),
    bytesPerFrame: bytes / look,
  }),
);
