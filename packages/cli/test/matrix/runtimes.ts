import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Service } from '../support/service.ts';
import { tryCell, type Cell } from './cell.ts';

const run = promisify(execFile);
const home = fileURLToPath(new URL('../../../../scripts/runtimes/', import.meta.url));

/** Installs the runtimes of the matrix once, as npm packages with exact versions. */
export function installRuntimes(): string {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { dependencies: object };
  if (!Object.keys(dependencies).every((name) => existsSync(join(home, 'node_modules', name))))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: home, stdio: 'inherit' });
  return join(home, 'node_modules');
}

/** Runs the smoke suite in every runtime that starts from a command line. */
export async function runCommandLines(runtimes: string, consumer: string, service: Service): Promise<readonly Cell[]> {
  const argument = JSON.stringify({ urls: service.urls, credentials: service.credentials, names: service.names });
  const commands: readonly (readonly [name: string, binary: string, args: readonly string[]])[] = [
    ...['20', '22', '24', '26'].map(
      (major) => [`Node ${major}`, `node${major}/bin/node`, ['run.mjs', argument]] as const,
    ),
    ['Bun', 'bun/bin/bun', ['run', 'run.mjs', argument]],
    [
      'Deno',
      'deno/deno',
      ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual', 'run.mjs', argument],
    ],
  ];
  const cells: Cell[] = [];
  for (const [name, binary, args] of commands) {
    const path = join(runtimes, binary);
    if (process.platform !== 'linux' || process.arch !== 'x64')
      cells.push({ name, took: 0, skipped: 'the packaged runtimes are for Linux on x64' });
    else {
      cells.push(
        await tryCell(`${name} (${await versionOf(path)})`, async () => {
          const { stdout } = await run(path, args, { cwd: consumer, timeout: 60_000 });
          expectAll(JSON.parse(stdout));
          return undefined;
        }),
      );
    }
  }
  return cells;
}

/** Checks that the suite made every check. */
export function expectAll(seen: unknown): void {
  if (!Array.isArray(seen) || seen.length !== 23) throw new Error(`expected 23 checks, saw ${JSON.stringify(seen)}`);
}

async function versionOf(binary: string): Promise<string> {
  const { stdout } = await run(binary, ['--version']);
  return stdout.split('\n')[0] ?? '';
}
