/** Reads one list with one reader in a fresh process, and prints how fast, in how much memory and how soon. */
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
// What a server's process has loaded anyway is no part of the growth.
await reader(`${url}/1`, () => {});
globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const startedAt = performance.now();
firstByteAt = startedAt;
await reader(`${url}/${megabytes}`, () => {
  if ((count += 1) === 1) firstRecordAt = performance.now();
});
const seconds = (performance.now() - startedAt) / 1000;
clearInterval(watching);
peak = Math.max(peak, process.memoryUsage.rss());
console.log(JSON.stringify({ count, rate: Number(megabytes) / seconds, growth: (peak - before) / 2 ** 20, first: firstRecordAt - firstByteAt }));
process.exit(0);
