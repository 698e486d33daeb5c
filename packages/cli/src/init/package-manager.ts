import { ConfigError } from '@syncline/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManager, Project } from './project.ts';

const LOCKFILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/**
 * The package manager of a project, from the nearest of these folders that names one: in `packageManager` of
 * package.json, or by its lockfile. npm if none does.
 */
export function findPackageManager(folders: readonly string[]): PackageManager {
  for (const folder of folders) {
    const [, named] = /^(npm|pnpm|yarn|bun)@/.exec(readManifest(folder)?.packageManager ?? '') ?? [];
    const locked = LOCKFILES.find(([file]) => existsSync(join(folder, file)));
    const found = named ?? locked?.[1];
    if (found !== undefined) return found as PackageManager;
  }
  return 'npm';
}

/** The command that adds packages to a project. */
export function installCommand(
  { packageManager, isWorkspaceRoot }: Pick<Project, 'packageManager' | 'isWorkspaceRoot'>,
  names: readonly string[],
  use: 'production' | 'development',
): string {
  const verb = packageManager === 'npm' ? 'install' : 'add';
  const isDevelopment = use === 'development';
  const flag = packageManager === 'npm' || packageManager === 'pnpm' ? '--save-dev' : '--dev';
  const root = packageManager === 'pnpm' && isWorkspaceRoot ? ['--workspace-root'] : [];
  return [packageManager, verb, ...root, ...(isDevelopment ? [flag] : []), ...names].join(' ');
}

/**
 * The command that runs Node. Yarn may install without a node_modules folder. Node then needs Yarn to find packages.
 */
export function nodeCommandOf(packageManager: PackageManager, args: string): string {
  return `${packageManager === 'yarn' ? 'yarn node' : 'node'} ${args}`;
}

/** The command that runs a program of an installed package. */
export function runCommandOf(packageManager: PackageManager, command: string): string {
  const runner: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };
  return `${runner[packageManager]} ${command}`;
}

type Dependencies = Readonly<Record<string, string>>;

/** The fields of package.json that `syncline init` reads. */
export interface Manifest {
  readonly type?: string;
  readonly packageManager?: string;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
}

/** The package.json of a folder; undefined if there is none. @throws {ConfigError} when it cannot be read */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // Not JSON: the message below says so.
  }
  if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest;
  throw new ConfigError(file, 'is not a JSON object. Fix it, then run the command again');
}
