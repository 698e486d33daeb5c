// Why: this is the first command that newcomers run. It builds the packages that it uses, starts the sandbox on a free loopback port
// and calls the eight operations through the built packages. With `-- --serve` it starts the sandbox and leaves it
// running.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { buildModules } from './build/modules.ts';
import { root } from './run-steps.ts';

const usage = 'npm start [-- --serve [--port N]]';

function options(): { serve: boolean; port: number } {
  const { values } = readArguments(usage, {
    options: { serve: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`--port must be a number from 0 to 65535, found ${JSON.stringify(values.port)}\nUsage: ${usage}`);
    process.exit(2);
  }
  return { serve: values.serve, port };
}

/** These packages of the workspace, and those that they depend on. */
function withDependencies(names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const dependency of Object.keys(dependencies))
      if (dependency.startsWith('@syncline/')) add(dependency.slice('@syncline/'.length));
  };
  names.forEach(add);
  return [...found];
}

/** Builds only what is shown, and without declarations: that takes a tenth of the time of `npm run build`. */
async function build(): Promise<void> {
  const began = performance.now();
  process.stdout.write('Building the packages … ');
  try {
    const names = withDependencies(['client', 'auth', 'sandbox']);
    await Promise.all(names.map((name) => buildModules(join(root, 'packages', name))));
  } catch (error) {
    console.log('failed\n');
    console.error(error);
    console.error('The build failed: read its output above. Run `npm run build` to try again.');
    process.exit(1);
  }
  console.log(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** The requested port, or 0 (any free port) if it is taken. */
async function freePort(port: number): Promise<number> {
  if (port === 0) return 0;
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return port;
  } catch {
    console.log(`Port ${port} is taken, so the sandbox uses another one.`);
    return 0;
  } finally {
    probe.close();
  }
}

/** Runs the sandbox's own command in this terminal until it ends. */
async function serve(port: number): Promise<void> {
  const child = spawn(process.execPath, ['packages/sandbox/dist/bin.js', '--port', String(await freePort(port))], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 0));
}

async function show(): Promise<void> {
  const { createSandbox } = await import('@syncline/sandbox');
  const { createClients, tourSandbox } = await import('./tour/clients.ts');
  const { picture } = await import('./tour/picture.ts');
  const { tour } = await import('./tour/tour.ts');
  const { paint } = await import('./tour/style.ts');

  const sandbox = createSandbox(tourSandbox);
  const service = await sandbox.listen({ port: 0 });
  try {
    console.log(`The sandbox listens on ${paint('bold', new URL(service.urls.odata).origin)}`);
    const clients = createClients(service);
    await tour(clients, () =>
      sandbox.requests.map(
        ({ operationId, method, path, status }) => `${operationId ?? '-'}: ${method} ${path} → ${status}`,
      ),
    );
    await picture(clients, new Date());
    console.log(`\nAll eight operations worked. The README has the next step.`);
    console.log(`Run ${paint('bold', 'npm start -- --serve')} to start the sandbox and leave it running.`);
  } finally {
    await service.close();
  }
}

const { serve: stay, port } = options();
await build();
if (stay) await serve(port);
else await show();
