import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository, temporaryFolder } from './description-copy.ts';

export const CONSUMER_OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable', 'dom', 'dom.asynciterable', 'dom.iterable'],
  customConditions: ['@syncline/source'],
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** A temporary project with these files. Its node_modules has the packages of this repository. */
export async function consumerProject(files: Readonly<Record<string, string>>, folder?: string): Promise<string> {
  folder ??= await temporaryFolder();
  const all = {
    'package.json': '{ "name": "consumer", "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: CONSUMER_OPTIONS }),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of ['@syncline', 'openapi-fetch'])
    symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}
