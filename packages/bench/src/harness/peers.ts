import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../peers/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
  dependencies: Record<string, string>;
};
const lockOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

/**
 * Installs the exact versions of the peers if the lockfile has changed since the last install. npm shows its progress.
 */
export function installPeers(): void {
  const stamp = 'node_modules/.installed-lock.json';
  if (existsSync(new URL(stamp, folder)) && lockOf(stamp) === lockOf('package-lock.json')) return;
  console.error(
    'Installing the libraries to compare with into packages/bench/peers. This happens once; the SDK does not need them.',
  );
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: fileURLToPath(folder),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('npm ci failed in packages/bench/peers. Run it there to see why.');
  writeFileSync(new URL(stamp, folder), lockOf('package-lock.json'));
}

/**
 * Imports a peer, or one of its files: `await peer<typeof import('ky')>('ky')`. The caller passes the type, because the
 * root does not install peers.
 */
export async function peer<Module>(specifier: string): Promise<Module> {
  const { load } = (await import(new URL('load.mjs', folder).href)) as { load(specifier: string): Promise<Module> };
  return load(specifier);
}

/** The URL of a file in the peers' folder, such as `node_modules/esbuild/bin/esbuild`. */
export function peerFile(path: string): URL {
  return new URL(path, folder);
}

/** The exact version of a peer. */
export function versionOf(name: string): string {
  const version = manifest.dependencies[name];
  if (version === undefined)
    throw new Error(`${name} is not in packages/bench/peers/package.json. Add it there with its exact version.`);
  return version;
}
