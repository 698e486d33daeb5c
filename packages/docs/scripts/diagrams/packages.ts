import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../', import.meta.url);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The rows of the packages' diagram with an arrow for each import, from the manifests. An import that another one
 * implies has no arrow: whoever imports `client` also has `core`.
 *
 * @throws {Error} for a published package without a box
 */
export function withImports(rows: string): string {
  const imports = new Map<string, readonly string[]>();
  for (const directory of readdirSync(folder).sort()) {
    const manifest = JSON.parse(readFileSync(new URL(`${directory}/package.json`, folder), 'utf8')) as Manifest;
    if (manifest.private === true) continue;
    if (!rows.includes(`[${directory} |`)) throw new Error(`diagrams/packages.txt: add a box for ${directory}.`);
    const names = Object.keys(manifest.dependencies ?? {});
    const own = names.filter((name) => name.startsWith('@syncline/')).map((name) => name.slice('@syncline/'.length));
    imports.set(directory, own);
  }
  const reaches = (from: string, to: string): boolean =>
    (imports.get(from) ?? []).some((name) => name === to || reaches(name, to));
  const arrows = [...imports].flatMap(([name, own]) =>
    own.filter((each) => !own.some((other) => reaches(other, each))).map((each) => `${each} -> ${name}`),
  );
  return [rows, ...arrows].join('\n');
}
