import { ConfigError } from '@syncline/core/internal';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findPackageManager, type Manifest, readManifest } from './package-manager.ts';
import type { Project } from './project.ts';
import { readTypeScript } from './read-typescript.ts';

const TEST_FOLDERS = ['test', 'tests', '__tests__', 'spec'];

/**
 * Finds out what `syncline init` must know about a project, only from its files.
 *
 * @throws {ConfigError} when the folder has no package.json, or one of its files cannot be read
 */
export function findProject(directory: string): Project {
  const folder = resolve(directory);
  if (!existsSync(folder)) throw new ConfigError(directory, 'does not exist. Name the folder of your project');
  const manifest = readManifest(folder);
  if (manifest === undefined) throw new ConfigError(directory, withoutManifest(folder));
  const folders = upToRoot(folder);
  const around = folders.map((path) => readManifest(path)).filter((found) => found !== undefined);
  const own = listed(manifest);
  const dependencies = new Map(around.toReversed().flatMap((found) => [...listed(found)]));
  const modules = manifest.type === 'module' ? 'esm' : 'commonjs';
  const typescript = readTypeScript(folder, modules, majorOf(dependencies.get('typescript')));
  const testRunner = ['vitest' as const, 'jest' as const].find((name) => dependencies.has(name)) ?? 'node:test';
  const sourceFolder = existsSync(join(folder, 'src')) ? 'src' : '.';
  return {
    folder,
    packageManager: findPackageManager(folders),
    language: typescript === undefined || typescript.onlyJavaScript ? 'javascript' : 'typescript',
    modules,
    testRunner,
    sourceFolder,
    testFolder: findTestFolder(folder, sourceFolder, typescript?.onlySources === true),
    own,
    dependencies,
    typescript,
    ignoresEnvironment: ignoresEnvironment(folder),
    isWorkspaceRoot: existsSync(join(folder, 'pnpm-workspace.yaml')),
  };
}

function withoutManifest(folder: string): string {
  const above = upToRoot(dirname(folder)).find((path) => existsSync(join(path, 'package.json')));
  const instead = above === undefined ? '' : `, or run the command in ${relative(process.cwd(), above) || '.'}`;
  return `has no package.json. Run \`npm init\` there first${instead}`;
}

/** The folder and those above it, up to the root of its repository. Without a repository, only the folder itself. */
function upToRoot(folder: string): readonly string[] {
  const folders = [folder];
  for (let path = folder; !existsSync(join(path, '.git')); folders.push(path)) {
    if (path === dirname(path)) return [folder];
    path = dirname(path);
  }
  return folders;
}

function listed({ dependencies, devDependencies, peerDependencies }: Manifest): ReadonlyMap<string, string> {
  return new Map([peerDependencies, devDependencies, dependencies].flatMap((names) => Object.entries(names ?? {})));
}

/** The major version at the beginning of a range. Infinity for tags such as `latest`. */
function majorOf(range: string | undefined): number {
  if (range === undefined) return Infinity;
  return Number(/\d+/.exec(range)?.[0] ?? Infinity);
}

/** The folder of the project's tests: the usual one, or that of the sources if the tests are next to them. */
function findTestFolder(folder: string, sourceFolder: string, onlySources: boolean): string {
  const usual = TEST_FOLDERS.find((name) => existsSync(join(folder, name)));
  if (usual !== undefined) return usual;
  const beside = globSync('**/*.{test,spec}.{ts,mts,cts,tsx,js,mjs,cjs,jsx}', {
    cwd: join(folder, sourceFolder),
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  return beside.length > 0 || onlySources ? sourceFolder : 'test';
}

function ignoresEnvironment(folder: string): boolean {
  const { status, error } = spawnSync('git', ['check-ignore', '--quiet', '.env'], { cwd: folder, stdio: 'ignore' });
  if (error === undefined) return status !== 1;
  // Without git, check the file itself.
  const file = join(folder, '.gitignore');
  return !existsSync(file) || /^\/?\.env(\*|)\s*$/m.test(readFileSync(file, 'utf8'));
}
