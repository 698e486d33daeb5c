import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADER } from './print.ts';

/** What lies in an output folder and was not generated: such a folder is not ours to write to. */
export async function unmanagedFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const unmanaged = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isDirectory()) return entry.name === 'documents' ? [] : [entry.name];
      const text = await readFile(join(folder, entry.name), 'utf8');
      return text.startsWith(HEADER) ? [] : [entry.name];
    }),
  );
  return unmanaged.flat();
}
