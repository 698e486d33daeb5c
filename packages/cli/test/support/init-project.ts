import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CONSUMER_OPTIONS } from './consumer-project.ts';
import { repository, temporaryFolder } from './description-copy.ts';

export const ESM = { name: 'app', type: 'module', devDependencies: { vitest: '5.1.1', typescript: '7.0.2' } };
export const STRICT = { compilerOptions: { ...CONSUMER_OPTIONS, types: ['node'], exactOptionalPropertyTypes: true } };

/** Files with their contents. An object is written as JSON. */
export type Contents = Readonly<Record<string, string | object>>;

/** A project with these files and with the packages of this repository installed. */
export async function projectWith(files: Contents): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The sorted paths of the files in a project, without node_modules. */
export const filesIn = (folder: string): readonly string[] =>
  globSync(['**', '**/.*'], { cwd: folder, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

export const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
