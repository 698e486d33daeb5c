import { checkLists, ConfigError, isConfigError } from '@syncline/core/internal';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jobOfFile } from '../snapshot/parse-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { makeFolder } from './make-folder.ts';
import { folderError, readTexts } from './read-snapshot.ts';

/** The result of {@link writeSnapshot}, as paths relative to the folder. */
export interface WrittenSnapshot {
  /** Files that are new or whose content changed */
  readonly written: readonly string[];
  /** Files of jobs that no longer exist */
  readonly removed: readonly string[];
  /** How many files already had the right content */
  readonly unchanged: number;
}

/** The allowed paths of a snapshot, which cannot leave the folder. */
const safePath = /^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.json$/;

/**
 * Writes a snapshot into a folder, for git: a file is written only if its content changes, and files of jobs that no
 * longer exist are removed. The file of a job that could not be read does not change, and `index.json` lists the job.
 * Other files in the folder do not change either.
 *
 * @throws {ConfigError} when a path of the snapshot is not one that `takeSnapshot` creates, or the folder cannot be
 * written
 * @example
 * ```ts
 * import { readInventory, takeSnapshot, type ReadInventoryOptions } from '@syncline/jobs';
 * import { writeSnapshot } from '@syncline/jobs/node';
 *
 * const save = async (clients: ReadInventoryOptions) =>
 *   writeSnapshot('jobs/production', await takeSnapshot(await readInventory(clients)));
 * ```
 */
export async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<WrittenSnapshot> {
  checkLists('snapshot', snapshot, ['files', 'unreadable'], 'takeSnapshot');
  const wanted = new Map([...snapshot.files, snapshot.index].map(({ path, text }) => [path, text]));
  for (const path of wanted.keys())
    if (!safePath.test(path))
      throw new ConfigError('snapshot', `must have the paths that takeSnapshot creates, found ${path}`);
  try {
    return await replaceFiles(folder, wanted, snapshot);
  } catch (error) {
    throw isConfigError(error) ? error : folderError(folder, 'written', error);
  }
}

async function replaceFiles(
  folder: string,
  wanted: ReadonlyMap<string, string>,
  snapshot: Snapshot,
): Promise<WrittenSnapshot> {
  await makeFolder(folder);
  const present = new Map((await readTexts(folder)).map(({ path, text }) => [path, text]));

  const written: string[] = [];
  for (const [path, text] of wanted) {
    if (present.get(path) === text) continue;
    const file = join(folder, path);
    await makeFolder(dirname(file));
    // A rename replaces the file atomically, so that nobody reads half of it. What has the temporary name may be a link,
    // and a write would follow it.
    await rm(`${file}.tmp`, { force: true });
    await writeFile(`${file}.tmp`, text, { flag: 'wx' });
    await rename(`${file}.tmp`, file);
    written.push(path);
  }
  const unreadable = new Set(snapshot.unreadable.map(({ name, workspace }) => JSON.stringify([workspace, name])));
  const removed: string[] = [];
  for (const [path, text] of present) {
    const job = wanted.has(path) ? undefined : jobOfFile(text);
    if (job === undefined || unreadable.has(JSON.stringify([job.workspace, job.name]))) continue;
    await rm(join(folder, path));
    removed.push(path);
  }
  return { written: written.sort(), removed: removed.sort(), unchanged: wanted.size - written.length };
}
