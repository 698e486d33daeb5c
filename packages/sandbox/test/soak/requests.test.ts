import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { FaultRule } from '../../src/index.ts';
import { serve } from '../support/served.ts';

const total = Number(process.env.SOAK_REQUESTS ?? 2_000_000);
/** This limit ends only a run that hangs. A busy machine needs up to a millisecond for each request. */
const timeout = 600_000 + 2 * total;
/** After this many requests, the heap and the allocator have reached the size that the load needs. */
const warmUp = Math.max(total / 10, 200_000);
const connections = 16;
const inFlight = 24;
/** The clock advances each time the clients have sent so often, which is after about 1,500 requests. */
const turnsOfClock = 64;

/**
 * About one in twenty requests gets a fault. Faults that end the connection are rarer, because each one costs a new
 * connection.
 */
const rules: FaultRule[] = [
  ...[200, 401, 404, 429, 500, 502, 503].map((status): FaultRule => ({ status, retryAfter: 1, probability: 0.004 })),
  ...(['html', 'empty', 'half', 'bom', 'proto', 'int64-beyond'] as const).map(
    (body): FaultRule => ({ body, probability: 0.002 }),
  ),
  { redirect: 'self', probability: 0.002 },
  { headerBytes: 9000, probability: 0.001 },
  { delay: 1, probability: 0.001 },
  { gzip: 'whole', probability: 0.0005 },
  { drip: 0, operation: 'getJob', probability: 0.0002 },
  { socket: 'reset', probability: 0.0005 },
  { socket: 'cut', probability: 0.0005 },
  { cutAfter: 3, probability: 0.0005 },
  { socket: 'close', probability: 0.0002 },
  { socket: 'end', probability: 0.0002 },
  { raw: 'no HTTP', probability: 0.0001 },
  { brotli: 'whole', probability: 0.0005 },
  { earlyHints: '</a>; rel=preload', probability: 0.0005 },
  { headerDrip: 0, probability: 0.00005 },
  { socket: 'stall', probability: 0.00001 },
  { socket: 'hang', probability: 0.00001 },
  { body: 'endless', probability: 0.00001 },
];

const paths = [
  "/odata/jobs('CRM%20to%20Warehouse')",
  "/odata/jobs('CRM%20to%20Warehouse')?$select=JobName,RowVersion",
  "/odata/jobs('nobody')",
  '/odata/connectors?$select=connectorid&$orderby=workspace%20desc',
  "/odata/history?$filter=status%20eq%20'FAILED'%20and%20recordsaffected%20ge%200&$select=historyid",
  '/odata/history?$filter=nonsense',
  '/odata/nowhere',
  "/odata/jobs('x%00y')",
];

/**
 * Keeps a connection busy with pipelined requests and replaces it when it ends, until the server has received enough.
 */
function client(port: number, header: string, more: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let turn = 0;
    const open = (): void => {
      if (!more()) return resolve();
      const socket = connect(port, '127.0.0.1');
      // Ends connections that are silent or receive an endless body.
      const patience = setTimeout(() => socket.destroy(), 3000);
      const send = (): void => {
        let text = '';
        for (let count = 0; count < inFlight; count++)
          text += `GET ${paths[turn++ % paths.length]} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`;
        socket.write(text);
      };
      let answered = 0;
      socket
        .setEncoding('latin1')
        .on('connect', send)
        .on('error', () => undefined);
      socket.on('data', (chunk: string) => {
        answered += chunk.split('HTTP/1.1 ').length - 1;
        if (answered < inFlight) return;
        answered -= inFlight;
        patience.refresh();
        if (more()) send();
        else socket.destroy();
      });
      socket.on('close', () => {
        clearTimeout(patience);
        open();
      });
    };
    open();
  });
}

it.each([
  false,
  true,
])(`${total} requests with faults on, while the clock moves and jobs run, leak no memory (strict: %s)`, {
  timeout,
}, async (strict) => {
  const server = await serve(rules, strict);
  const header = `${server.key.headerName}: ${server.key.value}`;
  let { requests } = await server.state();
  const until = async (enough: number): Promise<void> => {
    let going = true;
    let turns = 0;
    const clock = new EventEmitter();
    const more = (): boolean => {
      turns += 1;
      if (turns % turnsOfClock === 0) clock.emit('tick');
      return going;
    };
    const clients = Array.from({ length: connections }, () => client(server.port, header, more));
    while (requests < enough) {
      await once(clock, 'tick');
      ({ requests } = await server.advance());
    }
    going = false;
    await Promise.all(clients);
  };
  const begun = performance.now();
  await until(warmUp);
  const warm = await server.reset();
  await until(total);
  const end = await server.reset();
  const seconds = (performance.now() - begun) / 1000;
  await server.close();
  const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;
  console.log(
    `${end.requests} requests in ${seconds.toFixed(0)} s; RSS ${mebibytes(warm.rss)} after ${warm.requests}, ${mebibytes(end.rss)} at the end; heap ${mebibytes(warm.heapUsed)}, ${mebibytes(end.heapUsed)}`,
  );
  expect(end.requests).toBeGreaterThanOrEqual(total);
  expect(end.unasked).toBe(0);
  expect(end.rss).toBeLessThan(warm.rss * 1.2);
});
