// Why: our code runs in hosts that it does not own: browsers, workers, other realms, programs that replace built-in classes.
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

/**
 * Imports of `node:sqlite`. Node 20 does not have it, and says only `No such built-in module`, before any of our code can
 * say which version is needed.
 */
export function findNewModules(name: string, files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, typeOnly, isCall }) => specifier === 'node:sqlite' && !typeOnly && !isCall)
      .map(({ specifier }) => ({
        place: `packages/${name}/${path}`,
        imports: specifier,
        reason: 'which older versions of Node do not have',
        action: `Write \`process.getBuiltinModule?.('${specifier}')\`, and say which Node is needed if it is undefined`,
      })),
  );
}

/**
 * Every `import()` of code that runs in browsers and workers whose failure would be an error of the platform, different on
 * each of them: one that is not passed to `loadPart` of core, or to `load` of a call.
 */
export function findBareImports(name: string, files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, bareImports }) =>
    bareImports.map((specifier) => ({
      place: `packages/${name}/${path}`,
      imports: `loads ${specifier} later, which`,
      reason: 'is an error of the platform if it does not load',
      action: 'Write `loadPart(() => import(…))`, or `context.load(() => import(…))` inside a call',
    })),
  );
}
