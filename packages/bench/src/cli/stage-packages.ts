import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../scripts/ship/stage-packages.ts', import.meta.url));

/**
 * Builds the packages as npm installs them, because loading TypeScript sources takes many times as long.
 *
 * @returns the folder of a package, and what removes all of them
 */
export function stagePackages(): { readonly folderOf: (name: string) => string; remove(): void } {
  const stage = execFileSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  return {
    folderOf: (name) => join(stage, 'node_modules/@syncline', name),
    remove: () => rmSync(stage, { recursive: true }),
  };
}
