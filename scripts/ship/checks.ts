import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { readEntries } from '../build/entries.ts';
import type { Manifest } from './packages.ts';
import type { Tarball } from './tarball.ts';

/** The dependencies that each package may have. */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  openapi: [],
  core: [],
  odata: ['@syncline/core'],
  auth: ['@syncline/core', '@syncline/openapi'],
  client: ['@syncline/auth', '@syncline/core', '@syncline/odata', '@syncline/openapi', 'openapi-fetch', 'undici'],
  jobs: ['@syncline/client', '@syncline/core', '@syncline/openapi', '@syncline/runs'],
  runs: ['@syncline/client', '@syncline/core', '@syncline/odata'],
  sandbox: ['@syncline/core', '@syncline/odata', '@syncline/openapi', 'croner'],
  ops: [
    '@syncline/auth',
    '@syncline/client',
    '@syncline/core',
    '@syncline/jobs',
    '@syncline/runs',
    '@sinclair/typebox',
    'ajv',
    'yaml',
  ],
  mcp: [
    '@syncline/client',
    '@syncline/core',
    '@syncline/jobs',
    '@syncline/ops',
    '@syncline/runs',
    '@sinclair/typebox',
    'ajv',
  ],
  cli: [
    '@syncline/auth',
    '@syncline/client',
    '@syncline/core',
    '@syncline/jobs',
    '@syncline/odata',
    '@syncline/openapi',
    '@syncline/ops',
    '@syncline/runs',
    '@syncline/sandbox',
    '@redocly/openapi-core',
    'csv-stringify',
    'jsonpath-rfc9535',
    'log-update',
    'openapi-typescript',
    'string-width',
    'typescript',
  ],
};

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

/**
 * Exactly the files that a tarball must contain: sources and their declarations, the built entries with their chunks,
 * and the extras.
 */
export function expectedFiles(folder: string): readonly string[] {
  const sources = globSync('src/**/*', { cwd: folder, withFileTypes: false })
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => path.replaceAll('\\', '/'));
  const built = sources.flatMap((path) => {
    const stem = path.replace(/^src\//, 'dist/').replace(/\.ts$/, '');
    return path.endsWith('.ts') ? [`${stem}.d.ts`, `${stem}.d.ts.map`] : [];
  });
  const extras = globSync(
    [
      '*.schema.json',
      'documents/*.json',
      'conformance/*.json',
      'overlays/*.json',
      'arazzo/*',
      'deploy/*',
      'docs/*.md',
      'dist/{,whole/}licenses.txt',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
    ],
    { cwd: folder },
  );
  return [...sources, ...built, ...builtModules(folder), ...extras, 'package.json'].sort();
}

/**
 * The built entries, the chunks that they import, and their source maps. A file that only re-exports has no source map.
 */
function builtModules(folder: string): readonly string[] {
  const found = new Set(
    readEntries(folder).outputs.flatMap(({ folder: within, entries }) =>
      Object.keys(entries).map((name) => posix.join('dist', within, `${name}.js`)),
    ),
  );
  const mapped: string[] = [];
  for (const path of found) {
    if (!existsSync(join(folder, path))) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    if (text.includes('//# sourceMappingURL=')) mapped.push(path);
    const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
    const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries), ...dynamicImports].flatMap(
      ({ moduleRequest }) => moduleRequest ?? [],
    );
    for (const { start, end } of requests) {
      const specifier = text.slice(start, end).replaceAll(/^['"`]|['"`]$/g, '');
      if (specifier.startsWith('.')) found.add(posix.join(dirname(path), specifier));
    }
  }
  return [...found, ...mapped.map((path) => `${path}.map`)];
}

/** Every reason not to publish a packed package. */
export function faults(name: string, folder: string, manifest: Manifest, { entries }: Tarball): readonly string[] {
  const expected = expectedFiles(folder);
  return [
    ...expected.filter((path) => !entries.includes(path)).map((path) => `does not contain ${path}`),
    ...entries.filter((path) => !expected.includes(path)).map((path) => `contains ${path}, which is not expected`),
    ...['CHANGELOG.md', 'LICENSE', 'README.md']
      .filter((path) => !entries.includes(path))
      .map((path) => `does not contain ${path}: write packages/${name}/${path}`),
    ...INSTALL_SCRIPTS.filter((script) => manifest.scripts?.[script] !== undefined).map(
      (script) => `has the install script ${script}`,
    ),
    ...Object.keys(manifest.dependencies ?? {})
      .filter((dependency) => !ALLOWED[name]?.includes(dependency))
      .map((dependency) => `depends on ${dependency}, which ALLOWED in scripts/ship/checks.ts does not list`),
    ...Object.values(manifest.bin ?? {})
      .filter((path) => !readFileSync(join(folder, path), 'utf8').startsWith('#!/usr/bin/env node\n'))
      .map((path) => `has the program ${path}, whose first line is not #!/usr/bin/env node`),
    ...entries.filter((path) => path.endsWith('.map')).flatMap((path) => unresolvedSources(folder, path, entries)),
  ];
}

/** The sources of a source map that the tarball does not contain, except those of packages whose code was copied. */
function unresolvedSources(folder: string, path: string, entries: readonly string[]): readonly string[] {
  const { sources } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { readonly sources: readonly string[] };
  return sources
    .filter((source) => !source.startsWith('node_modules/'))
    .map((source) => posix.join(dirname(path), source))
    .filter((source) => !entries.includes(source))
    .map((source) => `has ${path}, which names ${source}, which the tarball does not contain`);
}
