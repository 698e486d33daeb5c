/**
 * Responds to `/app/jobs(…)` and `/app/history` with prepared bytes, in a loop over the socket, so that the client is
 * what is measured. It supports just enough HTTP for GETs with keep-alive, with or without pipelining.
 */
import { type AddressInfo, createServer } from 'node:net';
import { ready } from '../harness/server.ts';
import { historyRecords, job } from './records.ts';

const answer = (body: unknown): Buffer => {
  const text = JSON.stringify(body);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nDate: ${new Date().toUTCString()}\r\n\r\n${text}`,
  );
};
const answers = { '/app/jo': answer(job), '/app/hi': answer({ value: historyRecords(1000) }) } as Readonly<
  Record<string, Buffer>
>;
const notFound = Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');

const server = createServer({ noDelay: true }, (socket) => {
  let rest = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const requests = (rest + chunk.toString('latin1')).split('\r\n\r\n');
    rest = requests.pop() ?? '';
    for (const request of requests) socket.write(answers[request.slice(4, 11)] ?? notFound);
  });
});
server.listen(0, '127.0.0.1', () => ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app` }));
