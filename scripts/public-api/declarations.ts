import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { ProjectError } from '../project-error.ts';

/**
 * Writes the declarations of sources, and of all sources that they import, below a folder. The compiler infers types
 * where the sources have none, but checks nothing, so that this takes a few seconds for all packages.
 *
 * @param root - the folder of the repository; the paths are relative to it
 * @throws {ProjectError} with the compiler's messages
 */
export function emitDeclarations(root: string, entries: readonly string[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const project = join(folder, 'tsconfig.json');
  const posixPath = (path: string) => relative(folder, path).split(sep).join('/');
  writeFileSync(
    project,
    JSON.stringify({
      extends: posixPath(join(root, 'tsconfig.base.json')),
      compilerOptions: {
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: ['node'],
        typeRoots: [posixPath(join(root, 'node_modules/@types'))],
        emitDeclarationOnly: true,
        noCheck: true,
        removeComments: true,
        declarationMap: false,
        sourceMap: false,
        rootDir: posixPath(root),
        outDir: '.',
      },
      files: entries.map((entry) => posixPath(join(root, entry))),
    }),
  );
  const { status, stdout, stderr } = spawnSync('tsc', ['-p', project], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new ProjectError(`The declarations cannot be written:\n${stdout}${stderr}`);
}

/** A name that a module exports or imports: where it comes from, and what it is called there. */
interface Binding {
  readonly source: string;
  /** `*` for the whole module */
  readonly name: string;
}

/** A statement that declares a name. */
interface Declared {
  readonly code: string;
  /** The names in it that may refer to other declarations. `import('./x.ts').Name` gives a binding */
  readonly references: readonly (string | Binding)[];
}

/** A module of declarations. */
interface Module {
  readonly path: string;
  readonly declared: ReadonlyMap<string, readonly Declared[]>;
  readonly imported: ReadonlyMap<string, Binding>;
  /** A text is the name of a declaration or of an import */
  readonly exported: ReadonlyMap<string, string | Binding>;
  /** The modules of which it exports everything */
  readonly all: readonly string[];
}

/** What a name stands for: declarations in a file of this repository, or an export of another module. */
export type Meaning =
  | {
      readonly kind: 'declared';
      /** Identifies the declaration */
      readonly id: string;
      readonly name: string;
      readonly path: string;
      readonly code: string;
      readonly references: () => readonly Meaning[];
    }
  | { readonly kind: 'imported'; readonly id: string; readonly name: string; readonly source: string };

/** The declarations below a folder, with the paths of their sources. */
export interface Declarations {
  /** The exports of a source by their names. */
  exportsOf(path: string): ReadonlyMap<string, Meaning>;
}

/** @param read - returns the declarations of a source such as `packages/core/src/index.ts` */
export function createDeclarations(read: (path: string) => string): Declarations {
  const modules = new Map<string, Module>();
  const moduleOf = (path: string): Module => {
    const known = modules.get(path) ?? parseModule(path, read(path));
    modules.set(path, known);
    return known;
  };
  const resolve = ({ path }: Module, { source, name }: Binding): Meaning | undefined => {
    if (!source.startsWith('.')) return { kind: 'imported', id: `${source} ${name}`, name, source };
    return exportOf(moduleOf(posix.join(posix.dirname(path), source)), name);
  };
  const meaningOf = (module: Module, name: string): Meaning | undefined => {
    const statements = module.declared.get(name);
    if (statements === undefined) {
      const binding = module.imported.get(name);
      return binding && resolve(module, binding);
    }
    return {
      kind: 'declared',
      id: `${module.path} ${name}`,
      name,
      path: module.path,
      code: statements.map(({ code }) => code).join('\n'),
      references: () =>
        statements.flatMap(({ references }) =>
          references.flatMap(
            (each) => (typeof each === 'string' ? meaningOf(module, each) : resolve(module, each)) ?? [],
          ),
        ),
    };
  };
  const exportOf = (module: Module, name: string): Meaning | undefined => {
    const target = module.exported.get(name);
    if (target !== undefined) return typeof target === 'string' ? meaningOf(module, target) : resolve(module, target);
    for (const source of module.all) {
      const found = resolve(module, { source, name });
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const namesOf = (module: Module): readonly string[] => [
    ...module.exported.keys(),
    ...module.all.flatMap((source) => namesOf(moduleOf(posix.join(posix.dirname(module.path), source)))),
  ];
  return {
    exportsOf: (path) => {
      const module = moduleOf(path);
      return new Map(
        namesOf(module)
          .toSorted(byText)
          .flatMap((name) => {
            const meaning = exportOf(module, name);
            return meaning === undefined ? [] : [[name, meaning]];
          }),
      );
    },
  };
}

/** Reads declarations that `emitDeclarations` wrote into a folder. */
export function readEmitted(folder: string): (path: string) => string {
  return (path) => {
    const file = join(folder, path.replace(/\.ts$/, '.d.ts'));
    if (!existsSync(file)) throw new ProjectError(`${path} has no declarations: the compiler did not write ${file}`);
    return readFileSync(file, 'utf8');
  };
}

/** Orders texts by their characters, regardless of the locale. */
export function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

function parseModule(path: string, text: string): Module {
  const declared = new Map<string, Declared[]>();
  const imported = new Map<string, Binding>();
  const exported = new Map<string, string | Binding>();
  const all: string[] = [];
  const { body } = parseAst(text, { lang: 'dts' }, path) as unknown as { body: readonly Node[] };
  const declare = (statement: Node, isExported: boolean): void => {
    const written = text.slice(statement.start, statement.end).replace(/^declare /, '');
    // The constant of a schema has its whole content in its type, which says no more than the published JSON Schema.
    const schema = /^const (\w+): import\("@sinclair\/typebox"\)\.(\w+)/.exec(written);
    const code = schema ? `const ${schema[1]}: ${schema[2]};` : written.replaceAll(/import\("[^"]*"\)\./g, '');
    for (const name of namesIn(statement)) {
      declared.set(name, [...(declared.get(name) ?? []), { code, references: referencesIn(statement, name) }]);
      if (isExported) exported.set(name, name);
    }
  };
  for (const statement of body) {
    const source = (statement['source'] as { readonly value?: string } | null)?.value;
    const specifiers = (statement['specifiers'] ?? []) as readonly Node[];
    if (statement.type === 'ImportDeclaration')
      for (const each of specifiers)
        imported.set(nameOf(each['local']), {
          source: source ?? '',
          name: each['imported'] ? nameOf(each['imported']) : '*',
        });
    else if (statement.type === 'ExportAllDeclaration' && source !== undefined) all.push(source);
    else if (statement.type !== 'ExportNamedDeclaration') declare(statement, false);
    else if (statement['declaration']) declare(statement['declaration'] as Node, true);
    for (const each of statement.type === 'ExportNamedDeclaration' ? specifiers : []) {
      const name = nameOf(each['local']);
      exported.set(nameOf(each['exported']), source === undefined ? name : { source, name });
    }
  }
  return { path, declared, imported, exported, all };
}

function nameOf(node: unknown): string {
  const { name, value } = node as { readonly name?: string; readonly value?: string };
  return name ?? value ?? '';
}

/** The names that a statement declares. */
function namesIn(statement: Node): readonly string[] {
  const declarations = (statement['declarations'] ?? [statement]) as readonly Node[];
  return declarations.flatMap(({ id }) => (id ? [nameOf(id)] : []));
}

/** Every identifier below a node except the names of members, and every `import('./x.ts').Name`. */
function referencesIn(node: unknown, own: string, found: (string | Binding)[] = []): readonly (string | Binding)[] {
  if (Array.isArray(node)) for (const item of node) referencesIn(item, own, found);
  else if (typeof node === 'object' && node !== null) {
    const { type, ...parts } = node as Node;
    if (type === 'Identifier' && nameOf(node) !== own) found.push(nameOf(node));
    if (type === 'TSImportType') {
      const source = (parts['source'] as { readonly value?: unknown } | undefined)?.value;
      if (typeof source === 'string' && source.startsWith('.') && parts['qualifier'])
        found.push({ source, name: nameOf(parts['qualifier']) });
    }
    for (const [name, inner] of Object.entries(parts)) {
      const isMember = name === 'key' && (node as Node)['computed'] !== true;
      if (typeof inner === 'object' && !isMember) referencesIn(inner, own, found);
    }
  }
  return found;
}
