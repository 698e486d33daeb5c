import { dirname, resolve } from 'node:path';
import { loadConfig } from '@redocly/openapi-core';
import { GenerateError } from './generate-error.ts';
import { loadDescription } from './load.ts';
import type { Description } from './model.ts';

/**
 * Loads every document that a redocly configuration maps, under the name it has there.
 *
 * @throws {GenerateError} when one of them is missing, cannot be parsed or does not lint.
 */
export async function loadProject(configPath: string): Promise<readonly Description[]> {
  const config = await loadConfig({ configPath });
  const apis = Object.entries(config.resolvedConfig.apis ?? {});
  if (apis.length === 0)
    throw new GenerateError([{ file: configPath, line: 0, reason: 'maps no documents: name them under apis' }]);
  return Promise.all(
    apis.map(([name, { root }]) => loadDescription(name, resolve(dirname(configPath), root), config.forAlias(name))),
  );
}
