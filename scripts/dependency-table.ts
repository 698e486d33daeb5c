// Why: people who approve an installation ask what comes with it. This makes the table from the manifests, the lockfile
// and the installed packages; only the reason and the year stand in `scripts/dependencies.json`. `npm run generate` runs it;
// `node scripts/dependency-table.ts --check` only compares.
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCheck } from './arguments.ts';
import { replaceBetweenMarkers, table } from './error-table.ts';
import { ProjectError } from './project-error.ts';
import { PUBLISHED, readManifest } from './ship/packages.ts';

/** What a person says about a dependency. */
export interface Reason {
  /** What it is used for: a phrase. Markdown */
  readonly why: string;
  /** The year of its first release, or the first one that its licence names */
  readonly since: number;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const source = 'scripts/dependencies.json';
const page = 'packages/docs/src/content/docs/dependencies.md';
const markers = {
  start: '<!-- dependencies: start (npm run generate) -->',
  end: '<!-- dependencies: end -->',
};

/** Where Node finds a package that another one imports, by the rules of `node_modules`. */
function locate(name: string, from: string, packages: Readonly<Record<string, Locked>>): string | undefined {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const path = join(folder, 'node_modules', name);
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** A package with everything that it brings, by where the lockfile has it. */
function withItsOwn(path: string, packages: Readonly<Record<string, Locked>>): ReadonlySet<string> {
  const found = new Set([path]);
  // The set grows while it is iterated.
  for (const each of found)
    for (const name of Object.keys(packages[each]?.dependencies ?? {})) {
      const below = locate(name, each, packages);
      if (below !== undefined) found.add(below);
    }
  return found;
}

/** The kilobytes of an installed package, without the packages in it. */
function kilobytesOf(path: string): number {
  const files = globSync('**/*', { cwd: join(root, path), exclude: (name) => name === 'node_modules' });
  const sizes = files.map((file) => statSync(join(root, path, file))).filter((entry) => entry.isFile());
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1000;
}

const shown = (kilobytes: number): string => Math.ceil(kilobytes).toLocaleString('en');

/**
 * The table: one row for each dependency of a published package that is not one of ours.
 *
 * @throws {ProjectError} when a dependency has no reason, or a reason no dependency
 */
export function dependencyTable(reasons: Readonly<Record<string, Reason>>): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const users = new Map<string, string[]>();
  for (const name of PUBLISHED)
    for (const each of Object.keys(readManifest(join(root, 'packages', name)).dependencies ?? {}))
      if (!each.startsWith('@syncline/')) users.set(each, [...(users.get(each) ?? []), name]);
  const missing = [...users.keys()].filter((name) => reasons[name] === undefined);
  const unused = Object.keys(reasons).filter((name) => !users.has(name));
  const problems = [
    ...missing.map(
      (name) =>
        `${source}: ${name} has no entry. Write what packages/${users.get(name)?.join(' and ')} needs it for, and the year of its first release: "${name}": { "why": "…", "since": 2020 }`,
    ),
    ...unused.map((name) => `${source}: no published package depends on ${name}. Remove its entry.`),
  ];
  if (problems.length > 0) throw new ProjectError(problems.join('\n'));
  const rows = [...users]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, by]) => {
      const path = locate(name, `packages/${by[0]}`, lock.packages);
      const { version, license } = lock.packages[path ?? ''] ?? {};
      if (path === undefined || !existsSync(join(root, path)))
        throw new ProjectError(`${name} is not installed. Run: npm ci`);
      const all = withItsOwn(path, lock.packages);
      const { why, since } = reasons[name] as Reason;
      const total = [...all].reduce((sum, each) => sum + (existsSync(join(root, each)) ? kilobytesOf(each) : 0), 0);
      return [
        `[${name}](https://www.npmjs.com/package/${name}) ${version}`,
        by.map((user) => `\`${user}\``).join(', '),
        why,
        shown(kilobytesOf(path)),
        all.size === 1 ? '' : `${all.size - 1} (${shown(total)})`,
        license ?? '',
        `${since}`,
      ];
    });
  return table(['Dependency', 'Of', 'Why', 'kB', 'Brings (kB in all)', 'Licence', 'Since'], rows);
}

/** Writes the table into its page, or with `check` compares it. */
export function runDependencyTable({ check }: { readonly check: boolean }): void {
  const reasons = JSON.parse(readFileSync(join(root, source), 'utf8')) as Readonly<Record<string, Reason>>;
  const text = readFileSync(join(root, page), 'utf8');
  const updated = replaceBetweenMarkers(page, text, dependencyTable(reasons), markers);
  const differs = updated !== text;
  if (differs && !check) writeFileSync(join(root, page), updated);
  console.log(`Table of dependencies, ${differs ? (check ? 'differs' : 'written') : 'up to date'}`);
  if (!check || !differs) return;
  console.error(`${page} does not match the manifests, the lockfile and ${source}. Fix it with: npm run generate`);
  process.exitCode = 1;
}

if (import.meta.main) runDependencyTable({ check: isCheck('node scripts/dependency-table.ts') });
