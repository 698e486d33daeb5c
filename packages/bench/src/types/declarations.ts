import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The compiler of the repository. */
export const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const packages = ['openapi', 'core', 'odata', 'auth', 'client'];
const options = [
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--lib',
  'es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable',
  '--strict',
  '--skipLibCheck',
  '--erasableSyntaxOnly',
];

/**
 * Writes the declarations of the packages as consumers get them. They are generated from the sources, so no build is
 * needed. Each package is compiled separately, because the compiler leaves out files that it reaches first as another
 * package's dependency.
 */
export function writeDeclarations(folder: string): void {
  const emit = [
    '--declaration',
    '--emitDeclarationOnly',
    '--rewriteRelativeImportExtensions',
    '--customConditions',
    '@syncline/source',
    '--rootDir',
    'packages',
    '--outDir',
    folder,
  ];
  for (const name of packages)
    execFileSync(
      process.execPath,
      [
        tsc,
        '--ignoreConfig',
        '--types',
        '',
        ...options,
        '--exactOptionalPropertyTypes',
        ...emit,
        `packages/${name}/src/index.ts`,
      ],
      { cwd: root, encoding: 'utf8' },
    );
}

/** The entries of a package, by the name that a consumer imports, with their declarations. */
function declarationsOf(name: string): readonly (readonly [specifier: string, files: readonly string[]])[] {
  const { exports } = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')) as {
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === 'object' ? target['@syncline/source'] : undefined;
    if (source === undefined) return [];
    return [[`@syncline/${name}${path.slice(1)}`, [`./${name}/${source.slice(2).replace(/\.ts$/, '.d.ts')}`]] as const];
  });
}

/** Where the imports of a consumer are resolved. */
export const consumerPaths: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(packages.flatMap(declarationsOf)),
  'openapi-fetch': [`${root}node_modules/openapi-fetch`],
};
