import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Listens on a free loopback port until the test ends. */
export async function listen(server: TcpServer | Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export const http = async (handler: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}`;

/** An HTTPS server. Its address uses the host name `localhost`. */
export async function https(pair: Pair, handler: RequestListener): Promise<string> {
  const server = createTlsServer({ cert: pair.cert, key: pair.key }, handler);
  return `https://localhost:${await listen(server)}`;
}

export const tcp = async (handler: (socket: Socket) => void): Promise<number> => listen(createTcpServer(handler));

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Proxy {
  readonly port: number;
  /** The addresses that clients asked the proxy to reach. */
  readonly targets: string[];
}

/**
 * A proxy for CONNECT requests and for absolute addresses. It refuses every request with `status`, unless that is 200.
 */
export async function proxy(status = 200, authorization?: string): Promise<Proxy> {
  const targets: string[] = [];
  const refusal = (given: string | undefined): number =>
    authorization !== undefined && given !== authorization ? 407 : status;
  const server = createServer((request, response) => {
    targets.push(request.url ?? '');
    response.writeHead(refusal(request.headers['proxy-authorization']), { 'proxy-authenticate': 'Basic' }).end('[]');
  });
  server.on('connect', (request, socket: Socket, head) => {
    targets.push(request.url ?? '');
    const code = refusal(request.headers['proxy-authorization']);
    if (code !== 200) return void socket.end(`HTTP/1.1 ${code} No\r\nproxy-authenticate: Basic\r\n\r\n`);
    const [, port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { port: await listen(server), targets };
}

export interface Pair {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
}

/** Valid certificates and certificates with each kind of problem, created by openssl in a temporary folder. */
export function createCertificates(): {
  readonly folder: string;
  readonly selfSigned: Pair;
  readonly authority: Pair;
  readonly issued: Pair;
  readonly wrongName: Pair;
  readonly expired: Pair;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-doctor-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const pair = (name: string): Pair => ({
    cert: readFileSync(at(`${name}.pem`), 'utf8'),
    key: readFileSync(at(`${name}.key`), 'utf8'),
    certFile: at(`${name}.pem`),
  });
  const self = (name: string, ...rest: string[]): Pair => {
    openssl('req', '-x509', ...key, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), ...rest);
    return pair(name);
  };
  const issue = (name: string, san: string, days: string): Pair => {
    const files = { csr: at(`${name}.csr`), extensions: at(`${name}.ext`) };
    writeFileSync(files.extensions, `subjectAltName=DNS:${san}\n`);
    openssl('req', ...key, '-keyout', at(`${name}.key`), '-out', files.csr, '-subj', `/CN=${san}`);
    const signer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      files.csr,
      ...signer,
      '-days',
      days,
      '-extfile',
      files.extensions,
      '-out',
      at(`${name}.pem`),
    );
    return pair(name);
  };
  const localhost = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const selfSigned = self('self', ...localhost);
  const authority = self('authority', '-subj', '/CN=Test authority', '-days', '2');
  return {
    folder,
    selfSigned,
    authority,
    issued: issue('issued', 'localhost', '2'),
    wrongName: issue('wrong', 'other.example.com', '2'),
    expired: issue('expired', 'localhost', '-1'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
