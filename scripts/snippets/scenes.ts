/** The additional setup of a recipe. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import type { Sandbox, SandboxOptions } from '@syncline/sandbox';

/** The environment of a recipe: its folder, the listening sandbox, and the variables of its commands. */
export interface Stage {
  readonly folder: URL;
  readonly sandbox: Sandbox;
  readonly environment: Record<string, string>;
}

export interface Scene {
  /** Options of the sandbox, as the page sets them with flags. */
  readonly options?: SandboxOptions;
  /** Runs before the recipe's commands, and returns a function that runs after them. */
  readonly begin?: (stage: Stage) => Promise<() => unknown> | (() => unknown);
  /** Why the recipe cannot run here. */
  readonly missing?: string | undefined;
}

const certificates = new URL('../../packages/client/test/node/certificates/', import.meta.url);
const root = new URL('../../', import.meta.url);

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An https server in front of the sandbox with a certificate that no public authority signed, and a proxy to it. */
async function secureFront({ folder, environment }: Stage): Promise<() => void> {
  const behind = new URL(environment['SYNC_ODATA_URL']!);
  const read = (name: string) => readFileSync(new URL(name, certificates));
  const front = createHttpsServer({ cert: read('server.pem'), key: read('server.key') }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = { host: behind.hostname, port: behind.port, path: url, method, headers };
    const passed = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  let tunnels = 0;
  const proxy = createHttpServer().on('connect', ({ url = '' }, socket) => {
    tunnels += 1;
    const upstream = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const [end, other] of [[upstream, socket] as const, [socket, upstream] as const])
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  environment['SYNC_ODATA_URL'] = `https://localhost:${await portOf(front)}${behind.pathname}`;
  environment['SYNC_PROXY'] = `http://127.0.0.1:${await portOf(proxy)}`;
  cpSync(new URL('ca.pem', certificates), new URL('company-ca.pem', folder));
  return () => {
    for (const server of [front, proxy]) {
      server.closeAllConnections();
      server.close();
    }
    if (tunnels === 0) throw new Error('No request went through the proxy.');
  };
}

/** A Redis server without persistence. */
async function redis({ environment, sandbox }: Stage): Promise<() => void> {
  const free = createHttpServer();
  const port = await portOf(free);
  await new Promise((resolve) => free.close(resolve));
  const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended before it was ready')));
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
  });
  environment['REDIS_URL'] = `redis://127.0.0.1:${port}`;
  environment['TOKEN_KEY'] = Buffer.alloc(32, 7).toString('base64');
  return () => {
    child.kill('SIGKILL');
    const asked = sandbox.requests.filter(({ operationId }) => operationId === 'createToken').length;
    if (asked !== 1) throw new Error(`The fleet requested ${asked} tokens.`);
  };
}

/** By the name of the page. */
export const scenes: Readonly<Record<string, Scene>> = {
  'wait-for-a-run-in-ci': {
    begin: ({ sandbox }) => {
      // The job also runs at each full hour, for about half an hour. This run starts after the run of 06:00 has ended, is
      // still active at 07:00, and has ended an hour later.
      sandbox.clock.advance('40m');
      sandbox.life?.start('CRM to Warehouse', 'success');
      sandbox.clock.advance('1h');
      return () => undefined;
    },
  },
  'read-a-server-that-pages': { options: { behavior: { pageCap: 1000, nextLink: true } } },
  'self-signed-server-or-proxy': { begin: secureFront },
  'one-token-for-a-fleet': {
    begin: redis,
    missing: spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'redis-server is not installed',
  },
  'upgrade-after-a-change': {
    begin: ({ folder }) => {
      mkdirSync(new URL('new/', folder), { recursive: true });
      const text = readFileSync(new URL('packages/openapi/documents/odata.json', root), 'utf8');
      const document = JSON.parse(text) as { components: { schemas: Record<string, { properties: object }> } };
      Reflect.deleteProperty(document.components.schemas['Job']!.properties, 'Scheduled');
      writeFileSync(new URL('new/odata.json', folder), JSON.stringify(document, null, 2));
      return () => undefined;
    },
  },
};
