import { ConfigError } from '@syncline/core';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSnapshot, type SnapshotText } from '../snapshot/parse-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * Reads the snapshot in a folder: its `index.json`, and every `.json` file in the folder and in the folders directly
 * below it.
 *
 * @throws {ConfigError} when the folder does not exist, or a file is not one of a snapshot
 * @example
 * ```ts
 * import { compareSnapshots, type Snapshot } from '@syncline/jobs';
 * import { readSnapshot } from '@syncline/jobs/node';
 *
 * const drift = async (now: Snapshot) => compareSnapshots(await readSnapshot('jobs/production'), now);
 * ```
 */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  return parseSnapshot(await readTexts(folder));
}

/** The JSON files of a folder and of the folders directly below it, with `/` in their paths. */
export async function readTexts(folder: string): Promise<SnapshotText[]> {
  const texts: SnapshotText[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries) {
      const path = `${below}${entry.name}`;
      if (entry.isDirectory() && below === '' && !entry.name.startsWith('.')) await visit(`${path}/`);
      else if (entry.isFile() && entry.name.endsWith('.json'))
        texts.push({ path, text: await readFile(join(folder, path), 'utf8') });
    }
  };
  try {
    await visit('');
  } catch (error) {
    throw new ConfigError('folder', `cannot be read (${(error as { code?: string }).code ?? 'error'})`, {
      cause: error,
    });
  }
  return texts;
}
