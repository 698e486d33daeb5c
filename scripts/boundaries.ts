// Why: imports point one way, between packages and between the folders of a package, and the portable packages run in
// browsers and workers, where values come from other realms. This reads every package's sources and refuses imports that break a
// rule, rules that nothing uses, and `instanceof` with a class of others. It also refuses code that writes files anywhere but in
// the one module for it.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { findFileCircles, findFolderCircles } from './boundaries/direction.ts';
import { findBareImports, findForeignInstances, findNewModules } from './boundaries/hosts.ts';
import {
  allowsNode,
  everything,
  findFileUses,
  findStale,
  findWrongImports,
  only,
  type PackageRule,
  typesAnd,
} from './boundaries/package-rule.ts';
import { type Problem, printProblem } from './boundaries/problem.ts';
import { readSource, type SourceFile } from './boundaries/source-file.ts';

const portable: Pick<PackageRule, 'node' | 'portable'> = { node: [], portable: [] };
const onNode: Pick<PackageRule, 'node' | 'portable'> = { node: 'any', portable: [] };

/** What each package may import besides itself. A package without a rule is refused. */
export const rules: Readonly<Record<string, PackageRule>> = {
  openapi: { packages: {}, libraries: [], ...portable },
  core: {
    packages: {},
    libraries: [],
    node: ['src/files/', 'src/server/'],
    portable: ['src/index.ts', 'src/internal.ts'],
  },
  odata: { packages: { core: only('errors', 'internal') }, libraries: [], ...portable },
  auth: {
    packages: { openapi: everything, core: everything },
    libraries: [],
    ...portable,
  },
  client: {
    packages: { openapi: everything, core: everything, odata: everything, auth: typesAnd() },
    libraries: ['openapi-fetch', '@opentelemetry/api', 'undici'],
    node: ['src/node/', 'src/recorder/'],
    portable: [],
  },
  jobs: {
    packages: { client: typesAnd(), openapi: everything, core: everything, runs: only('schedule') },
    libraries: [],
    node: ['src/node/'],
    portable: ['src/index.ts'],
  },
  runs: {
    packages: { client: typesAnd(), core: everything, odata: everything },
    libraries: ['@duckdb/node-api', '@opentelemetry/api'],
    node: ['src/sqlite/', 'src/parquet/'],
    portable: [
      'src/index.ts',
      'src/metrics/index.ts',
      'src/openlineage/create-run-lineage.ts',
      'src/opentelemetry.ts',
      'src/postgres/index.ts',
      'src/schedule/index.ts',
    ],
  },
  sandbox: {
    packages: { openapi: everything, odata: everything, core: only('errors', 'internal', 'read-files') },
    libraries: ['croner'],
    node: ['src/main.ts', 'src/command/', 'src/data-file/', 'src/listen/'],
    portable: ['src/portable.ts'],
  },
  ops: {
    packages: { core: everything, auth: everything, client: everything, runs: everything, jobs: everything },
    libraries: ['@sinclair/typebox', 'ajv', 'pg', 'yaml'],
    node: 'any',
    portable: ['src/alerts/webhooks/index.ts'],
  },
  mcp: {
    packages: { core: everything, client: everything, jobs: everything, ops: everything, runs: everything },
    // Copied into the build, except the schemas and their checks, which `ops` also contains.
    libraries: ['@modelcontextprotocol/server', '@sinclair/typebox', 'ajv'],
    ...onNode,
  },
  cli: {
    packages: { anyBut: ['mcp'] },
    libraries: [
      '@redocly/openapi-core',
      'commander',
      'csv-stringify',
      'jsonpath-rfc9535',
      'log-update',
      'openapi-typescript',
      'string-width',
      'typescript',
      'yaml',
    ],
    ...onNode,
  },
  // Its tests are those of the packages that use it. `core` uses it too, so it imports nothing else.
  testing: { packages: { core: everything }, libraries: [], node: ['src/import-copy.ts'], portable: [] },
  docs: { packages: { anyBut: [] }, libraries: 'any', ...onNode },
  bench: { packages: { anyBut: [] }, libraries: 'any', ...onNode },
};

/** Every problem of one package. */
export function checkPackage(name: string, files: readonly SourceFile[]): readonly Problem[] {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule === undefined) {
    const action = 'Add its rule to scripts/boundaries.ts';
    return [{ place: `packages/${name}`, imports: 'is a package', reason: 'without a rule', action }];
  }
  return [
    ...findWrongImports(name, rule, files),
    ...findFolderCircles(name, files),
    ...findFileCircles(name, files),
    ...findForeignInstances(name, files),
    ...findBareImports(
      name,
      // A program starts on Node.
      files.filter(({ path }) => path !== 'src/bin.ts' && !allowsNode(rule, path)),
    ),
    ...findStale(name, rule, files),
    ...(isPublished(name) ? [...findFileUses(name, files), ...findNewModules(name, files)] : []),
  ];
}

/** Private packages write into their own folders. */
function isPublished(name: string): boolean {
  return name !== 'docs' && name !== 'bench';
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const posixPath = (path: string) => path.split(sep).join('/');
  const errors: string[] = [];
  let read = 0;
  for (const manifest of globSync('packages/*/package.json', { cwd: root }).sort()) {
    const [, name = ''] = posixPath(manifest).split('/');
    const folder = join(root, 'packages', name);
    const files = globSync('src/**/*.{ts,astro}', { cwd: folder })
      .sort()
      .map((file) => readSource(posixPath(file), readFileSync(join(folder, file), 'utf8')));
    read += files.length;
    errors.push(...checkPackage(name, files).map(printProblem));
  }
  for (const line of errors) console.error(line);
  if (errors.length > 0) {
    console.error(`\n${errors.length} problem(s). Fix them, then check again with \`npm run boundaries\`.`);
    process.exit(1);
  }
  console.log(`boundaries: ${read} files, every import points the right way`);
}
