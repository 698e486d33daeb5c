import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './generate.ts';

/** How a folder differs from what generation would put there. */
export interface Drift {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** Generated files that no document asks for any more. */
  readonly extra: readonly string[];
}

const GENERATED = [{ folder: 'src', name: /\.gen\.ts$/ }, { folder: 'documents', name: /\.json$/ }];

/** Compares whole trees, so that a new or a left-over file is seen too. */
export async function findDrift(folder: string, files: Files): Promise<Drift> {
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [path, content] of files) {
    const present = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (present === undefined) missing.push(path);
    else if (present !== content) changed.push(path);
  }
  const extra = (await generatedFiles(folder)).filter((path) => !files.has(path));
  return { changed, missing, extra };
}

/** Writes what differs and removes what is left over. Every file is complete before the first takes its place. */
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

async function generatedFiles(folder: string): Promise<string[]> {
  const found = await Promise.all(GENERATED.map(async ({ folder: part, name }) => {
    const entries = await readdir(join(folder, part)).catch(() => []);
    return entries.filter((entry) => name.test(entry)).map((entry) => `${part}/${entry}`);
  }));
  return found.flat();
}
