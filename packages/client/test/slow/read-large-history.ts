/**
 * Reads a large history and prints how much the memory of this process grew. The baseline is measured after everything
 * is loaded and one page is read. The peak is measured by sampling and, on Linux, also taken from the system's own
 * count.
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
// Keeps some records, so that memory grows visibly if a record holds on to the text it was parsed from.
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
