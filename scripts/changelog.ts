// Why: `changeset version` writes a changelog for each package, which npm shows. A reader of the repository or the site
// wants one page. This writes CHANGELOG.md from those of the packages; `npm run generate` runs it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED, ROOT } from './ship/packages.ts';

/** What changed for users of one package. */
export interface PackageChanges {
  readonly name: string;
  readonly changes: readonly string[];
}

const introduction = `# Changelog

Syncline is the TypeScript SDK for a data synchronization service. All packages are released together, with one version.
A change of several packages is listed once, for the first of them.`;

/** The changes of a version, or of the next one, by package. A change of several packages is listed for the first. */
export function changesByPackage(packages: readonly PackageChanges[]): string {
  const users = new Map<string, string[]>();
  for (const { name, changes } of packages)
    for (const change of changes) users.set(change, [...(users.get(change) ?? []), name]);
  return packages
    .map(({ name, changes }) => ({ name, first: changes.filter((change) => users.get(change)?.[0] === name) }))
    .filter(({ first }) => first.length > 0)
    .map(({ name, first }) => {
      const also = (change: string): string => (users.get(change) ?? []).slice(1).join(', ');
      const lines = first.map((change) => `- ${change}${also(change) === '' ? '' : ` (Also ${also(change)}.)`}`);
      return `### ${name}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

/** The changelog of all packages, from the text of each, in the order of the packages. */
export function mergeChangelogs(changelogs: readonly { readonly name: string; readonly text: string }[]): string {
  const releases = changelogs.map(({ name, text }) => ({ name, byVersion: readChangelog(text) }));
  const versions = [...new Set(releases.flatMap(({ byVersion }) => [...byVersion.keys()]))].sort((left, right) =>
    right.localeCompare(left, 'en', { numeric: true }),
  );
  const entries = versions.map(
    (version) =>
      `## ${version}\n\n${changesByPackage(
        releases.map(({ name, byVersion }) => ({ name, changes: byVersion.get(version) ?? [] })),
      )}`,
  );
  return `${[introduction, ...entries].join('\n\n')}\n`;
}

/** The changes of each version in the changelog of a package. */
function readChangelog(text: string): ReadonlyMap<string, readonly string[]> {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [version = ''] = section.split('\n', 1);
      return [version, [...section.matchAll(/^- (.*(?:\n+ {2,}.*)*)/gm)].map(([, change = '']) => change)];
    }),
  );
}

/** The changelog of all packages of a checkout. */
function changelogOf(root: string): string {
  return mergeChangelogs(
    PUBLISHED.map((name) => {
      const file = join(root, 'packages', name, 'CHANGELOG.md');
      return { name: `@syncline/${name}`, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
    }),
  );
}

/** Writes CHANGELOG.md of a checkout. */
export function writeChangelog(root: string): void {
  writeFileSync(join(root, 'CHANGELOG.md'), changelogOf(root));
}

/** Writes CHANGELOG.md, or with `check` only compares. Sets the exit status to 1 when a comparison finds a difference. */
export function runChangelog({ check }: { readonly check: boolean }): void {
  const path = join(ROOT, 'CHANGELOG.md');
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === changelogOf(ROOT);
  console.log(`the changelog of all packages, ${isSame ? 0 : 1} ${check ? 'differ' : 'written'}`);
  if (isSame) return;
  if (!check) return writeChangelog(ROOT);
  console.error('CHANGELOG.md differs from the changelogs of the packages. Fix it with: npm run generate');
  process.exitCode = 1;
}
