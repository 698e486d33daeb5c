import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../peers/', import.meta.url);
const lockOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

/**
 * Installs the clients at their exact versions. Returns the reason if this fails, and otherwise undefined. Only one
 * test file may call this: test files run in parallel, and two `npm ci` runs in one folder remove each other's files.
 */
export function installPeers(): string | undefined {
  const stamp = 'node_modules/.installed-lock.json';
  if (existsSync(new URL(stamp, folder)) && lockOf(stamp) === lockOf('package-lock.json')) return undefined;
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: fileURLToPath(folder),
    encoding: 'utf8',
  });
  if (status !== 0) return `npm ci failed in packages/sandbox/peers: ${stderr.trim()}`;
  writeFileSync(new URL(stamp, folder), lockOf('package-lock.json'));
  return undefined;
}

/** Imports a client. The caller specifies the type, because the root project does not install the client. */
export async function peer<Module>(specifier: string): Promise<Module> {
  const { load } = (await import(new URL('load.mjs', folder).href)) as { load(specifier: string): Promise<Module> };
  return load(specifier);
}

/** The path of a client's program, such as `newman`. */
export function peerProgram(name: string): string {
  return fileURLToPath(new URL(`node_modules/.bin/${name}`, folder));
}

/** Runs a program and waits until it ends. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Whether a program can be run. */
export function isInstalled(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
