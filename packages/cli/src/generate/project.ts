import { dirname, resolve } from 'node:path';
import { GenerateError } from './generate-error.ts';
import { loadLintConfig } from './lint-config.ts';
import { loadDescription } from './load.ts';
import type { Description } from './model.ts';

/**
 * Loads every document that a redocly configuration lists under `apis`, with its name in the configuration.
 *
 * @throws {GenerateError} when a document is missing, cannot be parsed or breaks a lint rule.
 */
export async function loadProject(configPath: string): Promise<readonly Description[]> {
  const { config } = await loadLintConfig({ configPath });
  const apis = Object.entries(config.resolvedConfig.apis ?? {});
  if (apis.length === 0)
    throw new GenerateError([{ file: configPath, line: 0, reason: 'lists no documents: add them under apis' }]);
  return Promise.all(
    apis.map(([name, { root }]) => {
      const lint = { config: config.forAlias(name), origin: { configPath, alias: name } };
      return loadDescription(name, resolve(dirname(configPath), root), lint);
    }),
  );
}
