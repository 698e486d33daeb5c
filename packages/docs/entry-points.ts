import { readFileSync } from 'node:fs';

/** Packages in the order in which they are met. */
const packages = ['client', 'auth', 'odata', 'openapi', 'core', 'sandbox', 'cli'];

/** Every public entry, by the name that follows `@syncline/`, with its source: what `exports` of the packages say. */
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
