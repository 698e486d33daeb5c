import { posix } from 'node:path';
import type { Problem } from './problem.ts';
import type { Import, SourceFile } from './source-file.ts';

/**
 * Which entries of a workspace package another may import: `''` is the root entry, `errors` is `@syncline/core/errors`.
 */
export interface Access {
  readonly types: 'all' | readonly string[];
  readonly runtime: 'all' | readonly string[];
}

/** The rule for the imports of a package. */
export interface PackageRule {
  /** Workspace packages: these, or all except some. */
  readonly packages: Readonly<Record<string, Access>> | AnyBut;
  /** Libraries from the registry. */
  readonly libraries: readonly string[] | 'any';
  /**
   * Files, and folders ending in `/`, that may import Node's own modules. All other files also run in browsers and
   * workers.
   */
  readonly node: readonly string[] | 'any';
  /** Entries that must run without Node in a package whose other files may import Node's modules. */
  readonly portable: readonly string[];
}

/** Every workspace package except these, for the packages at the end of the dependency graph. */
export interface AnyBut {
  readonly anyBut: readonly string[];
}

export const everything: Access = { types: 'all', runtime: 'all' };

/** Only these entries. */
export function only(...entries: readonly string[]): Access {
  return { types: entries, runtime: entries };
}

/** The types of every entry, and only these entries at run time. */
export function typesAnd(...runtime: readonly string[]): Access {
  return { types: 'all', runtime };
}

/** Imports that the rule of the package does not allow. */
export function findWrongImports(name: string, rule: PackageRule, files: readonly SourceFile[]): Problem[] {
  const wrong = files.flatMap(({ path, imports }) =>
    imports.flatMap((one) => {
      const refusal = refuse(name, rule, path, one);
      return refusal === undefined
        ? []
        : [{ place: `packages/${name}/${path}`, imports: `imports '${one.specifier}', which`, ...refusal }];
    }),
  );
  return [...wrong, ...rule.portable.flatMap((entry) => findNode(name, rule, entry, files))];
}

function refuse(
  name: string,
  rule: PackageRule,
  path: string,
  one: Import,
): Omit<Problem, 'place' | 'imports'> | undefined {
  const { specifier, target } = one;
  if (target !== undefined) {
    if (!target.startsWith('..')) return undefined;
    return { reason: 'is outside the package', action: 'Import the other package by its name' };
  }
  if (specifier.startsWith('node:')) {
    if (allowsNode(rule, path)) return undefined;
    return {
      reason: 'is a Node module, but this file also runs in browsers and workers',
      action: 'Use a web standard, or move the code to a file that may use Node',
    };
  }
  const [, other, entry = ''] = /^@syncline\/([a-z-]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  if (other !== undefined) return refusePackage(name, rule, one, other, entry);
  const library = libraryOf(specifier);
  if (rule.libraries === 'any' || rule.libraries.includes(library)) return undefined;
  const allowed = rule.libraries.join(', ') || 'none';
  return {
    reason: `is a library that ${name} may not use (allowed: ${allowed})`,
    action: 'Write it without the library, or allow the library in scripts/boundaries.ts',
  };
}

function refusePackage(name: string, rule: PackageRule, { typeOnly }: Import, other: string, entry: string) {
  if (other === name) return { reason: 'is the package itself', action: 'Import the file by a relative path' };
  if (/^(src|dist)\b/.test(entry))
    return {
      reason: `is not an entry of @syncline/${other}`,
      action: 'Import one of the entries in the exports of its package.json',
    };
  const access = accessTo(rule.packages, other);
  if (access === undefined) {
    const allowed = isAnyBut(rule.packages)
      ? `all but ${rule.packages.anyBut.join(', ')}`
      : Object.keys(rule.packages).join(', ') || 'none';
    return {
      reason: `is a package that ${name} may not import (allowed: ${allowed})`,
      action: 'Move the code to the package that may, or pass the value in',
    };
  }
  const entries = typeOnly ? access.types : access.runtime;
  if (entries === 'all' || entries.includes(entry)) return undefined;
  const allowed = entries.map((one) => posix.join('@syncline', other, one)).join(', ') || 'none';
  return typeOnly || access.types !== 'all'
    ? {
        reason: `is an entry that ${name} may not import (allowed: ${allowed})`,
        action: 'Import the same from an allowed entry',
      }
    : {
        reason: `is imported at run time, but ${name} may import only types of ${other}`,
        action: 'Write `import type`, or pass the value in',
      };
}

/** The only file that uses files. What it promises, such as that no link is followed or that a read ends, then holds everywhere. */
const writer = { name: 'core', path: 'src/files/write-files.ts' };

/** Files of a package that read or write files themselves. */
export function findFileUses(name: string, files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, fileWrites, fileReads }) => {
    if (name === writer.name && path === writer.path) return [];
    const problem = (uses: readonly string[], verb: string, reason: string): Problem[] => {
      const imports = `${verb} files with ${uses.join(', ')},`;
      return uses.length === 0
        ? []
        : [{ place: `packages/${name}/${path}`, imports, reason, action: 'Use @syncline/core/files' }];
    };
    return [
      ...problem(fileWrites, 'writes', 'which may follow a link, leave half a file or lose its mode'),
      ...problem(fileReads, 'reads', 'which does not end for a device or a pipe, and has no limit'),
    ];
  });
}

/** The imports from a portable entry to a file that may use Node. */
function findNode(name: string, rule: PackageRule, entry: string, files: readonly SourceFile[]): Problem[] {
  const place = `packages/${name}/${entry}`;
  const byPath = new Map(files.map((file) => [file.path, file]));
  // If every file may use Node, only those that do are checked.
  const mayUseNode = (path: string): boolean =>
    rule.node === 'any'
      ? byPath.get(path)?.imports.some(({ specifier }) => specifier.startsWith('node:')) === true
      : allowsNode(rule, path);
  const ways = [[entry]];
  const seen = new Set<string>();
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const path = way.at(-1) ?? '';
    if (mayUseNode(path))
      return [
        {
          place,
          imports: `imports ${way.slice(1).join(' → ')}, which`,
          reason: 'may use Node, but the entry must run without it',
          action: 'Cut the import, or pass the value in',
        },
      ];
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? [])
      if (target !== undefined && !typeOnly) ways.push([...way, target]);
  }
  return [];
}

/** Parts of a rule that no file uses. A rule that allows too much protects nothing. */
export function findStale(name: string, rule: PackageRule, files: readonly SourceFile[]): Problem[] {
  const imports = files.flatMap((file) => file.imports);
  const specifiers = new Set(imports.map(({ specifier }) => specifier));
  const paths = new Set(files.map(({ path }) => path));
  const stale: string[] = [];
  for (const [other, { types, runtime }] of isAnyBut(rule.packages) ? [] : Object.entries(rule.packages)) {
    const root = `@syncline/${other}`;
    if (![...specifiers].some((one) => one === root || one.startsWith(`${root}/`))) stale.push(`the package ${other}`);
    for (const entry of types === 'all' ? [] : types)
      if (!specifiers.has(posix.join(root, entry))) stale.push(`the entry ${posix.join(root, entry)}`);
    for (const entry of runtime === 'all' || types !== 'all' ? [] : runtime)
      if (!imports.some(({ specifier, typeOnly }) => !typeOnly && specifier === posix.join(root, entry)))
        stale.push(`the run-time entry ${posix.join(root, entry)}`);
  }
  for (const library of rule.libraries === 'any' ? [] : rule.libraries)
    if (![...specifiers].some((specifier) => libraryOf(specifier) === library)) stale.push(`the library ${library}`);
  for (const place of rule.node === 'any' ? [] : rule.node)
    if (
      !files.some(
        ({ path, imports }) => matches(place, path) && imports.some(({ specifier }) => specifier.startsWith('node:')),
      )
    )
      stale.push(`Node's modules in ${place}`);
  for (const entry of rule.portable) if (!paths.has(entry)) stale.push(`the portable entry ${entry}`);
  return stale.map((what) => ({
    place: 'scripts/boundaries.ts',
    imports: `allows ${name} ${what},`,
    reason: 'which no file uses',
    action: 'Remove it from the rule',
  }));
}

function isAnyBut(packages: PackageRule['packages']): packages is AnyBut {
  return Array.isArray((packages as AnyBut).anyBut);
}

function accessTo(packages: PackageRule['packages'], other: string): Access | undefined {
  if (isAnyBut(packages)) return packages.anyBut.includes(other) ? undefined : everything;
  return Object.hasOwn(packages, other) ? packages[other] : undefined;
}

/** Whether a file may use Node, so that it never runs in a browser or a worker. */
export function allowsNode({ node }: PackageRule, path: string): boolean {
  return node === 'any' || node.some((place) => matches(place, path));
}

function matches(place: string, path: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place;
}

/** `@redocly/openapi-core` of `@redocly/openapi-core/lib/x.js`. */
function libraryOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
