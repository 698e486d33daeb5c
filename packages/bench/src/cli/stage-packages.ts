import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = ['openapi', 'core', 'odata', 'auth', 'client', 'jobs', 'runs', 'sandbox', 'ops', 'cli'];

/**
 * Builds the packages as npm installs them, because loading TypeScript sources takes many times as long. They are under
 * `node_modules` of the root, where they find their libraries.
 *
 * @returns the folder of a package, and what removes all of them
 */
export function stagePackages(): { readonly folderOf: (name: string) => string; remove(): void } {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const stage = mkdtempSync(join(cache, 'bench-cli-'));
  const folderOf = (name: string): string => join(stage, 'node_modules/@syncline', name);
  for (const name of packages) {
    mkdirSync(folderOf(name), { recursive: true });
    copyFileSync(join(root, 'packages', name, 'package.json'), join(folderOf(name), 'package.json'));
    const folders = [join(root, 'packages', name), join(folderOf(name), 'dist')];
    execFileSync(process.execPath, [join(root, 'scripts/build/modules.ts'), ...folders], { stdio: 'inherit' });
  }
  return { folderOf, remove: () => rmSync(stage, { recursive: true }) };
}
