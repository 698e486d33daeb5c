import { ConfigError } from '@syncline/core/internal';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { loadConfig } from '@redocly/openapi-core';
import { loadLintConfig } from '../generate/lint.ts';
import { loadDescription } from '../generate/load.ts';
import type { Description } from '../generate/model.ts';

/**
 * Loads both sides. Two files are two versions of one document, whatever their names are. A file compared with a folder
 * is a version of the document with the same name; the other documents are not compared, because there is only one
 * version of them.
 *
 * @throws {ConfigError} when a path is neither a document nor a folder of documents, or the folder has no document of
 * that name.
 * @throws {GenerateError} when a document cannot be used.
 */
export async function loadSides(
  before: string,
  after: string,
): Promise<readonly [readonly Description[], readonly Description[]]> {
  const [isOldFile, isNewFile] = [before, after].map((path) => existsSync(path) && statSync(path).isFile());
  const areFiles = isOldFile === true && isNewFile === true;
  const [old, now] = await Promise.all([loadSide(before), loadSide(after, areFiles ? nameOf(before) : undefined)]);
  if (isOldFile === isNewFile) return [old, now];
  return isNewFile === true ? [sameName(old, before, now, after), now] : [old, sameName(now, after, old, before)];
}

/** The document of a folder with the same name as a file. */
function sameName(
  folder: readonly Description[],
  path: string,
  [document]: readonly Description[],
  file: string,
): readonly Description[] {
  const found = folder.filter(({ name }) => name === document?.name);
  if (found.length > 0) return found;
  const names = folder.map(({ name }) => name).join(', ');
  throw new ConfigError(
    file,
    `is one document, and ${path} has ${names}. Give the file the name of the document that it is a version of, or compare two files`,
  );
}

function nameOf(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}

/**
 * Loads one side of a comparison: a document, a folder whose redocly.yaml lists documents, a folder of bundled
 * documents, or a folder that `generate` has written.
 *
 * @throws {ConfigError} when the path is none of these.
 * @throws {GenerateError} when a document cannot be used.
 */
export async function loadSide(path: string, nameOfFile = nameOf(path)): Promise<readonly Description[]> {
  if (!existsSync(path)) throw new ConfigError(path, 'does not exist. Name a document or a folder of documents');
  // The lint rules of the project are not applied: an older description may break them and can still be compared.
  const lint = await loadLintConfig({ preset: 'minimal' });
  const load = (name: string, file: string): Promise<Description> =>
    loadDescription(name, file, lint, { refuse: 'impossible' });
  if (!statSync(path).isDirectory()) return [await load(nameOfFile, resolve(path))];
  const configPath = join(path, 'redocly.yaml');
  if (!existsSync(configPath)) {
    // `generate` writes the bundled documents into a separate folder.
    const folder = existsSync(join(path, 'documents')) ? join(path, 'documents') : path;
    const bundles = readdirSync(folder).filter((file) => file.endsWith('.json'));
    if (bundles.length === 0)
      throw new ConfigError(
        path,
        'has no redocly.yaml and no bundled documents (*.json). Name the folder that has one of them',
      );
    return Promise.all(bundles.map((file) => load(basename(file, '.json'), resolve(folder, file))));
  }
  const { resolvedConfig } = await loadConfig({ configPath, skipPluginEval: true });
  return Promise.all(
    Object.entries(resolvedConfig.apis ?? {}).map(([name, { root }]) => load(name, resolve(path, root))),
  );
}
