import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';

/**
 * Writes the search index of a built site. Starlight has written one, but it ends Pagefind's process before all files are
 * on the disk, which now and then leaves some of them empty. These are written by this process.
 */
export async function writeSearchIndex(dist: string): Promise<number> {
  const { index, errors } = await createIndex({});
  if (index === undefined) throw new Error(`Pagefind did not start: ${errors.join('; ')}`);
  const added = await index.addDirectory({ path: dist });
  const { files, errors: problems } = await index.getFiles();
  const wrong = [...added.errors, ...problems];
  if (wrong.length > 0) throw new Error(`Pagefind could not index ${dist}: ${wrong.join('; ')}`);
  rmSync(join(dist, 'pagefind'), { recursive: true, force: true });
  for (const { path, content } of files) {
    const file = join(dist, 'pagefind', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await close();
  return files.length;
}
