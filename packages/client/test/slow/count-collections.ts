/**
 * Reads a list of 1,000 records again and again over the Node transport, and prints how many full garbage collections
 * this process needed for it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { basic } from '@syncline/auth';
import { createODataClient } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';

const records = Array.from({ length: 1000 }, (_, id) => ({
  runstartdate: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
  connectorid: `Salesforce ${id % 40}`,
  details: '7 of 13 Tasks Failed',
  instanceid: `instance-${id % 3}`,
}));
const body = Buffer.from(JSON.stringify({ value: records }));
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const odata = createODataClient({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  credential: basic({ username: 'ada', password: 'x' }),
  fetch: createNodeTransport(),
});
const read = async (calls: number): Promise<void> => {
  for (let call = 0; call < calls; call += 1) await odata.history.list();
};

await read(500);
let full = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if ((entry as unknown as { detail: { kind: number } }).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
      full += 1;
}).observe({ entryTypes: ['gc'] });
await read(4000);
await new Promise((resolve) => setImmediate(resolve));
console.log(full);
process.exit();
