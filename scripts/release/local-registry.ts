import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../ship/packages.ts';

export interface Registry {
  readonly url: string;
  /** What npm needs to publish to this registry and to no other, with an empty cache. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * Starts Verdaccio on a free loopback port, with a folder as its storage. It fetches packages that it does not have
 * from the configured registry.
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
# A slow answer of the upstream is no failure of the rehearsal.
uplinks: { machine: { url: ${upstream}, cache: false, timeout: 120s, max_fails: 100, fail_timeout: 1s } }
packages:
  '@syncline/*': { access: $all, publish: $authenticated }
  '**': { access: $all, proxy: machine }
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
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`);
  return {
    url,
    environment: {
      ...process.env,
      npm_config_registry: url,
      npm_config_userconfig: npmrc,
      npm_config_cache: join(folder, 'cache'),
      npm_config_provenance: 'false',
    },
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill();
      }),
  };
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
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
  throw new Error('the registry did not answer within 30 s');
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
