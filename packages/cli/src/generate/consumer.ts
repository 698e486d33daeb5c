import { resolve } from 'node:path';
import { isAbsoluteUrl } from '@redocly/openapi-core';
import { GenerateError } from './generate-error.ts';
import { loadLintConfig } from './lint-config.ts';
import { loadDescription } from './load.ts';
import { isFor, readOverlay, refuseUnmatchedTargets } from './overlays.ts';
import type { Loaded } from './read-description.ts';

/** What a consumer generates from. */
export interface ConsumerOptions {
  /** `name=path` or `name=https://…`, such as `odata=./odata.yaml`. */
  readonly documents: readonly string[];
  readonly overlays: readonly string[];
  /**
   * A redocly configuration with the lint rules; a document with errors is refused. Without it, a document is refused
   * only if generating from it is impossible, and redocly's recommended rules give warnings.
   */
  readonly config?: string | undefined;
}

/**
 * Loads the documents of a consumer. An overlay is applied to the document that its `extends` names, or to all
 * documents if it names none.
 *
 * @throws {GenerateError} when a document or an overlay cannot be used.
 * @example
 * ```ts
 * const descriptions = await loadConsumer({ documents: ['odata=./odata.yaml'], overlays: ['./ours.yaml'] });
 * ```
 */
export async function loadConsumer({
  documents,
  overlays,
  config: configPath,
}: ConsumerOptions): Promise<readonly Loaded[]> {
  const lint = await loadLintConfig(configPath === undefined ? { preset: 'recommended' } : { configPath });
  const named = documents.map(parseDocument);
  const taken = named.find(({ name }, index) => named.findIndex((other) => other.name === name) !== index);
  if (taken)
    throw new GenerateError([
      { file: taken.file, line: 0, reason: `is the second document named ${taken.name}: give it another name` },
    ]);
  const applied = await Promise.all(overlays.map((file) => readOverlay(file, lint.config)));
  const loaded = await Promise.all(
    named.map(async ({ name, file }) => ({
      file,
      description: await loadDescription(name, file, lint, {
        overlays: applied.filter((overlay) => isFor(overlay, file)),
        refuse: configPath === undefined ? 'impossible' : 'errors',
      }),
    })),
  );
  refuseUnmatchedTargets(
    applied,
    loaded.map(({ file, description: { before, document } }) => ({ file, before, after: document })),
  );
  return loaded.map(({ description }) => description);
}

/** Names of the generator's own files. */
const OWN_FILES = new Set(['records', 'properties', 'operations', 'security-schemes', 'decode', 'fields', 'tables']);

function parseDocument(text: string): { name: string; file: string } {
  const [name = '', ...rest] = text.split('=');
  const file = rest.join('=');
  const isNamed = /^[a-z][a-z0-9-]*$/.test(name);
  if (!isNamed || file === '') {
    const reason =
      file === '' || name === ''
        ? 'is not a document: write name=path, such as odata=./odata.yaml'
        : `has the name ${name}, which must be lower-case letters, digits and hyphens, and begin with a letter`;
    throw new GenerateError([{ file: text, line: 0, reason }]);
  }
  if (OWN_FILES.has(name)) {
    const reason = `cannot be named ${name}, because the generator writes a file of that name: choose another name`;
    throw new GenerateError([{ file, line: 0, reason }]);
  }
  return { name, file: isAbsoluteUrl(file) ? file : resolve(file) };
}
