import { lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../support/exit-codes.ts';
import type { Layout } from './layout.ts';
import { printClient } from './print-client.ts';
import { printEnvironment } from './print-environment.ts';
import { printTest } from './print-test.ts';
import type { NewFile, Project, Services } from './project.ts';

/** The files that `syncline init` writes for a project. */
export function planFiles(project: Project, layout: Layout, services: Services): readonly NewFile[] {
  return [
    { path: layout.client, text: printClient(project, layout, services) },
    { path: layout.test, text: printTest(project, layout, services) },
    { path: '.env.example', text: printEnvironment(services) },
  ];
}

/** The paths that already exist, including folders and broken links. */
export function takenPaths({ folder }: Project, files: readonly NewFile[]): readonly string[] {
  return files.map(({ path }) => path).filter((path) => isTaken(join(folder, path)));
}

function isTaken(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A parent of the file is not a folder. Writing the file will report what is wrong.
    return false;
  }
}

/**
 * Writes the files and the folders that they need: all or none.
 *
 * @throws {InputError} when one of them has been created in the meantime, or cannot be written
 */
export async function writeNewFiles({ folder }: Project, files: readonly NewFile[]): Promise<void> {
  const written: string[] = [];
  for (const { path, text } of files) {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
      written.push(file);
    } catch (error) {
      await Promise.all(written.map((each) => rm(each)));
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new InputError(`${path} cannot be written (${code}). Check the folder and its permissions`);
    }
  }
}
