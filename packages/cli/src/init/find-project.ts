import ts from 'typescript';
import { readTextSync } from '@syncline/core/files';
import { ConfigError } from '@syncline/core/internal';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { PackageManager, Project, TypeScriptSettings } from './project.ts';

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
  const listedPackages = listed(manifest);
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
    listed: listedPackages,
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
  return !existsSync(file) || /^\/?\.env(\*|)\s*$/m.test(readTextSync(file));
}

/**
 * Reads the tsconfig.json of a folder and the files that it extends. If it only refers to other configurations, the
 * first of them with files is used. Returns undefined if there is no configuration, or if it has only JavaScript files
 * and does not check them.
 *
 * @param folder - the project
 * @param modules - how Node reads a `.js` file of the project
 * @param compiler - the major version of the project's compiler, which decides the defaults
 * @throws {ConfigError} when it cannot be read
 */
export function readTypeScript(
  folder: string,
  modules: 'esm' | 'commonjs',
  compiler: number,
): TypeScriptSettings | undefined {
  const file = join(folder, 'tsconfig.json');
  if (!existsSync(file)) return undefined;
  const [parsed = parse(file), path = file] = withFiles(file);
  const names = parsed.fileNames.filter((name) => !name.endsWith('.d.ts'));
  const { options } = parsed;
  const onlyJavaScript = names.length > 0 && names.every((name) => /\.[cm]?jsx?$/.test(name));
  if (onlyJavaScript && options.checkJs !== true) return undefined;
  const { ModuleKind, ModuleResolutionKind } = ts;
  const { module, moduleResolution: resolution } = options;
  // The module kinds for Node are those from node16 to nodenext. Since node20, CommonJS can import ES modules.
  const followsNode = module !== undefined && module >= ModuleKind.Node16 && module <= ModuleKind.NodeNext;
  return {
    file: relative(folder, path),
    onlyJavaScript,
    importsTypeScript: options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true,
    needsExtension: followsNode && modules === 'esm',
    needsModuleFiles:
      modules === 'commonjs' && followsNode && (module < ModuleKind.Node20 || options.verbatimModuleSyntax === true),
    readsExports:
      resolution === undefined
        ? followsNode || module === ModuleKind.Preserve || compiler >= 6
        : resolution !== ModuleResolutionKind.Node10 && resolution !== ModuleResolutionKind.Classic,
    needsNodeReference:
      options.types === undefined ? compiler >= 6 : !options.types.some((name) => name === 'node' || name === '*'),
    onlySources:
      options.rootDir !== undefined &&
      resolve(options.rootDir) !== resolve(dirname(path)) &&
      (parsed.raw as { include?: unknown }).include === undefined,
  };
}

/** The configuration that has the files: this one, or the first that it refers to. */
function withFiles(file: string): readonly [ts.ParsedCommandLine, string] | readonly [] {
  const tsconfig = parse(file);
  if (tsconfig.fileNames.length > 0) return [tsconfig, file];
  for (const { path } of tsconfig.projectReferences ?? []) {
    const referred = basename(path).endsWith('.json') ? path : join(path, 'tsconfig.json');
    if (!existsSync(referred)) continue;
    const parsed = parse(referred);
    if (parsed.fileNames.length > 0) return [parsed, referred];
  }
  return [tsconfig, file];
}

function parse(file: string): ts.ParsedCommandLine {
  const fail = (diagnostic: ts.Diagnostic): never => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    throw new ConfigError(file, `cannot be read: ${message} Fix it, then run the command again`);
  };
  const { config, error } = ts.readConfigFile(file, (path) => readTextSync(path));
  if (error !== undefined) fail(error);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), undefined, file);
  // 18002 and 18003: there are no files, which is normal for a new project.
  const [problem] = parsed.errors.filter(({ code }) => code !== 18_002 && code !== 18_003);
  return problem === undefined ? parsed : fail(problem);
}

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
    manifest = JSON.parse(readTextSync(file).replace(/^\uFEFF/, ''));
  } catch {
    // Not JSON: the message below says so.
  }
  if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest;
  throw new ConfigError(file, 'is not a JSON object. Fix it, then run the command again');
}
