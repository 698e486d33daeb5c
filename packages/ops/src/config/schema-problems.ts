import { createRequire } from 'node:module';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ConfigError, groupBy, ownOptions, suggestion } from '@syncline/core/internal';
import type { Ajv, ErrorObject } from 'ajv';
import type { ConfigPath } from './config-problem.ts';
import type { ProgramOptions } from './schema-parts.ts';

/** A problem whose position is not known yet. */
export interface PathProblem {
  readonly path: ConfigPath;
  /** Whether the problem is about the name instead of the value */
  readonly isKey?: boolean;
  readonly message: string;
}

interface Described {
  readonly title?: string;
  readonly 'x-rule'?: string;
  readonly 'x-names'?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Checks the options of a function by the schema that also describes them in `syncline.yaml`, and fills in the defaults.
 *
 * @param path - where the options are, for messages
 * @param defaults - the defaults, which the schema also names
 * @throws {ConfigError} that names the first option that is missing or cannot be used
 */
export function readOptions<Schema extends TObject, Defaults extends Partial<ProgramOptions<Static<Schema>>>>(
  schema: Schema,
  options: ProgramOptions<Static<Schema>>,
  path: string,
  defaults: Defaults,
): ProgramOptions<Static<Schema>> & Required<Defaults> {
  const names = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, 1 as const]));
  const checked: Record<string, unknown> = ownOptions<Record<string, unknown>>(options, names, path);
  const [problem] = schemaProblems(schema, checked);
  if (problem !== undefined) throw new ConfigError([path, ...problem.path].join('.'), problem.message);
  for (const [name, standard] of Object.entries(defaults)) checked[name] ??= standard;
  return checked as ProgramOptions<Static<Schema>> & Required<Defaults>;
}

/** The compiled schemas. */
const compiled = new Map<TSchema, ReturnType<Ajv['compile']>>();

/** All problems that a schema finds, as messages for users. Values are never shown, because they may be secrets. */
export function schemaProblems(schema: TSchema, data: unknown): readonly PathProblem[] {
  if (Check(schema, data)) return [];
  const validate = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, validate);
  if (validate(data)) return [];
  const errors = validate.errors ?? [];
  // For a choice, the errors of the object itself say more than "matches none".
  // By the value that they are about: a file can have thousands, so they are not compared with each other.
  const choices = groupBy(
    errors.filter(({ keyword }) => keyword === 'anyOf'),
    ({ instancePath }) => instancePath,
  );
  const choiceOf = (error: ErrorObject): ErrorObject | undefined =>
    placesOf(error)
      .flatMap((path) => choices.get(path) ?? [])
      .find(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`));
  const saysMore = new Set(errors.filter((error) => !isOfOtherType(error)).map(choiceOf));
  const kept = errors.filter((error) => {
    const choice = choiceOf(error);
    if (choice !== undefined) return isObject(choice.data) && !isOfOtherType(error);
    const isChoiceOfObjects = error.keyword === 'anyOf' && isObject(error.data);
    return !isChoiceOfObjects || !saysMore.has(error);
  });
  const seen = new Set<string>();
  return kept.map(explain).filter(({ path, message }) => {
    const key = JSON.stringify([path, message]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/**
 * Explaining problems needs a schema compiler, whose loading would be much of the time of a command with a valid
 * configuration.
 */
function compile(schema: TSchema): ReturnType<Ajv['compile']> {
  const { Ajv: Compiler } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  return new Compiler({ allErrors: true, verbose: true, strict: false }).compile(schema);
}

/** The places of the value of an error and of the values around it, the nearest first. */
function placesOf({ instancePath }: ErrorObject): readonly string[] {
  const steps = instancePath.split('/');
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/'));
}

function isOfOtherType({ keyword }: ErrorObject): boolean {
  return keyword === 'type' || keyword === 'const';
}

function explain({ instancePath, keyword, params, parentSchema, data }: ErrorObject): PathProblem {
  const path = pathOf(instancePath);
  const schema = (parentSchema ?? {}) as Described;
  const names = Object.keys(schema.properties ?? {});
  switch (keyword) {
    case 'additionalProperties': {
      const name = String((params as { additionalProperty: unknown }).additionalProperty);
      const message =
        names.length === 0
          ? `cannot be used as a name here; use ${schema['x-names'] ?? 'another one'}`
          : `is not known here; ${suggestion(name, names)}`;
      return { path: [...path, name], isKey: true, message };
    }
    case 'required':
      return {
        path,
        isKey: true,
        message: `needs ${String((params as { missingProperty: unknown }).missingProperty)}`,
      };
    case 'minProperties':
    case 'maxProperties':
      return { path, isKey: true, message: countMessage(schema, names) };
    case 'minLength':
    case 'minItems':
      return { path, message: schema['x-rule'] ?? 'must not be empty' };
    default:
      return { path, message: valueMessage(schema, keyword, params, data) };
  }
}

function countMessage(schema: Described & { readonly maxProperties?: number }, names: readonly string[]): string {
  if (names.length === 0) return 'needs at least one entry';
  return schema.maxProperties === 1
    ? `must have exactly one of ${names.join(', ')}`
    : `needs at least one of ${names.join(', ')}`;
}

function valueMessage(schema: Described, keyword: string, params: unknown, data: unknown): string {
  if (schema.title === 'reference')
    return (
      `must be a reference to a secret: { env: NAME }, { file: PATH } or { command: [PROGRAM, …] }; found ${kindOf(data)}. ` +
      'If this is the secret itself, remove it from the file and replace it at the service'
    );
  if (schema['x-rule'] !== undefined) return schema['x-rule'];
  if (keyword === 'type')
    return `must be ${typeNames[String((params as { type: unknown }).type)] ?? 'of another type'}, found ${kindOf(data)}`;
  if (keyword === 'minimum')
    return `must be a whole number of at least ${String((params as { limit: unknown }).limit)}`;
  return 'cannot be used here';
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a map of names and values',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The steps of a JSON pointer. A number is an index in a list. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
