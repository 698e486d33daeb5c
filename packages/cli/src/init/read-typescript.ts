import { ConfigError } from '@syncline/core/internal';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import type { TypeScriptSettings } from './project.ts';

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
  const own = parse(file);
  if (own.fileNames.length > 0) return [own, file];
  for (const { path } of own.projectReferences ?? []) {
    const referred = basename(path).endsWith('.json') ? path : join(path, 'tsconfig.json');
    if (!existsSync(referred)) continue;
    const parsed = parse(referred);
    if (parsed.fileNames.length > 0) return [parsed, referred];
  }
  return [own, file];
}

function parse(file: string): ts.ParsedCommandLine {
  const fail = (diagnostic: ts.Diagnostic): never => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    throw new ConfigError(file, `cannot be read: ${message} Fix it, then run the command again`);
  };
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  if (error !== undefined) fail(error);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), undefined, file);
  // 18002 and 18003: there are no files, which is normal for a new project.
  const [problem] = parsed.errors.filter(({ code }) => code !== 18_002 && code !== 18_003);
  return problem === undefined ? parsed : fail(problem);
}
