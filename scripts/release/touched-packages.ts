import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED, readManifest } from '../ship/packages.ts';

/**
 * The packages whose public declarations can differ between two checkouts: those with other sources, dependencies or
 * compiler options, and those that import them. Versions do not count.
 */
export function touchedPackages(before: string, after: string): readonly string[] {
  if (sharedText(before) !== sharedText(after)) return PUBLISHED;
  const touched = new Set<string>();
  // Each package comes after the packages that it imports.
  for (const name of PUBLISHED) {
    const imports = [before, after].flatMap((root) => importsOf(root, name));
    if (imports.some((other) => touched.has(other)) || packageText(before, name) !== packageText(after, name))
      touched.add(name);
  }
  return PUBLISHED.filter((name) => touched.has(name));
}

/** The inputs of a package's declarations. */
function packageText(root: string, name: string): string {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) return '';
  const { exports, dependencies = {}, peerDependencies } = readManifest(folder);
  const libraries = Object.entries(dependencies).filter(([dependency]) => !dependency.startsWith('@syncline/'));
  const files = globSync(['src/**/*.ts', 'tsconfig.build.json'], { cwd: folder }).sort();
  return JSON.stringify([
    exports,
    libraries,
    peerDependencies,
    files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ]);
}

/** The inputs of every package's declarations: the compiler's options, and the installed libraries. */
function sharedText(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>;
  };
  const libraries = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, { version }]) => [path, version]);
  return JSON.stringify([readFileSync(join(root, 'tsconfig.base.json'), 'utf8'), libraries]);
}

function importsOf(root: string, name: string): readonly string[] {
  const folder = join(root, 'packages', name);
  if (!existsSync(join(folder, 'package.json'))) return [];
  return Object.keys(readManifest(folder).dependencies ?? {}).flatMap((dependency) =>
    dependency.startsWith('@syncline/') ? [dependency.slice('@syncline/'.length)] : [],
  );
}
