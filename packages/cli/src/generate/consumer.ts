import { resolve } from 'node:path';
import { createConfig, loadConfig, type Config } from '@redocly/openapi-core';
import { GenerateError } from './generate-error.ts';
import { loadDescription } from './load.ts';
import type { Description } from './model.ts';
import { isFor, readOverlay, refuseUnmatchedTargets } from './overlays.ts';

/** What a consumer generates from. */
export interface ConsumerOptions {
  /** `name=path`, such as `odata=./odata.yaml`. */
  readonly documents: readonly string[];
  readonly overlays: readonly string[];
  /** A redocly configuration with the lint rules. Without it, only errors of redocly's recommended rules count. */
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
}: ConsumerOptions): Promise<readonly Description[]> {
  const config: Config =
    configPath === undefined ? await createConfig({ extends: ['recommended'] }) : await loadConfig({ configPath });
  const named = documents.map(parseDocument);
  const taken = named.find(({ name }, index) => named.findIndex((other) => other.name === name) !== index);
  if (taken)
    throw new GenerateError([
      { file: taken.file, line: 0, reason: `is the second document named ${taken.name}: give it another name` },
    ]);
  const applied = await Promise.all(overlays.map((file) => readOverlay(file, config)));
  const descriptions = await Promise.all(
    named.map(({ name, file }) =>
      loadDescription(name, file, config, {
        overlays: applied.filter((overlay) => isFor(overlay, file)).map((overlay) => overlay.file),
        strict: configPath !== undefined,
      }),
    ),
  );
  if (applied.length > 0)
    await refuseUnmatchedTargets(
      applied,
      descriptions.map(({ document }, index) => ({ file: named[index]?.file ?? '', after: document })),
      config,
    );
  return descriptions;
}

function parseDocument(text: string): { name: string; file: string } {
  const [, name, file] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || file === undefined) {
    throw new GenerateError([
      { file: text, line: 0, reason: 'is not a document: write name=path, such as odata=./odata.yaml' },
    ]);
  }
  return { name, file: resolve(file) };
}
