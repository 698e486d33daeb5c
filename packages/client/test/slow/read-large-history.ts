/**
 * Reads a large history and prints what became of the memory of this process. What was there before is a process that has loaded all
 * and read one page; what it grew by is taken at its highest, by samples and, where the system keeps count (Linux), by its count.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basic } from '@syncline/auth';
import { createODataClient, type Transport } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';

const [baseUrl = '', name] = process.argv.slice(2);
const send: Transport = name === 'fetch' ? fetch : createNodeTransport();
let expected = 0;
let firstByteAt = 0;
const transport: Transport = async (url, init) => {
  const response = await send(url, init);
  firstByteAt = performance.now();
  expected = Number(response.headers.get('x-records'));
  return response;
};
const status = '/proc/self/status';
const highest = () =>
  existsSync(status) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024 : 0;

const odata = createODataClient({ baseUrl, credential: basic({ username: 'ada', password: 'x' }), fetch: transport });
for await (const _ of odata.connectors.stream());
const before = process.memoryUsage.rss();
let peak = before;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
let count = 0;
let firstRecordAt = 0;
// A record that held on to the text it was cut from would show.
const kept: unknown[] = [];
for await (const record of odata.history.stream()) {
  if (count === 0) firstRecordAt = performance.now();
  if (count % 500 === 0) kept.push(record);
  count += 1;
}
clearInterval(watching);
peak = Math.max(peak, highest());
console.log(
  JSON.stringify({
    count,
    expected,
    kept: kept.length,
    growth: (peak - before) / 1e6,
    first: firstRecordAt - firstByteAt,
  }),
);
process.exit();
