// Why: what a package exports is a promise to its users, and a diff of sources does not show when it changes. This
// writes the exported declarations of each package into `api/NAME.api.md`, which is reviewed like code. `npm run
// generate` runs it; `node scripts/public-api.ts --check`, a step of `npm test`, only compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCheck } from './arguments.ts';
import { ProjectError } from './project-error.ts';
import { createDeclarations, type Declarations, emitDeclarations, readEmitted } from './public-api/declarations.ts';
import { programSurface } from './public-api/programs.ts';
import { type Entry, formatCode, reportOf } from './public-api/report.ts';
import { readUserFiles, unusedNames } from './public-api/unused-names.ts';
import { PUBLISHED, readManifest, ROOT } from './ship/packages.ts';

/** The entries of a package that have TypeScript sources. */
export function entriesOf(name: string): readonly Entry[] {
  const { exports = {} } = readManifest(join(ROOT, 'packages', name));
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = (target as Readonly<Record<string, unknown>>)['@syncline/source'];
    if (typeof source !== 'string') return [];
    const specifier = entry === '.' ? `@syncline/${name}` : `@syncline/${name}/${entry.slice(2)}`;
    return [{ specifier, path: `packages/${name}/${source.slice(2)}` }];
  });
}

/** Entries whose names may have no user here, with the reason. */
const unchecked: Readonly<Record<string, string>> = {
  '@syncline/openapi': 'Its names follow from the documents.',
  '@syncline/core/internal': 'It is for the packages of this repository, which use what they need.',
};

/** What `updatePublicApi` found. */
interface PublicApi {
  /** The files that differ from the sources */
  readonly changed: readonly string[];
  /** Exported names that no page, README or package uses */
  readonly unused: readonly string[];
}

/** Writes the public surface of each package, or with `check` only compares. */
export function updatePublicApi({ check }: { readonly check: boolean }): PublicApi {
  const packages = PUBLISHED.map((name) => ({ name, entries: entriesOf(name) }));
  const folder = join(ROOT, 'node_modules/.cache/public-api');
  const paths = packages.flatMap(({ entries }) => entries.map(({ path }) => path));
  const { declarations, reports } = emitAndReport(packages, paths, folder);
  const texts = formatCode(ROOT, reports);
  const files = readUserFiles(ROOT);
  const unused = packages.flatMap(({ name, entries }) => {
    const checked = entries.filter(({ specifier }) => unchecked[specifier] === undefined);
    return unusedNames(name, checked, declarations, files);
  });
  const changed = packages.flatMap(({ name }, index) => {
    const path = `packages/${name}/api/${name}.api.md`;
    const file = join(ROOT, path);
    const text = texts[index] ?? '';
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return [];
    mkdirSync(join(file, '..'), { recursive: true });
    if (!check) writeFileSync(file, text);
    return [path];
  });
  return { changed, unused };
}

/** TypeScript 7.0 sometimes writes only a part of the declarations, without an error: once in 25 times here. */
const mostTries = 4;

/** Writes the declarations of all packages, and makes the report of each. */
function emitAndReport(
  packages: readonly { readonly name: string; readonly entries: readonly Entry[] }[],
  paths: readonly string[],
  folder: string,
): { readonly declarations: Declarations; readonly reports: readonly string[] } {
  for (let tries = 1; ; tries += 1) {
    emitDeclarations(ROOT, paths, folder);
    const declarations = createDeclarations(readEmitted(folder));
    try {
      const reports = packages.map(({ name, entries }) =>
        reportOf(`@syncline/${name}`, entries, declarations, programSurface(name)),
      );
      return { declarations, reports };
    } catch (error) {
      if (!(error instanceof ProjectError) || tries === mostTries) throw error;
    }
  }
}

/** Updates or compares the files, and prints the result. Sets the exit status to 1 when one differs. */
export function runPublicApi({ check }: { readonly check: boolean }): void {
  const { changed, unused } = updatePublicApi({ check });
  console.log(`Public surface of ${PUBLISHED.length} packages, ${changed.length} ${check ? 'differ' : 'written'}`);
  if (unused.length > 0) {
    console.error(
      `No page, README or package uses ${unused.join(', ')}. Remove them from the entries, or show their use in a README`,
    );
    process.exitCode = 1;
  }
  if (!check || changed.length === 0) return;
  console.error(
    `${changed.join(', ')}: not what the sources export. Write it with \`npm run generate\`, and review the change`,
  );
  process.exitCode = 1;
}

if (import.meta.main)
  try {
    runPublicApi({ check: isCheck('node scripts/public-api.ts') });
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
