import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../support/exit-codes.ts';

type Dependencies = Readonly<Record<string, string>>;

/** The fields of package.json that `syncline init` reads. */
export interface Manifest {
  readonly type?: string;
  readonly packageManager?: string;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
}

/** The package.json of a folder; undefined if there is none. @throws {InputError} when it cannot be read */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    // Not JSON: the message below says so.
  }
  if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest;
  throw new InputError(`${file} is not a JSON object. Fix it, then run the command again`);
}
