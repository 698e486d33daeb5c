/**
 * Reads one list with one reader in a fresh process, and prints how fast, in how much memory and how soon. The growth of memory is
 * from a process that has loaded everything and read one page, up to the highest: by samples, and by Linux's own count where it is.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readers } from './readers.ts';

const [name = '', url = '', megabytes = '0'] = process.argv.slice(2);
const reader = readers[name];
if (reader === undefined) throw new Error(`no reader is called ${name}`);
const send = globalThis.fetch;
let firstByteAt = Number.NaN;
globalThis.fetch = async (...given) => {
  const response = await send(...given);
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
