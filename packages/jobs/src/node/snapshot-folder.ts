import { checkLists, ConfigError, isConfigError } from '@syncline/core/internal';
import {
  isLinkError,
  makeFolder,
  readProblem,
  readText,
  refuseLink,
  replaceFile,
  sharedMode,
} from '@syncline/core/files';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jobOfFile, parseSnapshot, type SnapshotText } from '../snapshot/parse-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * Reads the snapshot in a folder: its `index.json`, and every `.json` file in the folder and in the folders directly
 * below it.
 *
 * @throws {ConfigError} when the folder does not exist, or a file is not one of a snapshot. The message begins with the path
 * @example
 * ```ts
 * import { compareSnapshots, type Snapshot } from '@syncline/jobs';
 * import { readSnapshot } from '@syncline/jobs/node';
 *
 * const drift = async (now: Snapshot) => compareSnapshots(await readSnapshot('jobs/production'), now);
 * ```
 */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  const texts = await readTexts(folder);
  try {
    return parseSnapshot(texts);
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const { option, message } = error;
    throw new ConfigError(join(folder, option), message.slice(option.length + 1), { cause: error });
  }
}

/** The JSON files of a folder and of the folders directly below it, with `/` in their paths. */
async function readTexts(folder: string): Promise<SnapshotText[]> {
  const texts: SnapshotText[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory() && below === '' && !entry.name.startsWith('.')) await visit(`${path}/`);
      else if (entry.isFile() && entry.name.endsWith('.json'))
        texts.push({ path, text: await readText(join(folder, path)) });
      // Left out in silence, its jobs would look like new ones in a comparison.
      else if (entry.isSymbolicLink() && (await leadsToJobs(folder, path))) refuseLink(join(folder, path));
    }
  };
  try {
    await visit('');
  } catch (error) {
    throw folderError(folder, 'read', error);
  }
  return texts;
}

/** The allowed paths of a snapshot, which cannot leave the folder. */
const safePath = /^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.json$/;

/** Whether a link stands where a snapshot has a file of a job, or a folder with such files. */
async function leadsToJobs(folder: string, path: string): Promise<boolean> {
  if (path.endsWith('.json')) return safePath.test(path);
  return !path.includes('/') && ((await stat(join(folder, path)).catch(() => undefined))?.isDirectory() ?? false);
}

/** What is wrong with the folder of a snapshot, and how to fix it. */
function folderError(folder: string, action: 'read' | 'written', error: unknown): ConfigError {
  if (isLinkError(error))
    return new ConfigError(
      error.path,
      `is a link to another location; replace it with a ${error.path.endsWith('.json') ? 'file' : 'folder'}`,
      { cause: error },
    );
  const { code = 'an error' } = error as NodeJS.ErrnoException;
  const rule =
    code === 'ENOENT' && action === 'read'
      ? 'does not exist; name the folder of a snapshot'
      : code === 'ENOTDIR' || code === 'EEXIST'
        ? 'is not a folder; name the folder of a snapshot'
        : code === 'EFBIG'
          ? `has a file that ${readProblem(error)}`
          : `cannot be ${action} (${code}); check its permissions and the space on the disk`;
  return new ConfigError(folder, rule, { cause: error });
}

/** The result of {@link writeSnapshot}, as paths relative to the folder. */
export interface WrittenSnapshot {
  /** Files that are new or whose content changed */
  readonly written: readonly string[];
  /** Files of jobs that no longer exist */
  readonly removed: readonly string[];
  /** How many files already had the right content */
  readonly unchanged: number;
}

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
  makeFolder(folder);
  const present = new Map((await readTexts(folder)).map(({ path, text }) => [path, text]));

  // Before anything is written, so that a folder that leads elsewhere leaves the snapshot as it is. What is behind a link
  // was not read, so it could not be compared either.
  const folders = new Set([...wanted.keys()].map((path) => dirname(path)).filter((below) => below !== '.'));
  for (const below of folders) makeFolder(folder, below);
  const written: string[] = [];
  for (const [path, text] of wanted) {
    if (present.get(path) === text) continue;
    replaceFile(join(folder, path), text, { mode: sharedMode });
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
