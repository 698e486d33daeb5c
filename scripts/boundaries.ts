// Why: imports point one way (openapi → auth → client; odata → client; openapi, odata → sandbox; everything → cli, docs, bench) and
// the portable packages run in browsers and workers. This reads every import of every package's sources and refuses a wrong one.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** What each package's sources may import besides themselves: workspace packages, libraries and Node's own modules. */
const rules: Record<string, { packages: string[]; libraries: string[]; node: RegExp | null }> = {
  openapi: { packages: [], libraries: [], node: null },
  core: { packages: [], libraries: [], node: null },
  odata: { packages: ['core'], libraries: [], node: null },
  auth: { packages: ['openapi', 'core'], libraries: ['openapi-fetch', 'ioredis', 'redis', 'oauth4webapi'], node: null },
  client: {
    packages: ['openapi', 'core', 'odata', 'auth'],
    libraries: ['openapi-fetch', '@opentelemetry/api', 'undici'],
    node: /^src\/node\//,
  },
  sandbox: {
    packages: ['openapi', 'core', 'odata'],
    libraries: ['croner'],
    node: /^src\/(bin|command|listen)\b|^src\/store\/node-sqlite/,
  },
};

/** Entries that run in browsers and workers, of packages of which other files may use Node's own modules. */
const portableEntries: Record<string, string[]> = { sandbox: ['src/portable.ts'] };

/** Named entries of a package that others may import at run time; the rest of the package is for types alone. */
const runtimeEntries: Record<string, string[]> = { client: ['@syncline/auth/http'] };

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every reason why `specifier`, imported by `file`, points the wrong way; empty when it does not. */
export function refusals(name: string, file: string, specifier: string, typeOnly: boolean): string[] {
  const rule = rules[name];
  if (!rule) return [];
  if (specifier.startsWith('.')) {
    const target = relative(join(root, 'packages', name), resolve(dirname(file), specifier));
    return target.startsWith('..') ? ['reaches into another folder by a relative path'] : [];
  }
  if (specifier.startsWith('node:')) {
    const own = relative(join(root, 'packages', name), file)
      .split(sep)
      .join('/');
    return rule.node?.test(own) ? [] : ['is a module of Node; this code also runs in browsers and workers'];
  }
  const workspace = /^@syncline\/([a-z]+)(\/.*)?$/.exec(specifier);
  if (workspace) {
    const [, other = '', entry = ''] = workspace;
    if (other === name) return ['imports its own package by name'];
    if (!rule.packages.includes(other))
      return [`may import only ${rule.packages.join(', ') || 'nothing'} of the workspace`];
    if (name === 'client' && other === 'auth' && !typeOnly && !runtimeEntries.client?.includes(specifier))
      return [`may import @syncline/auth for its types; at run time only ${runtimeEntries.client?.join(', ')}`];
    if (entry.startsWith('/src') || entry.startsWith('/dist')) return ['reaches past the exports of the package'];
    return [];
  }
  const library = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return rule.libraries.includes(library)
    ? []
    : [`is a library that ${name} may not use (allowed: ${rule.libraries.join(', ') || 'none'})`];
}

/** The way from a portable entry to a file that may use Node's own modules; empty when there is none. */
export function wayToNode(name: string, entry: string, importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = [[entry]];
  const seen = new Set<string>();
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const file = way.at(-1) ?? '';
    if (rules[name]?.node?.test(file)) return way;
    if (seen.has(file)) continue;
    seen.add(file);
    for (const next of importsOf.get(file) ?? []) ways.push([...way, next]);
  }
  return [];
}

if (import.meta.main) {
  const wrong: string[] = [];
  let read = 0;
  for (const name of Object.keys(rules)) {
    const importsOf = new Map<string, string[]>();
    for (const file of globSync(`packages/${name}/src/**/*.ts`, { cwd: root })) {
      const path = join(root, file);
      const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      read += 1;
      const own: string[] = [];
      for (const [, typeOnly, from, dynamic] of text.matchAll(importPattern)) {
        const specifier = from ?? dynamic ?? '';
        if (specifier.startsWith('.') && !typeOnly)
          own.push(
            relative(join(root, 'packages', name), resolve(dirname(path), specifier))
              .split(sep)
              .join('/'),
          );
        for (const reason of refusals(name, path, specifier, Boolean(typeOnly)))
          wrong.push(`${file}: '${specifier}' ${reason}`);
      }
      importsOf.set(file.split(sep).slice(2).join('/'), own);
    }
    for (const entry of portableEntries[name] ?? []) {
      if (!importsOf.has(entry))
        wrong.push(`packages/${name}/${entry}: is no file, but a portable entry of scripts/boundaries.ts`);
      const way = wayToNode(name, entry, importsOf);
      if (way.length > 0)
        wrong.push(`packages/${name}/${entry}: must run without Node, and leads to it: ${way.join(' → ')}`);
    }
  }
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) {
    console.error(
      `\n${wrong.length} import(s) point the wrong way. Move the code, or change the rule at the top of scripts/boundaries.ts and architecture with it.`,
    );
    process.exit(1);
  }
  console.log(`boundaries: ${read} files, every import points the right way`);
}
