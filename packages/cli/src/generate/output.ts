import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './generate.ts';
import { HEADER } from './print.ts';

/** How a folder differs from what the generator would write. */
export interface Drift {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** Generated files that the documents no longer produce. */
  readonly extra: readonly string[];
}

/**
 * Compares a folder with the generated files. It also finds missing files and generated files that are no longer
 * needed.
 */
export async function findDrift(folder: string, files: Files): Promise<Drift> {
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [path, content] of files) {
    const present = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (present === undefined) missing.push(path);
    else if (present !== content) changed.push(path);
  }
  const extra = (await generatedFiles(folder, files)).filter((path) => !files.has(path));
  return { changed, missing, extra };
}

/**
 * Writes the files that differ and removes those that are no longer needed. All files are complete before the first one
 * is replaced.
 */
export async function writeFiles(folder: string, files: Files): Promise<Drift> {
  const drift = await findDrift(folder, files);
  const moves: { from: string; to: string }[] = [];
  try {
    for (const path of [...drift.changed, ...drift.missing]) {
      const to = join(folder, path);
      const from = `${to}.new`;
      await mkdir(dirname(to), { recursive: true });
      moves.push({ from, to });
      await writeFile(from, files.get(path) ?? '');
    }
    for (const { from, to } of moves) await rename(from, to);
  } finally {
    await Promise.all(moves.map(({ from }) => rm(from, { force: true })));
  }
  await Promise.all(drift.extra.map((path) => rm(join(folder, path))));
  return drift;
}

/**
 * The entries of an output folder that were not generated. A folder that has any is not ours to write to.
 *
 * @example
 * ```ts
 * const own = await unmanagedFiles('src/sync'); // ["notes.md"]
 * ```
 */
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

/**
 * The files that look generated, in the folders that are written to: JSON where only JSON is written, `*.gen.ts`
 * elsewhere.
 */
async function generatedFiles(folder: string, files: Files): Promise<string[]> {
  const paths = [...files.keys()];
  const found = await Promise.all(
    [...new Set(paths.map((path) => dirname(path)))].map(async (part) => {
      const own = paths.filter((path) => dirname(path) === part);
      const name = own.every((path) => path.endsWith('.json')) ? /\.json$/ : /\.gen\.ts$/;
      const entries = await readdir(join(folder, part)).catch(() => []);
      return entries.filter((entry) => name.test(entry)).map((entry) => join(part, entry));
    }),
  );
  return found.flat();
}
