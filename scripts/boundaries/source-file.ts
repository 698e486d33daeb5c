import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** One import or re-export of a file. */
export interface Import {
  readonly specifier: string;
  /** Only types are imported, so the import does not exist at run time. */
  readonly typeOnly: boolean;
  /** It is a call of `process.getBuiltinModule`, which returns undefined where the module does not exist. */
  readonly isCall: boolean;
  /**
   * For a relative specifier: the file that it names, from the folder of the package (`src/errors/syncline-error.ts`).
   */
  readonly target: string | undefined;
}

/** The data about a source file that the rules need. */
export interface SourceFile {
  /** From the folder of the package: `src/errors/syncline-error.ts`. */
  readonly path: string;
  readonly imports: readonly Import[];
  /** How the file writes files with Node's functions: `writeFileSync`, or `openSync` with flags that are not `'r'`. */
  readonly fileWrites: readonly string[];
  /** How the file reads files whole with Node's functions, such as `readFileSync`. */
  readonly fileReads: readonly string[];
  /** The file contains only `export … from '…'`, like an entry of a package. */
  readonly onlyReexports: boolean;
  /** The classes of others that the file names on the right side of `instanceof`. */
  readonly foreignClasses: readonly string[];
  /** The specifiers of each `import()` that is not passed to `loadPart` or `load` in a function. */
  readonly bareImports: readonly string[];
}

interface Node {
  readonly type: string;
  readonly source?: Node | null;
  readonly value?: unknown;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly [property: string]: unknown;
}

/** Reads the imports of a TypeScript file, or of the script at the top of an Astro component. */
export function readSource(path: string, text: string): SourceFile {
  const code = path.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
  const { body } = parseAst(code, { lang: 'ts' }, path) as unknown as { body: readonly Node[] };
  const imports: Import[] = [];
  collect(body, path, imports);
  const onlyReexports = body.length > 0 && body.every((node) => /^Export(All|Named)/.test(node.type) && node.source);
  const usesFiles = imports.some(({ specifier, typeOnly }) => !typeOnly && fileModule.test(specifier));
  const fileUses = usesFiles ? [...new Set(fileUsesOf(body))] : [];
  return {
    path,
    imports,
    fileWrites: fileUses.filter((use) => !readers.test(use)),
    fileReads: fileUses.filter((use) => readers.test(use)),
    onlyReexports,
    foreignClasses: foreignClassesOf(body),
    bareImports: bareImportsOf(body),
  };
}

function bareImportsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(bareImportsOf);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const isLoad = node.type === 'CallExpression' && /^(.*\.)?load(Part)?$/.test(nameOf(node['callee']));
  const [load] = isLoad ? (node['arguments'] as readonly Node[]) : [];
  if ((load?.['body'] as Node | undefined)?.type === 'ImportExpression') return bareImportsOf(node['callee']);
  const own = node.type === 'ImportExpression' ? [String(node.source?.value)] : [];
  return [...own, ...Object.values(node).flatMap(bareImportsOf)];
}

/**
 * The classes after `instanceof` that are neither declared in the file, nor imported from its own package, nor from a
 * library: those of the platform, of which each realm has its own, and those of other packages of this repository, which
 * may be installed twice.
 */
function foreignClassesOf(body: readonly Node[]): readonly string[] {
  const own = new Set<unknown>();
  const named: string[] = [];
  const visit = (value: unknown, source?: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, source);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      const inside = node.type === 'ImportDeclaration' ? String(node.source?.value) : source;
      if (inside !== undefined && !inside.startsWith('@syncline/')) own.add(nameOf(node['local']));
      if (node.type === 'ClassDeclaration') own.add(nameOf(node['id']));
      if (node['operator'] === 'instanceof') named.push(nameOf(node['right']));
      for (const inner of Object.values(node)) if (typeof inner === 'object') visit(inner, inside);
    }
  };
  visit(body);
  return named.filter((name) => !own.has(name));
}

/** The name of an identifier; `a.b` for the property of one. */
function nameOf(node: unknown): string {
  const { name, object, property } = Object(node) as Readonly<Record<string, unknown>>;
  if (object !== undefined) return `${nameOf(object)}.${nameOf(property)}`;
  return typeof name === 'string' ? name : 'a value';
}

/**
 * Finds the import declarations, the `import('…')` of expressions and types, and `process.getBuiltinModule('…')`, at
 * any depth.
 */
function collect(value: unknown, path: string, imports: Import[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, path, imports);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    const specifier = node.source?.value ?? builtinOf(node);
    if (typeof specifier === 'string' && /^(Import|Export|TSImportType|CallExpression)/.test(node.type)) {
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType';
      imports.push({ specifier, typeOnly, isCall: node.type === 'CallExpression', target: resolve(path, specifier) });
    }
    for (const inner of Object.values(node)) if (typeof inner === 'object') collect(inner, path, imports);
  }
}

const fileModule = /^(?:node:)?fs(?:\/promises)?$/;

/** Functions of Node that write a file, or give it a name. */
const writers =
  /^(?:writeFile|appendFile|write|writev|truncate|ftruncate|copyFile|cp|link|symlink|rename|f?chmod|lchmod)(?:Sync)?$|^createWriteStream$/;

/** Functions of Node that read a file whole, however large it is, and opening one to read it. */
const readers = /^readFile(?:Sync)?$|^open with r$/;

/**
 * How a file that imports Node's file system reads and writes. The functions are imported by name, or are properties of the module
 * that a program asks for when it runs, where only those whose names end in `Sync` can be told from other methods.
 */
function* fileUsesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* fileUsesOf(item);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (node.type === 'ImportDeclaration' && fileModule.test(String(node.source?.value)))
      for (const { imported } of node['specifiers'] as readonly { imported?: { name: string } }[])
        if (imported === undefined) yield 'the whole module';
        else if (writers.test(imported.name) || readers.test(imported.name)) yield imported.name;
    const { name = '' } = (node['property'] ?? node['key'] ?? {}) as { name?: string };
    if (name.endsWith('Sync') && (writers.test(name) || readers.test(name))) yield name;
    const flags = openFlags(node);
    if (flags !== undefined) yield `open with ${flags}`;
    for (const inner of Object.values(node)) if (typeof inner === 'object') yield* fileUsesOf(inner);
  }
}

/** The flags of a call of Node's `open` or `openSync`; undefined for everything else. */
function openFlags(node: Node): string | undefined {
  const callee = node['callee'] as { name?: unknown; property?: { name?: unknown } } | undefined;
  const name = callee?.name ?? callee?.property?.name;
  if (node.type !== 'CallExpression' || (name !== 'openSync' && callee?.name !== 'open')) return undefined;
  const [, flags] = node['arguments'] as readonly Node[];
  if (flags === undefined) return 'r';
  return typeof flags.value === 'string' ? flags.value : 'other flags';
}

/** The module that `process.getBuiltinModule('…')` names. */
function builtinOf(node: Node): unknown {
  const { property } = (node['callee'] ?? {}) as { property?: { name?: unknown } };
  return property?.name === 'getBuiltinModule' ? (node['arguments'] as readonly Node[])[0]?.value : undefined;
}

function resolve(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}
