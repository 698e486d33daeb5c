import { createConfig, loadConfig, type Config, type NormalizedProblem } from '@redocly/openapi-core';
import { GenerateError, displayPath } from './generate-error.ts';

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
    throw new GenerateError([{ file: displayPath(configPath), line: 0, reason }]);
  });
  return { config: config.forAlias(origin.alias), origin };
}

/** Parts of a document that OpenAPI defines, not JSON Schema. */
const DEFINED_BY_OPENAPI =
  /^#\/(?!.*\/schemas?\/)(?:openapi|info|tags|servers|paths|webhooks|components\/(?:responses|parameters|requestBodies|securitySchemes|headers|pathItems))(?:\/|$)/;

/** Keys that have a form, by their places. A key of another form is not a misspelling of a keyword. */
const FORMS: readonly (readonly [place: RegExp, remedy: string])[] = [
  [/^#\/paths\/[^/]+$/, 'Begin a path with /'],
  [/\/responses\/[^/]+$/, 'Name a response by its status, such as 200, 2XX or default'],
];

const UNEXPECTED = / is not expected here/;

/** Fields that are needed to read a parameter or the document. */
const NEEDED = /^The field `(?:name|in|openapi)` must be present/;

/**
 * Whether a problem makes it impossible to generate what the document means: a broken reference, a value of the wrong
 * kind, or a misspelled keyword, which would be silently ignored. All other problems are about style, such as a missing
 * summary, an example that does not match, or a keyword of a custom JSON Schema vocabulary.
 */
export function isImpossible(problem: NormalizedProblem): boolean {
  const { ruleId, message, suggest, location } = problem;
  switch (ruleId) {
    case 'no-unresolved-refs':
    case 'bundler':
    case 'overlay':
      return true;
    case 'struct':
      if (message.startsWith('The field `')) return NEEDED.test(message);
      if (!UNEXPECTED.test(message)) return true;
      return (
        (suggest.length > 0 && DEFINED_BY_OPENAPI.test(location[0]?.pointer ?? '')) || remedyOf(problem) !== undefined
      );
    default:
      return false;
  }
}

/** Whether redocly refuses what OpenAPI 3.1 allows: a boolean schema outside a field. */
export function isMistaken({ ruleId, message }: NormalizedProblem, version: string): boolean {
  return (
    ruleId === 'struct' &&
    !version.startsWith('3.0') &&
    /^Expected type `Schema` \(object\) but got `boolean`/.test(message)
  );
}

/** What to do about a key that does not have the form of its place; undefined for any other problem. */
export function remedyOf({ ruleId, message, location }: NormalizedProblem): string | undefined {
  const pointer = location[0]?.pointer ?? '';
  if (ruleId !== 'struct' || !UNEXPECTED.test(message) || !DEFINED_BY_OPENAPI.test(pointer)) return undefined;
  return FORMS.find(([place]) => place.test(pointer))?.[1];
}
