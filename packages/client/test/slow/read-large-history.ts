/** Reads a large history from its own server process and prints records, growth of memory and time to the first record. */
import { basic } from '@syncline/auth';
import { createODataClient } from '../../src/index.ts';

const odata = createODataClient({ baseUrl: process.argv[2] as string, credential: basic({ username: 'ada', password: 'x' }) });
for await (const _ of odata.connectors.stream());
globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
let count = 0;
const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const startedAt = performance.now();
let first = Number.NaN;
for await (const _ of odata.history.stream()) if ((count += 1) === 1) first = performance.now() - startedAt;
clearInterval(watching);
console.log(JSON.stringify({ count, growth: (peak - before) / 2 ** 20, first, seconds: (performance.now() - startedAt) / 1000 }));
