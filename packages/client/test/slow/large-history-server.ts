/** Answers `/history` with as many megabytes as asked for on the command line, `/connectors` with a thousandth of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const record = (id: number) => ({ runstartdate: '2026-01-01T00:00:00Z', connectorid: `c${id}`, details: 'Größe: },{ "quoted" \\ and so on', instanceid: String(id), rows: id });
const block = Buffer.from(JSON.stringify(Array.from({ length: 5000 }, (_, id) => record(id))).slice(1, -1));
const server = createServer((request, response) => {
  const megabytes = Number(process.argv[2]) / (request.url === '/history' ? 1 : 1000);
  const blocks = Math.max(1, Math.ceil((megabytes * 1e6) / block.length));
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"value":[');
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
