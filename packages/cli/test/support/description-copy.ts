import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** A temporary folder, removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'syncline-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of openapi/ in which one text of one file is replaced. */
export async function descriptionCopy(file?: string, from?: string | RegExp, to = ''): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(repository, 'openapi'), folder, { recursive: true });
  if (file !== undefined && from !== undefined) {
    const path = join(folder, file);
    const before = await readFile(path, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not hold ${from}`);
    await writeFile(path, after);
  }
  return folder;
}
