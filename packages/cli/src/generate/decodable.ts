import { GenerateError } from './generate-error.ts';
import type { Document, Schema } from './model.ts';
import { dereference, partsIn, schemaName } from './schemas.ts';

/** The named schemas of all documents. */
export type NamedSchemas = ReadonlyMap<string, Schema>;

/** The types that a typed filter knows. */
const EDM_TYPES = 'String Boolean Byte SByte Int16 Int32 Int64 Decimal Double Single Date DateTimeOffset Guid'
  .split(' ')
  .map((type) => `Edm.${type}`);

/** The types of a schema, without null. */
export function typesOf({ type }: Schema): readonly string[] {
  // Almost every schema has one type, and each is asked for it many times.
  if (typeof type === 'string' && type !== 'null') return [type];
  return [type ?? []].flat().filter((each) => each !== 'null');
}

/** Follows references between named schemas. A cycle that consists only of references is not a schema. */
export function follow(schema: Schema, named: NamedSchemas): Schema {
  let node: Schema | undefined = schema;
  for (let steps = 0; node?.$ref !== undefined && steps < 100; steps += 1)
    node = named.get(schemaName(node.$ref) ?? '');
  return node?.$ref === undefined ? (node ?? {}) : {};
}

/** The fields of a record, with those of the schemas that it is composed of by `allOf`. */
export function fieldsOf(schema: Schema, named: NamedSchemas): Readonly<Record<string, Schema>> {
  if (schema.allOf === undefined && schema.$ref === undefined) return schema.properties ?? {};
  const fields: Record<string, Schema> = {};
  const seen = new Set<Schema>();
  const add = (part: Schema): void => {
    const { allOf = [], properties = {} } = follow(part, named);
    const node = follow(part, named);
    if (seen.has(node)) return;
    seen.add(node);
    for (const each of allOf) add(each);
    Object.assign(fields, properties);
  };
  add(schema);
  return fields;
}

/** Whether a schema is an object with fields, and not a map, a choice of schemas or a scalar. */
export function isRecord(schema: Schema, named: NamedSchemas): boolean {
  return Object.keys(fieldsOf(schema, named)).length > 0;
}

/**
 * Whether every value of a schema is an object: by its type, its fields or the schemas that it is composed of.
 *
 * @param orNull - whether it may also be null
 */
export function isObject(document: Document, input: Schema, orNull = false, depth = 0): boolean {
  const schema = dereference<Schema>(document, input as never);
  const { type, properties, allOf, anyOf, oneOf } = schema;
  // A schema may be composed of itself.
  if (depth > 20 || (!orNull && isNullable(schema))) return false;
  if (type !== undefined) return typesOf(schema).join() === 'object';
  if (properties !== undefined) return true;
  const isPart = (part: Schema): boolean => isObject(document, part, orNull, depth + 1);
  return allOf?.some(isPart) ?? (anyOf ?? oneOf)?.every(isPart) ?? false;
}

/** Whether a value may be null. */
export function isNullable({ type, nullable }: Schema): boolean {
  return nullable === true || [type].flat().includes('null');
}

/** The schema of a field's value, or of its items if it is an array. The clients do not decode a list that has nulls. */
export function heldBy(field: Schema, named: NamedSchemas): Schema {
  const list = follow(field, named);
  const { items } = list;
  if (!typesOf(list).includes('array') || items === undefined) return field;
  return isNullable(follow(items, named)) ? list : items;
}

/** How a scalar is decoded, if its type changes; undefined if the clients return it unchanged. */
export function decodingOf(schema: Schema): 'boolean' | 'integer' | 'int64' | undefined {
  if (schema['x-decode'] !== undefined) return schema['x-decode'];
  return typesOf(schema).join() === 'integer' && schema.format === 'int64' ? 'int64' : undefined;
}

/** The name of the record in a field, or in the array in a field; undefined if the field contains anything else. */
export function recordHeldBy(field: Schema, named: NamedSchemas): string | undefined {
  let held = heldBy(field, named);
  // A schema that is only a reference to another one is not a separate record.
  for (let steps = 0; steps < 100; steps += 1) {
    const name = schemaName(held.$ref);
    const schema = named.get(name ?? '');
    if (name === undefined || schema === undefined) return undefined;
    if (schema.$ref === undefined) return isRecord(schema, named) ? name : undefined;
    held = schema;
  }
  return undefined;
}

/** The records inside a record: each field that contains a record or a list of records, with its schema. */
export function recordsIn(schema: Schema, named: NamedSchemas): readonly Schema[] {
  return Object.values(fieldsOf(schema, named))
    .map((field) => heldBy(field, named))
    .filter((held) => isRecord(held, named));
}

/** Finds out whether the clients change the types of something in a record when they decode it. */
export function createIsDecodable(named: NamedSchemas): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  return (schema) => {
    const root = follow(schema, named);
    const before = known.get(root);
    if (before !== undefined) return before;
    const seen = new Set<Schema>([root]);
    let isDecodable = false;
    for (const node of seen) {
      const fields = Object.values(fieldsOf(node, named));
      isDecodable = known.get(node) === true || fields.some((field) => decodingOf(follow(field, named)) !== undefined);
      if (isDecodable) break;
      for (const inner of recordsIn(node, named)) seen.add(follow(inner, named));
    }
    known.set(root, isDecodable);
    return isDecodable;
  };
}

/**
 * Refuses `x-decode` in places that the clients do not decode: in a choice of schemas, in a map, in an array of
 * scalars or of arrays, and outside the records of responses. Also refuses unknown values of `x-decode` and `x-edm`.
 *
 * @throws {GenerateError} that names each place.
 */
export function refuseLostDecoding(file: string, schema: Schema, pointer: string, isNamed = false): void {
  const lost = lostDecodings(schema, pointer, isNamed);
  if (lost.length > 0) throw new GenerateError(lost.map(({ reason }) => ({ file, line: 0, reason })));
}

/** Each `x-decode` of a schema that the clients would ignore, with its place. */
export function lostDecodings(
  schema: Schema,
  pointer: string,
  isNamed = false,
): readonly { readonly pointer: string; readonly reason: string }[] {
  // Most schemas have neither, and need no places.
  if (!partsIn(schema).some((node) => 'x-decode' in node || 'x-edm' in node)) return [];
  return [
    ...pointersOf(schema, pointer, isNamed).map((pointer) => ({
      pointer,
      reason:
        `has x-decode at ${pointer}, where the clients do not decode: they decode fields of objects, ` +
        'and not in anyOf, oneOf, additionalProperties, arrays of strings or arrays of arrays. Move it, or remove it',
    })),
    ...everyKeyword('x-edm', schema, pointer).flatMap(([pointer, value]) =>
      EDM_TYPES.some((type) => type === value)
        ? []
        : {
            pointer,
            reason: `has x-edm ${JSON.stringify(value)} at ${pointer}, but it must be one of ${EDM_TYPES.join(', ')}`,
          },
    ),
    ...everyKeyword('x-decode', schema, pointer).flatMap(([pointer, value, { type }]) => {
      if (value !== 'boolean' && value !== 'integer')
        return {
          pointer,
          reason: `has x-decode ${JSON.stringify(value)} at ${pointer}, but it must be boolean or integer`,
        };
      // Of another type, each value would be refused when a response arrives.
      if (type === undefined || typesOf({ type }).join() === 'string') return [];
      const reason = `has x-decode at ${pointer}, where the type must be string, found ${[type].flat().join(' or ')}`;
      return { pointer, reason };
    }),
  ];
}

function pointersOf(schema: unknown, pointer: string, isField: boolean): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, allOf, items, additionalProperties, anyOf, oneOf, ...rest } = schema as Schema;
  const lost = rest['x-decode'] !== undefined && !isField ? [pointer] : [];
  const list = (key: string, parts: readonly Schema[] | undefined, inside: boolean): readonly string[] =>
    (parts ?? []).flatMap((part, index) =>
      inside ? pointersOf(part, `${pointer}/${key}/${index}`, false) : placesOf(part, `${pointer}/${key}/${index}`),
    );
  return [
    ...lost,
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      pointersOf(field, `${pointer}/properties/${name}`, true),
    ),
    ...list('allOf', allOf, true),
    ...list('anyOf', anyOf, false),
    ...list('oneOf', oneOf, false),
    ...(items === undefined
      ? []
      : items.properties || items.allOf
        ? pointersOf(items, `${pointer}/items`, false)
        : placesOf(items, `${pointer}/items`)),
    ...placesOf(additionalProperties, `${pointer}/additionalProperties`),
  ];
}

const placesOf = (node: unknown, pointer: string): readonly string[] =>
  everyKeyword('x-decode', node, pointer).map(([at]) => at);

/**
 * Every use of an extension in a schema: its place, its value and its schema. A field may have this name too; its schema
 * is an object.
 */
function everyKeyword(
  keyword: 'x-decode' | 'x-edm',
  node: unknown,
  pointer: string,
): readonly (readonly [string, unknown, Schema])[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === keyword && typeof value !== 'object'
      ? [[pointer, value, node as Schema] as const]
      : everyKeyword(keyword, value, `${pointer}/${key}`),
  );
}
