import { createConfig, loadConfig, type Config } from '@redocly/openapi-core';
import { GenerateError } from './generate-error.ts';
import { shown } from './shown.ts';

/** Where the lint rules of a document come from, as plain data that another thread can receive. */
export type LintOrigin =
  | { readonly preset: 'minimal' | 'recommended' }
  | {
      /** The path of a redocly configuration. */
      readonly configPath: string;
      /** The name of the document in this configuration; undefined for the rules of all documents. */
      readonly alias?: string | undefined;
    };

/** Lint rules, and where they come from. */
export interface LintConfig {
  readonly config: Config;
  readonly origin: LintOrigin;
}

/** Loads lint rules. @throws {GenerateError} when the configuration cannot be used. */
export async function loadLintConfig(origin: LintOrigin): Promise<LintConfig> {
  if ('preset' in origin) return { config: await createConfig({ extends: [origin.preset] }), origin };
  const { configPath } = origin;
  const config = await loadConfig({ configPath }).catch((error: Error): never => {
    const reason = `is not a redocly configuration that can be used: ${error.message.split('\n')[0]}`;
    throw new GenerateError([{ file: shown(configPath), line: 0, reason }]);
  });
  return { config: config.forAlias(origin.alias), origin };
}
