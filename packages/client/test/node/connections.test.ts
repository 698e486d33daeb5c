import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { TLSSocket } from 'node:tls';
import { serve } from '../support/serve.ts';
import { transportFor } from './support.ts';

const file = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));
const ca = file('ca.pem');

const listen = async (server: Server | ReturnType<typeof createHttpsServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const secureServer = (requestCert = false) =>
  listen(
    createHttpsServer(
      { cert: file('server.pem'), key: file('server.key'), ca, requestCert, rejectUnauthorized: requestCert },
      (request, response) => response.end((request.socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? 'nobody'),
    ),
  );

/** A forwarding proxy, as small as one can be; it notes what it was asked for. */
const startProxy = async (seen: string[], status = 200) => {
  const proxy = createHttpServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`);
    const answer = await fetch(request.url as string);
    response.writeHead(answer.status).end(await answer.text());
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.headers['proxy-authorization']}`);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host, port] = (request.url as string).split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });
  return `127.0.0.1:${await listen(proxy)}`;
};

it('refuses a server of an authority that nobody named', async () => {
  const port = await secureServer();
  await expect(transportFor()(`https://localhost:${port}/`)).rejects.toMatchObject({
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
  });
});

it.each([
  ['bytes', ca],
  ['text', ca.toString()],
  ['a list', [ca]],
])('trusts the authority that is named as %s', async (_, given) => {
  const port = await secureServer();
  expect(await (await transportFor({ ca: given })(`https://localhost:${port}/`)).text()).toBe('nobody');
});

it('still refuses a certificate for another name, unless that name is the one to expect', async () => {
  const port = await listen(
    createHttpsServer({ cert: file('client.pem'), key: file('client.key') }, (_, response) => response.end('here')),
  );
  await expect(transportFor({ ca, servername: 'other.test' })(`https://localhost:${port}/`)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(await (await transportFor({ ca, servername: 'sync.test' })(`https://127.0.0.1:${port}/`)).text()).toBe('here');
});

it.each([
  ['client.key', undefined],
  ['client-encrypted.key', 'open'],
])('shows the client certificate with %s', async (key, passphrase) => {
  const port = await secureServer(true);
  const transport = transportFor({ ca, cert: file('client.pem'), key: file(key), passphrase });
  expect(await (await transport(`https://localhost:${port}/`)).text()).toBe('client');
});

it('a server that wants a client certificate and gets none ends the connection', async () => {
  const port = await secureServer(true);
  await expect(
    transportFor({ ca })(`https://localhost:${port}/`).then((response) => response.text()),
  ).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET|ERR_SSL/) });
});

it('reaches https through a tunnel of the proxy, signed in, and plain http by its forwarding', async () => {
  const seen: string[] = [];
  const proxy = await startProxy(seen);
  const port = await secureServer();
  const plain = await serve((_, response) => response.end('plain'));
  const transport = transportFor({ ca, proxy: `http://me:s%40cret@${proxy}` });
  expect(await (await transport(`https://localhost:${port}/`)).text()).toBe('nobody');
  expect(await (await transport(`${plain}/x`)).text()).toBe('plain');
  const signIn = `Basic ${Buffer.from('me:s@cret').toString('base64')}`;
  expect(seen).toEqual([`CONNECT ${signIn}`, `GET ${plain}/x ${signIn}`]);
});

it('a proxy that refuses is an error that does not name its password', async () => {
  const proxy = await startProxy([], 407);
  const error = await transportFor({ ca, proxy: `http://me:s3cret@${proxy}` })('https://localhost:1/').catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(/s3cret|bWU6czNjcmV0/);
});

it('keeps to its number of connections, reuses them, and pipelines when told to', async () => {
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

it('closes an idle connection after its keep-alive time', async () => {
  let closed: Promise<void> | undefined;
  const url = await serve((request, response) => {
    closed ??= new Promise((resolve) => request.socket.once('close', () => resolve()));
    response.end('x');
  });
  await (await transportFor({ keepAliveTimeout: 50, keepAliveMaxTimeout: 50 })(url)).text();
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(2_500);
});

it('close waits for what is under way and refuses what comes after', async () => {
  const url = await serve((_, response) => setTimeout(() => response.end('late'), 50));
  const transport = transportFor();
  const text = transport(url).then((response) => response.text());
  await transport.close();
  expect(await text).toBe('late');
  await expect(transport(url)).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'fetch' });
});

it('a connection that does not come about ends after connectTimeout', async () => {
  const mute = createTcpServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as AddressInfo;
  await expect(transportFor({ connectTimeout: 100 })(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
});
