import { ConfigError, isConfigError } from '@syncline/core/internal';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSnapshot, type SnapshotText } from '../snapshot/parse-snapshot.ts';
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
    throw folderError(folder, 'read', error);
  }
  return texts;
}

/** What is wrong with the folder of a snapshot, and how to fix it. */
export function folderError(folder: string, action: 'read' | 'written', error: unknown): ConfigError {
  const { code = 'an error' } = error as NodeJS.ErrnoException;
  const rule =
    code === 'ENOENT' && action === 'read'
      ? 'does not exist; name the folder of a snapshot'
      : code === 'ENOTDIR' || code === 'EEXIST'
        ? 'is not a folder; name the folder of a snapshot'
        : `cannot be ${action} (${code}); check its permissions and the space on the disk`;
  return new ConfigError(folder, rule, { cause: error });
}
