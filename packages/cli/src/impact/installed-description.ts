import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Packages that depend on @syncline/openapi. With pnpm, it is only in their own folders. */
const DEPENDENTS = ['@syncline/client', '@syncline/auth', '@syncline/sandbox', '@syncline/cli'];

/**
 * The documents of the @syncline/openapi that the code of these folders uses, wherever the package manager installed
 * it: in the project, above it, or next to a package that depends on it. Undefined if it is not installed.
 */
export function findInstalledDescription(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const own = manifestFrom(folder, '@syncline/openapi');
    const found = own ?? DEPENDENTS.map((name) => manifestThrough(folder, name)).find((path) => path !== undefined);
    const documents = found && join(dirname(found), 'documents');
    if (documents !== undefined && existsSync(documents)) return documents;
  }
  return undefined;
}

function manifestThrough(folder: string, dependent: string): string | undefined {
  const manifest = manifestFrom(folder, dependent);
  return manifest && manifestFrom(dirname(manifest), '@syncline/openapi');
}

function manifestFrom(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
