import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { whenClosed } from '@syncline/testing';
import { ConnectionGuard, type ConnectionLimits } from '../../src/server/connection-guard.ts';

/** A server that answers `/`, refuses `/no`, and never answers `/slow`. */
async function serve(limits: ConnectionLimits) {
  const waiting: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/no') return void response.writeHead(403).end();
    guard.accept(request, response);
    if (request.url === '/slow') waiting.push(response);
    else response.end('hello');
  });
  const guard = new ConnectionGuard(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { open, waiting };
}

/** Sends a request, and returns the first line of the response; undefined if the connection is closed instead. */
function send(socket: Socket, path = '/'): Promise<string | undefined> {
  const answered = new Promise<string | undefined>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\r\n')[0]));
    socket.once('close', () => resolve(undefined));
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return answered;
}

async function openMany(open: () => Promise<Socket>, count: number, write = ''): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await open();
    if (write !== '') socket.write(write);
    sockets.push(socket);
  }
  return sockets;
}

const ok = 'HTTP/1.1 200 OK';

test.each([
  ['idle connections', ''],
  ['half-sent headers', 'GET / HTTP/1.1\r\nhost: a\r\nx-a'],
])('%s do not keep a client out, and the oldest of them are closed', async (_, write) => {
  const { open } = await serve({ most: 50, mostStrangers: 5 });
  const strangers = await openMany(open, 30, write);
  const closed = strangers.slice(0, 25).map((socket) => socket.destroyed || whenClosed(socket));
  expect(await send(await open())).toBe(ok);
  await Promise.all(closed);
  // The last ones, without the one that was closed for the client.
  expect(strangers.slice(26).map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
});

test('a client that said who it is keeps its connection in a flood of strangers', async () => {
  const { open } = await serve({ most: 10, mostStrangers: 5 });
  const client = await open();
  expect(await send(client)).toBe(ok);
  await openMany(open, 40);
  expect(await send(client)).toBe(ok);
});

test('a client that is refused stays a stranger', async () => {
  const { open } = await serve({ most: 10, mostStrangers: 2 });
  const client = await open();
  expect(await send(client, '/no')).toBe('HTTP/1.1 403 Forbidden');
  const closed = whenClosed(client);
  await openMany(open, 2);
  await closed;
});

test('a stranger loses its connection at the time limit', async () => {
  const { open } = await serve({ most: 10, mostStrangers: 5, strangerTimeout: 20 });
  const [client] = await openMany(open, 1, 'GET / HTTP/1.1\r\n');
  await whenClosed(client!);
});

test('a client that was accepted outlives the time limit of strangers', async () => {
  const { open } = await serve({ most: 10, mostStrangers: 5, strangerTimeout: 200 });
  const client = await open();
  expect(await send(client)).toBe(ok);
  // It came later, so its limit ends later.
  const later = await open();
  await whenClosed(later);
  expect(await send(client)).toBe(ok);
});

test('with too many clients, the one that was idle for longest is closed for a new one, and none that waits', async () => {
  const { open, waiting } = await serve({ most: 3, mostStrangers: 3 });
  const [first, second, slow] = await openMany(open, 3);
  for (const client of [first!, second!, first!]) expect(await send(client)).toBe(ok);
  const answer = send(slow!, '/slow');
  await expect.poll(() => waiting.length).toBe(1);
  const closed = whenClosed(second!);
  const added = await open();
  await closed;
  expect(await send(added)).toBe(ok);
  expect(await send(first!)).toBe(ok);
  waiting[0]!.end();
  expect(await answer).toBe(ok);
});

test('if every client waits for a response, a new one is closed', async () => {
  const { open, waiting } = await serve({ most: 1, mostStrangers: 1 });
  const slow = await open();
  const answer = send(slow, '/slow');
  await expect.poll(() => waiting.length).toBe(1);
  expect(await send(await open())).toBeUndefined();
  waiting[0]!.end();
  expect(await answer).toBe(ok);
});
