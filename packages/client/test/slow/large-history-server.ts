/**
 * Serves `/history` with as many megabytes as the first argument says, and `/connectors` with one page. If the second
 * argument is `braces`, texts contain braces.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [megabytes, texts] = process.argv.slice(2);
const details = texts === 'braces' ? 'Größe: },{ "quoted" \\ and so on' : 'Größe: 7 of 13 Tasks Failed';
const record = (id: number) => ({
  runstartdate: '2026-01-01T00:00:00Z',
  connectorid: `c${id}`,
  details,
  instanceid: String(id),
  rows: id,
});
const listOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => record(id)));
const block = Buffer.from(listOf(5000).slice(1, -1));
const blocks = Math.ceil((Number(megabytes) * 1e6) / block.length);
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-records': blocks * 5000 });
  if (request.url === '/connectors') return void response.end(listOf(100));
  response.write('{"value":[');
  let sent = 0;
  const more = (): void => {
    for (;;) {
      if (response.destroyed) return;
      if (sent === blocks) return void response.end(']}');
      if (sent++ > 0) response.write(',');
      if (!response.write(block)) return void response.once('drain', more);
    }
  };
  more();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.on('end', () => process.exit()).resume();
