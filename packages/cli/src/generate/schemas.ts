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
 * condition, as it makes `oneOf`.
 */
export function withChoice<T extends Schema>(schema: T): T {
  const { anyOf, ...rest } = schema;
  const isBeside = schema.properties !== undefined || schema.allOf !== undefined;
  return anyOf === undefined || schema.oneOf !== undefined || !isBeside ? schema : ({ ...rest, oneOf: anyOf } as never);
}

/** Every object in a value, at any depth, added to those that were found before. */
export function objectsIn(value: unknown, found: object[] = []): readonly object[] {
  if (typeof value !== 'object' || value === null) return found;
  if (!Array.isArray(value)) found.push(value);
  for (const inside of Object.values(value)) objectsIn(inside, found);
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
