import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createNodeTransport, type NodeTransport, type NodeTransportOptions } from '../../src/node/index.ts';

/** A transport that is closed at the end of the test. */
export const transportFor = (options?: NodeTransportOptions): NodeTransport => {
  const transport = createNodeTransport(options);
  onTestFinished(() => transport.close());
  return transport;
};

/** Reads the chunks one by one and returns their total length. */
export const drain = async (body: AsyncIterable<Uint8Array> | null): Promise<number> => {
  let length = 0;
  for await (const chunk of body ?? []) length += chunk.length;
  return length;
};

/** A file from the folder of test certificates. */
export const file = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));
export const ca = file('ca.pem');

/** Starts a server for one test and returns its port. */
export const listen = async (server: Server | ReturnType<typeof createHttpsServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** An HTTPS server with a certificate that only `ca` makes trusted. */
export const secureServer = (listener: RequestListener, requestCert = false) =>
  listen(
    createHttpsServer(
      { cert: file('server.pem'), key: file('server.key'), ca, requestCert, rejectUnauthorized: requestCert },
      listener,
    ),
  );

/** A minimal forwarding proxy. It records the requests that it receives. */
export const startProxy = async (seen: string[], status = 200) => {
  const proxy = createHttpServer((request, response) => {
    const { headers, method, url } = request;
    seen.push(`${method} ${url} ${headers['proxy-authorization']}`);
    const upstream = httpRequest(url as string, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(upstream);
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
