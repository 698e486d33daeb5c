// Why: imports point one way, between packages and between the folders of a package, and the portable packages run in
// browsers and
// workers. This reads every import of every package's sources and refuses those that break a rule, and rules that
// nothing uses.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { findCircles, findTwoWayFolders } from './boundaries/direction.ts';
import {
  everything,
  findStale,
  findWrongImports,
  only,
  type PackageRule,
  typesAnd,
} from './boundaries/package-rule.ts';
import { type Problem, printProblem } from './boundaries/problem.ts';
import { readSource, type SourceFile } from './boundaries/source-file.ts';

/**
 * * TEMPORARY, remove a package as soon as it passes: packages whose folders are being untangled. Their two-way
 * folders, circles and stale exceptions are printed as warnings. Every other rule holds for them, too.
 */
export const untangling: readonly string[] = ['sandbox'];

const portable: Pick<PackageRule, 'node' | 'portable'> = { node: [], portable: [] };
const onNode: Pick<PackageRule, 'node' | 'portable'> = { node: 'any', portable: [] };

/** What each package may import besides itself. A package without a rule is refused. */
export const rules: Readonly<Record<string, PackageRule>> = {
  openapi: { packages: {}, libraries: [], ...portable },
  core: { packages: {}, libraries: [], ...portable },
  odata: { packages: { core: only('errors') }, libraries: [], ...portable },
  auth: {
    packages: { openapi: everything, core: everything },
    libraries: [],
    ...portable,
  },
  client: {
    packages: { openapi: everything, core: everything, odata: everything, auth: typesAnd() },
    libraries: ['openapi-fetch', '@opentelemetry/api', 'undici'],
    node: ['src/node/'],
    portable: [],
  },
  sandbox: {
    packages: { openapi: everything, odata: everything, core: only('errors') },
    libraries: ['croner'],
    node: ['src/bin.ts', 'src/command/', 'src/listen/', 'src/store/node-sqlite.ts'],
    portable: ['src/core.ts'],
  },
  cli: {
    packages: { anyBut: ['mcp'] },
    libraries: ['@redocly/openapi-core', 'commander', 'jsonpath-rfc9535', 'openapi-typescript', 'typescript'],
    ...onNode,
  },
  docs: { packages: { anyBut: [] }, libraries: 'any', ...onNode },
  bench: { packages: { anyBut: [] }, libraries: 'any', ...onNode },
};

interface Found {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Every problem of one package. */
export function checkPackage(name: string, files: readonly SourceFile[]): Found {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule === undefined) {
    const action = 'Add its rule to scripts/boundaries.ts';
    return {
      errors: [{ place: `packages/${name}`, imports: 'is a package', reason: 'without a rule', action }],
      warnings: [],
    };
  }
  const errors = findWrongImports(name, rule, files);
  const shape = [...findTwoWayFolders(name, files), ...findCircles(name, files), ...findStale(name, rule, files)];
  if (!untangling.includes(name)) return { errors: [...errors, ...shape], warnings: [] };
  const rest = checkUntangling(name, shape);
  return { errors: [...errors, ...rest.errors], warnings: rest.warnings };
}

/**
 * Problems of a package in {@link untangling} are warnings; that there is none left is an error, so that the list
 * becomes empty.
 */
export function checkUntangling(name: string, shape: readonly Problem[]): Found {
  if (shape.length > 0) return { errors: [], warnings: shape };
  const imports = `lists ${name} as being untangled,`;
  const reason = 'which it no longer needs';
  return {
    errors: [{ place: 'scripts/boundaries.ts', imports, reason, action: 'Remove it from `untangling`' }],
    warnings: [],
  };
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const posixPath = (path: string) => path.split(sep).join('/');
  const errors: string[] = [];
  const warnings: string[] = [];
  let read = 0;
  for (const manifest of globSync('packages/*/package.json', { cwd: root }).sort()) {
    const [, name = ''] = posixPath(manifest).split('/');
    const folder = join(root, 'packages', name);
    const files = globSync('src/**/*.{ts,astro}', { cwd: folder })
      .sort()
      .map((file) => readSource(posixPath(file), readFileSync(join(folder, file), 'utf8')));
    read += files.length;
    const found = checkPackage(name, files);
    errors.push(...found.errors.map(printProblem));
    warnings.push(...found.warnings.map(printProblem));
  }
  for (const line of warnings) console.warn(`warning: ${line}`);
  for (const line of errors) console.error(line);
  if (errors.length > 0) {
    console.error(
      `\n${errors.length} problem(s). The rules are at the top of scripts/boundaries.ts; \`npm run boundaries\` checks again.`,
    );
    process.exit(1);
  }
  console.log(`boundaries: ${read} files, ${warnings.length} warnings, no errors`);
}
