import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { settled } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { ca, file, listen, secureServer, startProxy, transportFor } from './support.ts';

const peerServer = (requestCert = false) =>
  secureServer(
    (request, response) => response.end((request.socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? 'nobody'),
    requestCert,
  );

const derOf = (pem: Buffer): Buffer => new X509Certificate(pem).raw;

it('rejects a server whose authority is not in `ca`', async () => {
  const port = await peerServer();
  await expect(transportFor()(`https://localhost:${port}/`)).rejects.toMatchObject({
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
  });
});

it.each([
  ['bytes', ca],
  ['text', ca.toString()],
  ['a list', [ca]],
  ['DER', derOf(ca)],
  ['DER in an array of bytes', new Uint8Array(derOf(ca))],
  ['one of several in a text', `Our own:\n${file('client.pem')}\r\n${ca}`],
  ['one of a list with DER', [derOf(file('client.pem')), ca]],
])('trusts the authority in `ca` as %s', async (_, given) => {
  const port = await peerServer();
  expect(await (await transportFor({ ca: given })(`https://localhost:${port}/`)).text()).toBe('nobody');
});

it('rejects a certificate for another name, unless `servername` is that name', async () => {
  const port = await listen(
    createHttpsServer({ cert: file('client.pem'), key: file('client.key') }, (_, response) => response.end('here')),
  );
  await expect(transportFor({ ca, servername: 'other.test' })(`https://localhost:${port}/`)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(await (await transportFor({ ca, servername: 'sync.test' })(`https://127.0.0.1:${port}/`)).text()).toBe('here');
});

const cert = file('client.pem');
const key = file('client.key');

it.each([
  ['its key', { cert, key }],
  ['an encrypted key', { cert, key: file('client-encrypted.key'), passphrase: 'open' }],
  ['its chain in a list', { cert: [cert, ca], key }],
  ['its chain in a text', { cert: `${cert}${ca}`, key }],
  ['its key in the same text', { cert: `${key}${cert}`, key: `${key}${cert}` }],
  ['DER', { cert: derOf(cert), key }],
])('presents the client certificate with %s', async (_, pair) => {
  const port = await peerServer(true);
  const transport = transportFor({ ca, ...pair });
  expect(await (await transport(`https://localhost:${port}/`)).text()).toBe('client');
});

it('a server that requires a client certificate closes a connection without one', async () => {
  const port = await peerServer(true);
  await expect(
    transportFor({ ca })(`https://localhost:${port}/`).then((response) => response.text()),
  ).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET|ERR_SSL/) });
});

it('reaches https through an authenticated tunnel of the proxy, and plain http by forwarding', async () => {
  const seen: string[] = [];
  const proxy = await startProxy(seen);
  const port = await peerServer();
  const plain = await serve((_, response) => response.end('plain'));
  const transport = transportFor({ ca, proxy: `http://me:s%40cret@${proxy}` });
  expect(await (await transport(`https://localhost:${port}/`)).text()).toBe('nobody');
  expect(await (await transport(`${plain}/x`)).text()).toBe('plain');
  const signIn = `Basic ${Buffer.from('me:s@cret').toString('base64')}`;
  expect(seen).toEqual([`CONNECT ${signIn}`, `GET ${plain}/x ${signIn}`]);
});

it.each([
  ['', undefined],
  ['me:s%40cret@', 'me:s@cret'],
  ['me:a%3Ab@', 'me:a:b'],
  ['%C3%A9@', 'é:'],
  ['me:@', 'me:'],
  [':s3cret@', ':s3cret'],
])('signs in to a proxy with what its address %j has, for both kinds of requests', async (user, expected) => {
  const seen: string[] = [];
  const transport = transportFor({ ca, proxy: `http://${user}${await startProxy(seen)}` });
  const plain = await serve((_, response) => response.end('plain'));
  await (await transport(`https://localhost:${await peerServer()}/`)).text();
  await (await transport(plain)).text();
  const signIn = expected && `Basic ${Buffer.from(expected).toString('base64')}`;
  expect(seen).toEqual([`CONNECT ${signIn}`, `GET ${plain}/ ${signIn}`]);
});

it('opens at most the given number of connections to a proxy that forwards', async () => {
  const sockets = new Set<unknown>();
  const proxy = await serve((request, response) => {
    sockets.add(request.socket);
    setImmediate(() => response.end('x'));
  });
  const transport = transportFor({ proxy, connections: 3 });
  await Promise.all(Array.from({ length: 20 }, async () => (await transport('http://sync.test/')).text()));
  expect(sockets.size).toBe(3);
});

it('a proxy that refuses is an error that does not name its password', async () => {
  const proxy = await startProxy([], 407);
  const error = await transportFor({ ca, proxy: `http://me:s3cret@${proxy}` })('https://localhost:1/').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(/s3cret|bWU6czNjcmV0/);
});

it.each([
  ['without a response', ''],
  ['within its response', 'HTTP/1.1 200 O'],
])('asks a proxy for a tunnel once when it closes the connection %s', async (_, response) => {
  let tunnels = 0;
  const leaving = new AbortController();
  const proxy = createHttpServer().on('connect', (_request, socket) => {
    tunnels += 1;
    if (tunnels > 1) leaving.abort(new Error('another tunnel'));
    socket.end(response);
  });
  const transport = transportFor({ proxy: `http://127.0.0.1:${await listen(proxy)}` });
  await expect(transport('https://localhost:1/', { signal: leaving.signal })).rejects.toThrow(
    'The proxy closed the connection before it opened a tunnel',
  );
  expect(tunnels).toBe(1);
});

it('opens at most the given number of connections, reuses them, and pipelines if configured', async () => {
  const sockets = new Set<unknown>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    setImmediate(() => response.end('x'));
  });
  const many = (transport: ReturnType<typeof transportFor>) =>
    Promise.all(Array.from({ length: 20 }, async () => (await transport(url)).text()));
  await many(transportFor({ connections: 3 }));
  expect(sockets.size).toBe(3);
  sockets.clear();
  await many(transportFor({ connections: 1, pipelining: 10 }));
  expect(sockets.size).toBe(1);
});

it('closes an idle connection after its keep-alive time, and one without it later', async () => {
  const closings = new Map<string | undefined, Promise<string | undefined>>();
  const url = await serve(({ socket, url: path }, response) => {
    closings.set(path, new Promise((resolve) => socket.once('close', () => resolve(path))));
    response.end('x');
  });
  await (await transportFor()(`${url}/long`)).text();
  await (await transportFor({ keepAliveTimeout: 50, keepAliveMaxTimeout: 50 })(`${url}/short`)).text();
  expect(await Promise.race(closings.values())).toBe('/short');
});

it('close waits for the current requests and refuses later ones', async () => {
  const finished: string[] = [];
  let respond: () => void = () => {};
  const reached = new Promise<void>((resolve) => (respond = resolve));
  const waiting: ServerResponse[] = [];
  const url = await serve((_, response) => {
    waiting.push(response);
    respond();
  });
  const transport = transportFor();
  const text = transport(url).then((response) => response.text());
  await reached;
  const closed = transport.close().then(() => finished.push('closed'));
  await settled();
  expect(finished).toEqual([]);
  waiting[0]?.end('late');
  await closed;
  expect(await text).toBe('late');
  await expect(transport(url)).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'fetch' });
});

it('a connection that is not established fails after connectTimeout', async () => {
  const mute = createTcpServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as AddressInfo;
  await expect(transportFor({ connectTimeout: 100 })(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
});
