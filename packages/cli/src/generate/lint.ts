import { readProblem, readText } from '@syncline/core/files';
import { createConfig, loadConfig, type Config, type NormalizedProblem } from '@redocly/openapi-core';
import { GenerateError, displayPath } from './generate-error.ts';
import { keysOf } from './schemas.ts';

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
  const refuse = (reason: string): never => {
    throw new GenerateError([{ file: displayPath(configPath), line: 0, reason }]);
  };
  // redocly reads whatever has the name, and does not end if that does not.
  await readText(configPath).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : refuse(readProblem(error)),
  );
  const config = await loadConfig({ configPath }).catch((error: Error) =>
    refuse(`is not a redocly configuration that can be used: ${error.message.split('\n')[0]}`),
  );
  return { config: config.forAlias(origin.alias), origin };
}

/** Parts of a document that OpenAPI defines, not JSON Schema. */
const DEFINED_BY_OPENAPI =
  /^#\/(?!.*\/schemas?\/)(?:openapi|info|tags|servers|paths|webhooks|components\/(?:responses|parameters|requestBodies|securitySchemes|headers|pathItems))(?:\/|$)/;

/** Keys that have a form, by their places. A key of another form is not a misspelling of a keyword. */
const FORMS: readonly (readonly [pointer: RegExp, remedy: string])[] = [
  [/^#\/paths\/[^/]+$/, 'Begin a path with /'],
  [/\/responses\/[^/]+$/, 'Name a response by its status, such as 200, 2XX or default'],
  [
    /\/responses\/[^/]+\/schema$/,
    'Move it below content and a media type: content: { application/json: { schema: … } }',
  ],
  [/\/content\/[^/]+\/(?:type|properties|items|allOf|anyOf|oneOf|enum)$/, 'Move it below schema'],
  [/\/parameters\/[^/]+\/(?:type|items|enum|format)$/, 'Move it below schema'],
  [/^#\/webhooks$/, "Webhooks came with OpenAPI 3.1: write openapi: '3.1.0'"],
  [/\/parameters\/[^/]+\/collectionFormat$/, 'Write style and explode, as OpenAPI 3 does'],
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

/** The keywords whose values often have the form of another edition, or of another format, and what to write. */
const VALUES: readonly (readonly [keyword: RegExp, got: RegExp, edition: RegExp, remedy: string])[] = [
  [
    /^exclusive(?:Min|Max)imum$/,
    /but got `boolean`/,
    /^3\.[1-9]/,
    'is the limit itself since OpenAPI 3.1: write exclusiveMinimum: 1 instead of minimum: 1 and exclusiveMinimum: true',
  ],
  [
    /^exclusive(?:Min|Max)imum$/,
    /but got `(?:integer|number)`/,
    /^3\.0/,
    'is true or false in OpenAPI 3.0: write the limit as minimum or maximum beside it, or openapi: 3.1.0',
  ],
  [
    /^type$/,
    /./,
    /^3\.0/,
    "is one word in OpenAPI 3.0: write nullable: true for null, anyOf for several, or openapi: '3.1.0'",
  ],
  [
    /^type$/,
    /./,
    /./,
    'is a type of JSON Schema: write string with a format for dates and files, and no type for any value',
  ],
  [
    /^required$/,
    /but got `boolean`/,
    /./,
    'is a list in a schema: name the required fields in required of the object around them',
  ],
  [
    /^items$/,
    /but got `array`/,
    /./,
    'is one schema for all items: write prefixItems for a schema of each (OpenAPI 3.1)',
  ],
  [/^examples$/, /but got `object`/, /./, 'is a list in a schema: write the values without names'],
  [/^in$/, /./, /./, 'is from Swagger 2.0 for bodies and forms: move the schema to requestBody'],
  [/^discriminator$/, /but got `string`/, /./, 'is an object in OpenAPI 3: write discriminator: { propertyName: … }'],
  [
    /^style$/,
    /./,
    /./,
    'has the values of OpenAPI 3: csv is form with explode: false, multi is form with explode: true',
  ],
  [/./, /\(object\) but got `boolean`/, /^3\.0/, 'is a boolean schema, which came with OpenAPI 3.1: write {} for true'],
];

/** The name of what a place has to be, as redocly writes it, in a word. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text: put the value in quotes',
  number: 'a number without quotes',
  integer: 'a whole number without quotes',
  boolean: 'true or false without quotes',
};

/** What to write where a value has the wrong form; undefined if the problem is another one. */
function valueRemedy({ message, location }: NormalizedProblem, version: string): string | undefined {
  const expected = /^Expected type `(\w+)`(?: \((\w+)\))?/.exec(message);
  if (expected === null && !/^`\w+` can be one of the following only/.test(message)) return undefined;
  const keys = keysOf(location[0]?.pointer ?? '#/');
  const keyword = keys.at(-1) ?? '';
  const found = VALUES.find(([key, got, edition]) => key.test(keyword) && got.test(message) && edition.test(version));
  if (found !== undefined) return `\`${keyword}\` ${found[3]}`;
  const kind = KINDS[expected?.[2] ?? expected?.[1] ?? ''];
  return kind && `\`${keyword}\` must be ${kind}`;
}

/** What to do about a problem: a key that does not have the form of its place, or a value of another form. */
export function remedyOf(problem: NormalizedProblem, version = ''): string | undefined {
  const { ruleId, message, location } = problem;
  const pointer = location[0]?.pointer ?? '';
  if (ruleId !== 'struct') return undefined;
  if (!UNEXPECTED.test(message)) return valueRemedy(problem, version);
  return DEFINED_BY_OPENAPI.test(pointer) ? FORMS.find(([pattern]) => pattern.test(pointer))?.[1] : undefined;
}
