import { compareCodeUnits, ConfigError } from '@syncline/core/internal';
import { readTextSync } from '@syncline/core/files';
import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { callTable } from '../diff/calls.ts';
import type { Change } from '../diff/change.ts';
import { METHODS, type Description, type Body, type SecurityScheme } from '../generate/model.ts';
import { collectOperations, operationsIn } from '../generate/operations.ts';
import { namedSchemas, dereference, schemaName } from '../generate/schemas.ts';
import { CLIENTS, CREDENTIAL_NAMES, findClientCredentials, kindOf } from './credentials.ts';
import { Declarations, isGenerated } from './declarations.ts';
import type { FieldsOf } from './field-names.ts';
import type { Project } from './open-projects.ts';
import { recordOf, subjectsOf, type Subject } from './subject.ts';
import { type Search, usesIn } from './uses.ts';
import { verdictOf } from './verdict.ts';

/** One place in a consumer's code that a change affects. */
export interface Impact {
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly code: string;
  readonly uses: Subject;
  readonly bump: Change['bump'];
  readonly topic: Change['topic'];
  readonly message: string;
  readonly why: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly action: string | null;
}

/** What was found, and what was examined. */
export interface Findings {
  readonly impact: readonly Impact[];
  /** How many files of the project were examined, and how many of them import a package of Syncline. */
  readonly files: number;
  readonly importing: number;
  readonly notExamined: readonly NotExamined[];
}

/**
 * The places in the projects of a folder that use what changed, ordered by file and line.
 *
 * @param descriptions - the documents for which the code was written
 * @param now - the documents after the change, whose security schemes show which credentials are accepted
 * @throws {ConfigError} when no file of the folder belongs to a project.
 */
export function findImpact(
  projects: readonly Project[],
  changes: readonly Change[],
  descriptions: readonly Description[],
  folder: string,
  now: readonly Description[] = descriptions,
): Findings {
  const schemes = Object.assign({}, ...now.map(({ document }) => document.components?.securitySchemes)) as Readonly<
    Record<string, SecurityScheme>
  >;
  const kindOfScheme = (name: string): string | undefined =>
    Object.hasOwn(schemes, name) ? kindOf(schemes[name] as SecurityScheme) : undefined;
  const requests = requestRecords(descriptions);
  const bySubject = new Map<Subject, Change[]>();
  for (const change of changes) {
    for (const subject of subjectsOf(change, new Set(requests.values())))
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), change]);
  }
  const impact = new Map<string, Impact>();
  const notExamined = new Map<string, NotExamined>();
  const seen = new Set<string>();
  let importing = 0;
  for (const { program } of projects) {
    const files = ownFiles(program, folder).filter(({ fileName }) => !seen.has(fileName));
    for (const { fileName } of files) seen.add(fileName);
    importing += files.filter(({ text }) => text.includes('@syncline/')).length;
    if (bySubject.size === 0) continue;
    const search = createSearch(program, changes, [...bySubject.keys()], descriptions, requests);
    const examined = files.map((file) => ({ file, ...usesIn(file, search) }));
    const used = new Set(examined.flatMap(({ uses }) => uses.map(({ subject }) => subject)));
    const isUsed = (operations: readonly string[]): boolean => operations.some((id) => used.has(`operation ${id}`));
    for (const { file, uses, unclear } of examined) {
      const path = relative(folder, file.fileName).split(sep).join('/');
      const leave = (node: ts.Node, reason: string): void => {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        notExamined.set(`${path} ${line} ${reason}`, { file: path, line, reason });
      };
      for (const { node, reason } of [...unclear, ...findUnresolvedImports(file, search.checker)]) leave(node, reason);
      for (const use of uses) {
        for (const change of bySubject.get(use.subject) ?? []) {
          const verdict = verdictOf(change, use, {
            checker: search.checker,
            uses,
            requests,
            kindOf: kindOfScheme,
            isUsed,
          });
          if (typeof verdict === 'object') leave(use.node, verdict.unclear);
          if (verdict !== true) continue;
          const entry = impactOf(file, path, use.node, use.subject, change);
          // A credential and its options on one line count as one use of a scheme.
          const column = use.subject.startsWith('scheme ') ? '' : entry.column;
          const key = `${path} ${entry.line} ${column} ${change.document} ${change.message}`;
          if (!impact.has(key)) impact.set(key, entry);
        }
      }
    }
  }
  if (seen.size === 0)
    throw new ConfigError(
      relative(process.cwd(), folder) || 'This folder',
      `has no source file that belongs to ${projects.map(({ config }) => relative(process.cwd(), config)).join(' or ')}: there is nothing to examine. ` +
        'Name a folder with source files whose tsconfig.json includes them',
    );
  const ordered = [...impact.values()].sort(
    (left, right) => compareCodeUnits(left.file, right.file) || left.line - right.line || left.column - right.column,
  );
  return {
    impact: ordered,
    files: seen.size,
    importing,
    notExamined: [...notExamined.values(), ...findUnincludedFiles(folder, seen)],
  };
}

function ownFiles(program: ts.Program, folder: string): readonly ts.SourceFile[] {
  return (
    program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile)
      // Generated files are left out, because they are generated again.
      .filter((file) => !isGenerated(file))
      .filter(({ fileName }) => isInside(folder, fileName))
  );
}

function impactOf(file: ts.SourceFile, path: string, node: ts.Node, uses: Subject, change: Change): Impact {
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const { bump, topic, message, why, before, after, action } = change;
  const width = firstLine(node.getText(file)).length;
  const code = firstLine(file.text.slice(file.getPositionOfLineAndCharacter(line, 0))).trim();
  const position = { file: path, line: line + 1, column: character + 1, endColumn: character + 1 + width, code };
  return { ...position, uses, bump, topic, message, why, before, after, action };
}

const firstLine = (text: string): string => text.slice(0, text.search(/\n|$/));

function createSearch(
  program: ts.Program,
  changes: readonly Change[],
  subjects: readonly Subject[],
  descriptions: readonly Description[],
  requests: ReadonlyMap<string, string>,
): Search {
  const checker = program.getTypeChecker();
  const calls = callTable(descriptions);
  const operations = collectOperations(descriptions);
  const operationAt = new Map(operations.map(({ id, method, path }) => [`${method} ${path}`, id]));
  // Query options can name only the records of these operations.
  const queried = new Set(
    operations
      .filter(({ queryParameters }) => queryParameters.some((name) => /^\$(filter|select|orderby)$/.test(name)))
      .map(({ response }) => response.record),
  );
  const required = changes
    .filter(({ topic }) => topic === 'parameter-required' || topic === 'request-required')
    .flatMap(({ parameters, fields }) => [
      ...parameters,
      ...fields.map((field) => field.slice(field.indexOf('.') + 1)),
      'filter',
      'select',
      'orderBy',
    ]);
  const names = subjects.flatMap((subject) => namesOf(subject, calls));
  const alternatives = [...new Set([...names, ...required])].map((name) => name.replaceAll(/[^\w ]/g, '\\$&'));
  return {
    checker,
    declarations: new Declarations(program, calls, operationAt),
    clients: findClientCredentials(
      program.getSourceFiles().filter((file) => !file.isDeclarationFile),
      checker,
    ),
    operationAt,
    operationIds: new Set(operations.map(({ id }) => id)),
    recordOf: new Map(operations.map(({ id, response }) => [id, response.record])),
    fieldsOf: fieldIndex(descriptions, queried),
    tokenRequest: operations.flatMap(({ id, server }) => (server === 'auth' ? (requests.get(id) ?? []) : []))[0],
    names: new RegExp(`(?<![\\w$])(${alternatives.join('|')})(?!\\w)`),
    subjects: new Set(subjects),
    records: new Set(changes.flatMap(({ fields }) => fields.map(recordOf))),
  };
}

/** The names in the code that can refer to a subject. */
function namesOf(subject: Subject, calls: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [kind, name = '', member = ''] = subject.split(' ');
  const methods = (calls.get(name) ?? []).map((call) => call.replace(/^.*\./, ''));
  switch (kind) {
    case 'field':
      return [name.slice(name.indexOf('.') + 1), 'clientId', 'clientSecret'];
    case 'record':
      return [name, `${name}Properties`];
    case 'parameter':
      return [member, ...methods, 'filter', 'select', 'orderBy'];
    case 'operation':
      return [name, ...methods, ...METHODS];
    case 'name':
      return [name];
    case 'client':
      return Object.keys(CLIENTS);
    default:
      return [
        ...CREDENTIAL_NAMES,
        'username',
        'password',
        'name',
        'value',
        'email',
        'token',
        'authUrl',
        'clientId',
        'clientSecret',
      ];
  }
}

function fieldIndex(descriptions: readonly Description[], records: ReadonlySet<string | null>): FieldsOf {
  const index = new Map<string, string[]>();
  for (const [record, { properties = {} }] of namedSchemas(descriptions)) {
    if (!records.has(record)) continue;
    for (const field of Object.keys(properties)) index.set(field, [...(index.get(field) ?? []), `${record}.${field}`]);
  }
  return (name) => index.get(name) ?? [];
}

function isInside(folder: string, file: string): boolean {
  return !relative(resolve(folder), file).startsWith('..') && !file.includes('/node_modules/');
}

/** The records of request bodies, by operationId. */
function requestRecords(descriptions: readonly Description[]): ReadonlyMap<string, string> {
  return new Map(
    descriptions.flatMap(({ document }) =>
      operationsIn(document).flatMap(({ operation: { operationId, requestBody } }) => {
        const body = requestBody && dereference<Body>(document, requestBody);
        const record = schemaName(Object.values(body?.content ?? {})[0]?.schema?.$ref);
        return operationId === undefined || record === undefined ? [] : [[operationId, record] as const];
      }),
    ),
  );
}

/** Something in the project that could not be examined and may use what changed. */
interface NotExamined {
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
    .filter((file) => /(from|import|require)\s*\(?\s*['"]@syncline\//.test(readTextSync(file)))
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
