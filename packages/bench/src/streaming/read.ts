/**
 * Reads one list with one reader in a fresh process, and prints the rate, the memory and the time to the first record.
 * The growth of memory starts after the process has loaded everything and read one page, and ends at the peak: by
 * samples, and by the kernel's count on Linux.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readers } from './readers.ts';

const [name = '', url = '', megabytes = '0'] = process.argv.slice(2);
const reader = readers[name];
if (reader === undefined) throw new Error(`No reader is called ${name}.`);
const send = globalThis.fetch;
let firstByteAt = Number.NaN;
globalThis.fetch = async (...args) => {
  const response = await send(...args);
  firstByteAt = performance.now();
  return response;
};
let firstRecordAt = Number.NaN;
let count = 0;
const status = '/proc/self/status';
const highest = (): number =>
  existsSync(status) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024 : 0;
await reader(`${url}/0`, () => {});
const before = process.memoryUsage.rss();
let peak = before;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
const startedAt = performance.now();
firstByteAt = startedAt;
await reader(`${url}/${megabytes}`, () => {
  if ((count += 1) === 1) firstRecordAt = performance.now();
});
const seconds = (performance.now() - startedAt) / 1000;
clearInterval(watching);
peak = Math.max(peak, highest());
console.log(
  JSON.stringify({
    count,
    rate: Number(megabytes) / seconds,
    growth: (peak - before) / 1e6,
    first: firstRecordAt - firstByteAt,
  }),
);
process.exit(0);
