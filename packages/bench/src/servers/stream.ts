/**
 * `GET /<megabytes>` returns a JSON array of history records of about that size, without keeping it in memory. `GET /0`
 * returns 100 records.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ready } from '../harness/server.ts';
import { historyRecords } from './records.ts';

const perBlock = 5000;
const block = Buffer.from(JSON.stringify(historyRecords(perBlock)).slice(1, -1));
const page = JSON.stringify(historyRecords(100));
const comma = Buffer.from(',');
const server = createServer((request, response) => {
  if (request.url === '/0') return void response.setHeader('content-type', 'application/json').end(page);
  const count = Math.max(1, Math.round((Number(request.url?.slice(1)) * 1e6) / block.length));
  response.writeHead(200, { 'content-type': 'application/json', 'x-records': count * perBlock });
  response.write('[');
  let sent = 0;
  const more = (): void => {
    for (;;) {
      if (response.destroyed) return;
      if (sent === count) return void response.end(']');
      if (sent++ > 0) response.write(comma);
      if (!response.write(block)) return void response.once('drain', more);
    }
  };
  more();
});
server.listen(0, '127.0.0.1', () => ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
