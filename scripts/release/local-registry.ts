import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../ship/packages.ts';

export interface Registry {
  readonly url: string;
  /** The settings for npm to publish only to this registry, with an empty cache. */
  readonly environment: NodeJS.ProcessEnv;
  /** The settings for npm to install our packages from this registry, and all others from the configured one. */
  readonly installing: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * Starts Verdaccio on a free loopback port, with a folder as its storage. It serves only our packages: when it fetched
 * the others from the configured registry, it sometimes reported that a large package does not exist.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const home = join(ROOT, 'scripts/registry');
  if (!existsSync(join(home, 'node_modules/.bin/verdaccio')))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: home, stdio: 'pipe' });
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, 'verdaccio.yaml');
  writeFileSync(
    config,
    `storage: ${join(folder, 'storage')}
auth: { htpasswd: { file: ${join(folder, 'htpasswd')} } }
packages:
  '@syncline/*': { access: $all, publish: $authenticated }
log: { type: stdout, format: pretty, level: warn }
`,
  );
  const child = spawn(
    process.execPath,
    [join(home, 'node_modules/verdaccio/bin/verdaccio'), '--config', config, '--listen', `127.0.0.1:${port}`],
    { stdio: 'ignore' },
  );
  await untilUp(`${url}-/ping`, child);
  const user = { name: 'publisher', password: 'publisher-password' };
  const answer = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { token } = (await answer.json()) as { token: string };
  const publisher = join(folder, 'npmrc');
  writeFileSync(publisher, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`);
  const consumer = join(folder, 'npmrc-to-install');
  writeFileSync(consumer, `registry=${upstream}\n@syncline:registry=${url}\n`);
  const shared = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_provenance: 'false' };
  return {
    url,
    environment: { ...shared, npm_config_registry: url, npm_config_userconfig: publisher },
    installing: { ...shared, npm_config_registry: upstream, npm_config_userconfig: consumer },
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill();
      }),
  };
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the registry ended with ${child.exitCode}`);
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((wake) => setTimeout(wake, 200));
  }
  throw new Error('the registry did not respond within 120 s');
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
      });
  });
}
