import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { whenClosed } from '@syncline/testing';
import { serveMonitor } from '../../src/monitor/serve-monitor.ts';

test('a client that does not read its page loses its connection', async () => {
  const size = 64 * 1024 * 1024;
  const page = { status: 200, headers: {}, body: async () => [Buffer.alloc(size)] };
  const served = await serveMonitor({ '/': () => page } as never, {
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    idleTimeout: 50,
  });
  onTestFinished(() => served.close());
  const accepted = new Promise<Socket>((resolve) => {
    const onRequest = (message: unknown): void => resolve((message as { readonly socket: Socket }).socket);
    subscribe('http.server.request.start', onRequest);
    onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));
  });
  const { port, host } = new URL(served.url);
  const client = connect({ port: Number(port), host: '127.0.0.1' });
  onTestFinished(() => void client.destroy());
  client.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  const socket = await accepted;
  await whenClosed(socket);
  expect(client.bytesRead).toBeLessThan(size);
});

test('a client whose request is refused stays a stranger, and loses its connection first', async () => {
  const page = { status: 200, headers: {}, body: 'hello' };
  const options = { port: 0, host: '127.0.0.1', allowedHosts: [], strangerTimeout: 200 };
  const served = await serveMonitor({ '/': () => page } as never, options);
  onTestFinished(() => served.close());
  const { port, host } = new URL(served.url);
  const send = async (name: string): Promise<Socket> => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.write(`GET / HTTP/1.1\r\nhost: ${name}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  };
  const client = await send(host);
  const stranger = await send('evil.example');
  if (!stranger.closed) await whenClosed(stranger);
  expect(client.closed).toBe(false);
});

test.each([
  ['half-sent headers', 'GET / HTTP/1.1\r\nx-a: '],
  ['idle connections', ''],
  ['requests for another host', 'GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n'],
])('630 %s do not keep a client out', async (_, text) => {
  const page = { status: 200, headers: {}, body: 'hello' };
  const served = await serveMonitor({ '/': () => page } as never, { port: 0, host: '127.0.0.1', allowedHosts: [] });
  onTestFinished(() => served.close());
  const { port } = new URL(served.url);
  const sockets: Socket[] = [];
  for (let index = 0; index < 630; index += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    socket.resume();
    sockets.push(socket);
  }
  expect(await (await fetch(served.url)).text()).toBe('hello');
  // The 500 last ones stay, without the one that was closed for the client. The rest is for clients that it accepts.
  await Promise.all(sockets.slice(0, 130).map((socket) => socket.closed || whenClosed(socket)));
  expect(sockets.slice(131).filter(({ closed }) => closed)).toEqual([]);
});

test('a client that was accepted, and sends its next request without an end, loses its connection', async () => {
  const page = { status: 200, headers: {}, body: 'hello' };
  const options = { port: 0, host: '127.0.0.1', allowedHosts: [], requestTimeout: 100 };
  const served = await serveMonitor({ '/': () => page } as never, options);
  onTestFinished(() => served.close());
  const { port, host } = new URL(served.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(socket, 'data');
  socket.write('GET / HTTP/1.1\r\nx-a: ');
  socket.on('error', () => undefined).resume();
  // It is never idle.
  const sending = setInterval(() => socket.write('a'), 20);
  onTestFinished(() => clearInterval(sending));
  // Node looks each second. By default, it would look twice a minute.
  await whenClosed(socket);
});
