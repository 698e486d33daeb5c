import { makeFolder, readText, sharedMode, stageFile, type StagedFile } from '@syncline/core/files';
import { readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GenerateError, displayPath } from './generate-error.ts';
import type { Files } from './generate.ts';
import { HEADER } from './print.ts';

/** The differences between a folder and what the generator would write. */
export interface Drift {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** Generated files that the documents no longer produce. */
  readonly extra: readonly string[];
}

/** The file that lists every file that the generator wrote to a folder, so that it never touches another one. */
const LIST = 'generated-files.txt';
const LIST_HEADER = `# Written by \`syncline generate\`: the files here that it may replace and remove. Do not edit.\n`;

/**
 * Compares a folder with the generated files. It also finds missing files and generated files that are no longer
 * needed: those that are in the folder's list and still look generated.
 */
export async function findDrift(folder: string, files: Files): Promise<Drift> {
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [path, content] of files) {
    const present = await readPresent(join(folder, path));
    if (present === undefined) missing.push(path);
    else if (present !== content) changed.push(path);
  }
  const listed = [...((await readList(folder)) ?? [])].filter((path) => path !== LIST && !files.has(path));
  const ownership = await Promise.all(listed.map((path) => isOwn(folder, path, true)));
  return { changed, missing, extra: listed.filter((_, index) => ownership[index]) };
}

/**
 * Writes the files that differ and removes those that are no longer needed. All files are complete before the first one
 * is replaced. A file that the generator did not write is neither replaced nor removed.
 *
 * @throws {GenerateError} when a file that the generator did not write has the name of one that it would write, when a
 *   folder below this one is a link to another location, and when the folder cannot be written.
 */
export async function writeFiles(folder: string, files: Files): Promise<Drift> {
  await refuseLinks(folder, files);
  const drift = await findDrift(folder, files);
  const list = await readList(folder);
  const foreign = await Promise.all(
    drift.changed.map(async (path) => !(await isOwn(folder, path, list === undefined || list.has(path)))),
  );
  if (foreign.includes(true)) {
    const reason = 'was not written by syncline generate, and would be replaced: move it, or choose another folder';
    const paths = drift.changed.filter((_, index) => foreign[index]);
    throw new GenerateError(paths.map((path) => ({ file: join(folder, path), line: 0, reason })));
  }
  const writes = [...drift.changed, ...drift.missing].map((path) => [path, files.get(path) ?? ''] as const);
  const newList = printList(files);
  if ((await readPresent(join(folder, LIST))) !== newList) writes.push([LIST, newList]);
  const staged: StagedFile[] = [];
  try {
    for (const [path, content] of writes) {
      makeFolder(folder, ...path.split('/').slice(0, -1));
      staged.push(stageFile(join(folder, path), content, { mode: sharedMode }));
    }
    for (const each of staged) each.commit();
  } catch (error) {
    throw unwritable(folder, error);
  } finally {
    for (const each of staged) each.discard();
  }
  await Promise.all(drift.extra.map((path) => rm(join(folder, path))));
  // An empty folder is removed. A folder with a file of the user's is kept.
  for (const part of new Set(drift.extra.map((path) => dirname(path))))
    await rmdir(join(folder, part)).catch(() => undefined);
  return drift;
}

/** The error of a folder that cannot be written, such as one that is a file or is below one. */
function unwritable(folder: string, error: unknown): Error {
  const { code, path = folder } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  const reason = `cannot be written (${code}): choose another folder`;
  return new GenerateError([{ file: displayPath(path), line: 0, reason }]);
}

/**
 * The entries of an output folder that were not generated. `syncline generate` refuses a folder that has any.
 *
 * @example
 * ```ts
 * const own = await unmanagedFiles('src/sync'); // ["notes.md"]
 * ```
 */
export async function unmanagedFiles(folder: string): Promise<readonly string[]> {
  const list = await readList(folder);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const unmanaged = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const { name } = entry;
      if (entry.isDirectory()) {
        if (name !== 'documents') return [name];
        const inside = (await readdir(join(folder, name))).map((file) => `${name}/${file}`);
        return inside.filter((path) => !(list?.has(path) ?? path.endsWith('.json')));
      }
      return (await isOwn(folder, name, list === undefined || list.has(name))) ? [] : [name];
    }),
  );
  return unmanaged.flat();
}

/**
 * Whether the generator wrote a file: the file is in the list, and it begins with the header of generated files, if its
 * format allows one.
 */
async function isOwn(folder: string, path: string, isListed: boolean): Promise<boolean> {
  const text = await readPresent(join(folder, path));
  if (text === undefined || !isListed) return false;
  if (path === LIST) return text.startsWith(LIST_HEADER);
  return path.endsWith('.ts') ? text.startsWith(HEADER) : path.endsWith('.json');
}

function printList(files: Files): string {
  const paths = [...files.keys(), LIST].sort();
  return `${LIST_HEADER}${paths.map((path) => `${path}\n`).join('')}`;
}

/**
 * The files in the list of a folder; undefined if it has no list. Anybody can edit the list, and what it names may be
 * removed, so lines that lead out of the folder are ignored.
 */
async function readList(folder: string): Promise<ReadonlySet<string> | undefined> {
  const text = await readPresent(join(folder, LIST));
  if (text === undefined || !text.startsWith(LIST_HEADER)) return undefined;
  const lines = text.slice(LIST_HEADER.length).split('\n').filter(isBelow);
  const inside = await Promise.all(lines.map((line) => isInside(folder, line)));
  return new Set(lines.filter((_, index) => inside[index]));
}

/** Whether a path names something below a folder: it has no empty part, no `..`, and no drive. */
function isBelow(path: string): boolean {
  return path.split(/[/\\]/).every((part) => !/^\.{0,2}$|:/.test(part));
}

/** Whether the folder of a path is really below another folder, and not behind a link. It need not exist. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const below = dirname(path);
  const [real, root] = await Promise.all(
    [join(folder, below), folder].map((each) => realpath(each).catch(() => undefined)),
  );
  return real === undefined || root === undefined || real === join(root, below);
}

async function refuseLinks(folder: string, files: Files): Promise<void> {
  for (const path of files.keys()) {
    if (await isInside(folder, path)) continue;
    const file = displayPath(join(folder, dirname(path)));
    throw new GenerateError([{ file, line: 0, reason: 'is a link to another location: replace it with a folder' }]);
  }
}

function readPresent(path: string): Promise<string | undefined> {
  return readText(path).catch(() => undefined);
}
