import type { Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Uses of `instanceof` with a class of the platform, or of another package of this repository. It is false for a value of
 * another realm (an iframe, `node:vm`, Jest) or of another copy of the package, for a promise of a program that replaced
 * `Promise` (zone.js), and it knows nothing of what a value in a proxy can do.
 */
export function findForeignInstances(name: string, files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, foreignClasses }) =>
    foreignClasses.map((foreign) => ({
      place: `packages/${name}/${path}`,
      imports: `asks for \`instanceof ${foreign}\`, which`,
      reason: 'is false for the same value of another realm or another copy',
      action:
        'Ask what the value can do: isThenable, timeOf or isError of core, ArrayBuffer.isView, a guard, or its name',
    })),
  );
}
