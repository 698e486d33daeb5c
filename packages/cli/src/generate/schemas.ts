import type { Description, Document, Reference, Schema } from './model.ts';
import { GenerateError } from './generate-error.ts';

const SCHEMA_PREFIX = '#/components/schemas/';

/** The name of the schema that a reference points to; undefined if it points to something else. */
export function schemaName(ref: string | undefined): string | undefined {
  return ref?.startsWith(SCHEMA_PREFIX) ? unescape(ref.slice(SCHEMA_PREFIX.length)) : undefined;
}

/** The keys on the way to what a local reference points to. */
export function keysOf(ref: string): readonly string[] {
  return ref.slice(2).split('/').map(unescape);
}

/**
 * A schema for openapi-typescript, which makes `anyOf` an alternative to the fields beside it, and not a further
 * condition, as it makes `oneOf`, and which takes the discriminator of a member for one of the whole.
 */
export function forPrinting<T extends Schema>(schema: T): T {
  const { anyOf, oneOf, allOf, properties } = schema;
  const changes: { anyOf?: undefined; oneOf?: unknown; allOf?: unknown } = {};
  if (anyOf !== undefined && oneOf === undefined && (properties !== undefined || allOf !== undefined))
    Object.assign(changes, { anyOf: undefined, oneOf: anyOf });
  if (allOf?.some((part) => part.discriminator !== undefined && (part.oneOf ?? part.anyOf) !== undefined))
    changes.allOf = allOf.map(({ discriminator, ...part }) =>
      discriminator === undefined || (part.oneOf ?? part.anyOf) !== undefined ? part : { discriminator, ...part },
    );
  if (Object.keys(changes).length === 0) return schema;
  return Object.fromEntries(Object.entries({ ...schema, ...changes }).filter(([, each]) => each !== undefined)) as T;
}

/** Keywords whose members have names of the author's choice, such as `$ref` or `default`. */
export const NAMED_MEMBERS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions schemas responses parameters requestBodies headers callbacks links paths pathItems webhooks content mapping'.split(
    ' ',
  ),
);

const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** Whether the value of a keyword is data, or what an extension makes of it, and not a part of the description. */
export const isData = (key: string): boolean => DATA.has(key) || key.startsWith('x-');

/**
 * Every part of a description, the outer ones first: no data, no extension, and no object whose members have names of
 * the author's choice.
 */
export function partsIn(node: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return found;
  if (Array.isArray(node)) {
    for (const each of node) partsIn(each, found);
    return found;
  }
  const part = node as Record<string, unknown>;
  found.push(part);
  // Most values are texts. The whole document is visited several times.
  for (const key of Object.keys(part)) {
    const value = part[key];
    if (typeof value !== 'object' || value === null || isData(key)) continue;
    if (!NAMED_MEMBERS.has(key) || Array.isArray(value)) partsIn(value, found);
    else for (const each of Object.values(value)) partsIn(each, found);
  }
  return found;
}

/** Follows a local reference. Returns any other value unchanged. */
export function dereference<T extends object>(document: Document, value: T | Reference): T {
  let node: unknown = value;
  while (isReference(node)) node = targetOf(document, node.$ref);
  return (node ?? {}) as T;
}

/** What a local reference points to. The linter has checked that it is there. */
export function targetOf<T extends object>(document: Document, ref: string): T {
  return keysOf(ref).reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) as T;
}

const known = new WeakMap<Document, ReadonlyMap<string, Schema>>();

/** The named schemas of a document, which does not change any more. */
export function schemasOf(document: Document): ReadonlyMap<string, Schema> {
  const all = known.get(document) ?? new Map(Object.entries(document.components?.schemas ?? {}));
  known.set(document, all);
  return all;
}

/**
 * The named schemas of all descriptions.
 *
 * @throws {GenerateError} when two descriptions have different schemas with the same name.
 */
export function namedSchemas(descriptions: readonly Description[]): ReadonlyMap<string, Schema> {
  const all = new Map<string, Schema>();
  for (const { document, file } of descriptions) {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const known = all.get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
        throw new GenerateError([
          { file, line: 0, reason: `its schema ${name} differs from the one of that name in another document` },
        ]);
      }
      all.set(name, schema);
    }
  }
  return all;
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

function unescape(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
