import { readFileSync } from 'node:fs';

/** A package comes before those that re-export parts of it, so that each export is documented where it is declared. */
const packages = ['core', 'openapi', 'odata', 'auth', 'client', 'jobs', 'runs', 'sandbox', 'ops', 'mcp', 'cli'];

/** Every public entry, by the name that follows `@syncline/`, with its source, from `exports` of the packages. */
export const entryPoints: ReadonlyMap<string, string> = new Map(
  packages.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(new URL(`../${name}/package.json`, import.meta.url), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    return Object.entries(exports).flatMap(([path, target]) =>
      typeof target === 'string' || target['@syncline/source'] === undefined
        ? []
        : [[`${name}${path.slice(1)}`, `../${name}/${target['@syncline/source'].slice(2)}`] as const],
    );
  }),
);
