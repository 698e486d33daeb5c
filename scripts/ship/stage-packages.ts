import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED, ROOT } from './packages.ts';
import { buildModules } from '../build/modules.ts';

/** The packages as npm installs them, in a separate folder. */
export interface StagedPackages {
  /** The folder that contains all of them */
  readonly folder: string;
  /** The folder of a package, such as `cli`, with `package.json` and `dist` */
  readonly folderOf: (name: string) => string;
  /** Removes all of them. */
  remove(): void;
}

/**
 * Builds the JavaScript of all packages, because programs start many times slower from TypeScript sources. They are
 * under `node_modules` of the root, so that they find their libraries.
 *
 * @throws {Error} when a package does not build
 */
export async function stagePackages(): Promise<StagedPackages> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const stage = mkdtempSync(join(cache, 'staged-'));
  const folderOf = (name: string): string => join(stage, 'node_modules/@syncline', name);
  const remove = (): void => rmSync(stage, { recursive: true, force: true });
  try {
    for (const name of PUBLISHED) {
      mkdirSync(folderOf(name), { recursive: true });
      copyFileSync(join(ROOT, 'packages', name, 'package.json'), join(folderOf(name), 'package.json'));
      await buildModules(join(ROOT, 'packages', name), join(folderOf(name), 'dist'));
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: stage, folderOf, remove };
}

// The benchmarks stage packages in a separate process: `node scripts/ship/stage-packages.ts` prints the folder.
if (import.meta.main) console.log((await stagePackages()).folder);
