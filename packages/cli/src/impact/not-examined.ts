import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import ts from 'typescript';

/** Something in the project that could not be examined and may use what changed. */
export interface NotExamined {
  readonly file: string;
  /** Counted from 1; null for the whole file. */
  readonly line: number | null;
  readonly reason: string;
}

const CODE = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.astro'];
/** Dependencies, hidden folders, and built files, whose sources were examined. */
const NEVER = ['**/node_modules', '**/.*', '**/dist', '**/build', '**/out', '**/coverage'];

/** Files of a folder that mention a package of Syncline but are not in any project. */
export function findUnincludedFiles(folder: string, included: ReadonlySet<string>): readonly NotExamined[] {
  return ts.sys
    .readDirectory(folder, CODE, NEVER, undefined)
    .filter((file) => !included.has(file) && !file.endsWith('.d.ts'))
    .filter((file) => /(from|import|require)\s*\(?\s*['"]@syncline\//.test(readFileSync(file, 'utf8')))
    .map((file) => ({
      file: relative(folder, file).split(sep).join('/'),
      line: null,
      reason: `no project includes it${/\.[cm]?jsx?$/.test(file) ? ' (set allowJs, or include it)' : ''}`,
    }));
}

/** Imports that TypeScript cannot resolve. What they provide has no type, so its uses cannot be found. */
export function findUnresolvedImports(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): readonly { readonly node: ts.Node; readonly reason: string }[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const isPossible = moduleSpecifier.text.startsWith('.') || moduleSpecifier.text.startsWith('@syncline/');
    if (!isPossible || /\.(css|scss|svg|png|json)$/.test(moduleSpecifier.text)) return [];
    if (ts.isImportDeclaration(statement) && statement.importClause === undefined) return [];
    return checker.getSymbolAtLocation(moduleSpecifier)
      ? []
      : [{ node: moduleSpecifier, reason: `TypeScript does not find ${moduleSpecifier.text}` }];
  });
}
