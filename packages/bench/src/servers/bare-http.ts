/** node:http with a prepared response: an upper bound for every server that uses it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ready } from '../harness/server.ts';
import { onlyJob, selectedJob } from './records.ts';

const body = Buffer.from(JSON.stringify(selectedJob(onlyJob)));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs`, headers: {} }),
);
