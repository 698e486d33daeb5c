import { ConfigError } from '@syncline/core/internal';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve, join } from 'node:path';
import ts from 'typescript';

/** A TypeScript project: its configuration and its program. */
export interface Project {
  readonly config: string;
  readonly program: ts.Program;
}

/**
 * Opens the project of a folder, or of a tsconfig file, and every project that it refers to. A configuration without
 * files, as in solutions and monorepos, only refers to others.
 *
 * @throws {ConfigError} when a configuration is missing or cannot be read, or when no project has a file.
 */
export function openProjects(path: string): readonly Project[] {
  const configs = new Map<string, ts.ParsedCommandLine>();
  collect(findConfig(path), configs);
  const sources = new Map<string, Map<string, ts.SourceFile>>();
  const projects = [...configs]
    .filter(([, { fileNames }]) => fileNames.length > 0)
    .map(([config, { fileNames, options }]) => ({
      config,
      program: ts.createProgram({ rootNames: fileNames, options, host: createHost(options, sources) }),
    }));
  if (projects.length > 0) return projects;
  const [config = path] = configs.keys();
  throw new ConfigError(
    config,
    `has no source files, and neither have the projects that it refers to: there is nothing to examine. ` +
      'Name a folder whose tsconfig.json includes your code, or a tsconfig file',
  );
}

function findConfig(path: string): string {
  const start = resolve(path);
  if (!existsSync(start)) throw new ConfigError(path, 'does not exist. Name the folder of your project');
  const stats = statSync(start);
  if (stats.isFile()) return start;
  if (!stats.isDirectory())
    throw new ConfigError(path, 'is neither a folder nor a file. Name the folder of your project');
  const config = ts.findConfigFile(start, ts.sys.fileExists);
  if (config === undefined)
    throw new ConfigError(
      path,
      'has no tsconfig.json, and neither has a folder above it. Name the folder of your project',
    );
  return config;
}

function collect(path: string, configs: Map<string, ts.ParsedCommandLine>): void {
  if (configs.has(path)) return;
  if (!existsSync(path))
    throw new ConfigError(path, 'does not exist, but a tsconfig.json refers to it. Fix the reference');
  // It is undefined only after what `refuse` throws.
  const config = ts.getParsedCommandLineOfConfigFile(
    path,
    { noEmit: true, composite: false, incremental: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse },
  ) as ts.ParsedCommandLine;
  // TypeScript reports an error for a configuration without files, but it may only refer to others.
  const problem = config.errors.find(({ code }) => code !== 18002 && code !== 18003);
  if (problem) refuse(problem);
  configs.set(path, config);
  for (const reference of config.projectReferences ?? []) collect(ts.resolveProjectReferencePath(reference), configs);
}

/** Projects with the same options share their source files, so that a library is parsed once. */
function createHost(options: ts.CompilerOptions, sources: Map<string, Map<string, ts.SourceFile>>): ts.CompilerHost {
  const { configFilePath: _, outDir: _out, rootDir: _root, paths: _paths, baseUrl: _base, ...shared } = options;
  const key = JSON.stringify(shared);
  const known = sources.get(key) ?? new Map<string, ts.SourceFile>();
  sources.set(key, known);
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getCurrentDirectory: () => dirname(String(options['configFilePath'] ?? process.cwd())),
    getSourceFile: (file, language, ...rest) => {
      const format = typeof language === 'object' ? language.impliedNodeFormat : undefined;
      const id = `${format ?? ''} ${file}`;
      const source = known.get(id) ?? host.getSourceFile(file, language, ...rest);
      if (source) known.set(id, source);
      return source;
    },
  };
}

function refuse(problem: ts.Diagnostic): never {
  const file = problem.file?.fileName ?? 'The TypeScript configuration';
  throw new ConfigError(file, `cannot be used: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
}

/** Packages that depend on @syncline/openapi. With pnpm, it is only in their own folders. */
const DEPENDENTS = ['@syncline/client', '@syncline/auth', '@syncline/sandbox', '@syncline/cli'];

/**
 * The documents of the @syncline/openapi that the code of these folders uses, wherever the package manager installed
 * it: in the project, above it, or next to a package that depends on it. Undefined if it is not installed.
 */
export function findInstalledDescription(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const manifest = manifestFrom(folder, '@syncline/openapi');
    const found =
      manifest ?? DEPENDENTS.map((name) => manifestThrough(folder, name)).find((path) => path !== undefined);
    const documents = found && join(dirname(found), 'documents');
    if (documents !== undefined && existsSync(documents)) return documents;
  }
  return undefined;
}

function manifestThrough(folder: string, dependent: string): string | undefined {
  const manifest = manifestFrom(folder, dependent);
  return manifest && manifestFrom(dirname(manifest), '@syncline/openapi');
}

function manifestFrom(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
