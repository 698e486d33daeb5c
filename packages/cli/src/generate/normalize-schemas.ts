import { isNullable } from './decodable.ts';
import type { Document, Schema } from './model.ts';
import { dereference, partsIn, schemaName } from './schemas.ts';

/** Keywords whose value is a schema or a list of schemas, or whose members are. */
const SCHEMAS = ['properties', 'patternProperties', 'prefixItems', 'allOf', 'anyOf', 'oneOf', 'schemas'] as const;

/** The schema without a value. `enum` may be empty, and no value is in it. */
const NOTHING: Schema = { enum: [] };

/**
 * Writes the schemas of a document in a form that means the same and that openapi-typescript prints completely. Changes
 * the document.
 *
 * - A boolean schema becomes an object, and `const: null` a type (openapi-typescript takes both for anything).
 * - A schema that has `items` and no type is a list, and `unevaluatedProperties` says what other members are.
 * - What one member of `allOf` requires is required where another one describes it.
 * - A reference in an `allOf`, `anyOf` or `oneOf` of its own, as authors write it to describe a field, is the reference.
 * - A discriminator has the values that its members have themselves (openapi-typescript knows only their names).
 */
export function normalizeSchemas(document: Document): void {
  const all = partsIn(document);
  const named = new Map<unknown, string>(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [schema, name]),
  );
  for (const node of all) {
    if ((node['allOf'] ?? node['anyOf'] ?? node['oneOf']) !== undefined && !named.has(node))
      unwrapReference(document, node);
    for (const key of SCHEMAS) replaceBooleans(node[key]);
    if (typeof node['schema'] === 'boolean') node['schema'] = node['schema'] ? {} : { ...NOTHING };
    if (node['items'] === false && node['prefixItems'] === undefined) node['items'] = { ...NOTHING };
    if ('const' in node && node['const'] === null && !('type' in node)) {
      delete node['const'];
      node['type'] = 'null';
    }
    // No other schema beside this one describes the other members.
    const others = node['unevaluatedProperties'];
    if (others !== undefined && node['additionalProperties'] === undefined) node['additionalProperties'] = others;
    const isUntyped = ['type', 'properties', 'enum', 'const', '$ref'].every((key) => node[key] === undefined);
    if (isUntyped && (node['items'] ?? node['prefixItems']) !== undefined) node['type'] = 'array';
  }
  // The outer ones first: what they require reaches the members of their members.
  for (const node of all) if (Array.isArray(node['allOf'])) shareRequired(document, node as Schema);
  for (const node of all as Writable[])
    if (typeof node.discriminator?.propertyName === 'string') completeDiscriminator(document, node, named);
}

/** Keywords that say nothing of a value beside a reference. */
const ANNOTATIONS = new Set(
  'title summary description deprecated default example examples externalDocs xml readOnly writeOnly'.split(' '),
);

function unwrapReference(document: Document, node: Record<string, unknown>): void {
  const [choice = '', ...others] = Object.keys(node).filter(
    (key) => !ANNOTATIONS.has(key) && !isNote(key) && key !== 'type',
  );
  const parts = node[choice];
  if (others.length > 0 || !/^(?:all|any|one)Of$/.test(choice) || !Array.isArray(parts) || parts.length !== 1) return;
  const [only] = parts as readonly Schema[];
  if (schemaName(only?.$ref) === undefined) return;
  const { type, discriminator } = dereference<Schema>(document, only as never);
  // A schema that is composed of one with a discriminator is one of its subtypes.
  if (discriminator !== undefined || ('type' in node && node['type'] !== type)) return;
  delete node[choice];
  delete node['type'];
  node['$ref'] = only?.$ref;
}

/** Whether a keyword is an extension that changes nothing of how a value is read. */
const isNote = (key: string): boolean => key.startsWith('x-') && key !== 'x-decode' && key !== 'x-edm';

/**
 * Adds to the discriminator of a choice the values that its members have for the property, where it does not name them.
 * Schemas that are composed of one with a discriminator require the property, if they say its values themselves.
 */
function completeDiscriminator(document: Document, schema: Writable, named: ReadonlyMap<unknown, string>): void {
  const { discriminator, oneOf, anyOf } = schema;
  if (discriminator === undefined) return;
  const { propertyName: property } = discriminator;
  const choice = oneOf ?? anyOf;
  if (choice === undefined) {
    for (const subtype of subtypesOf(document, named.get(schema)))
      for (const part of [subtype, ...(subtype.allOf ?? [])] as Writable[])
        if (constantsOf(document, { properties: part.properties ?? {} }, property).length > 0)
          part.required = [...new Set([...requiredOf(part), property])];
    return;
  }
  const mapping: Record<string, string> = { ...discriminator.mapping };
  for (const { $ref } of choice) {
    if ($ref === undefined || Object.values(mapping).includes($ref)) continue;
    const values = constantsOf(document, { $ref }, property);
    // A discriminator has only texts. Without one, the members are told apart by their constants.
    if (!values.every((value) => typeof value === 'string')) return void delete schema.discriminator;
    for (const value of values) mapping[value] ??= $ref;
  }
  if (Object.keys(mapping).length > 0) schema.discriminator = { ...discriminator, mapping };
}

/** The schemas that are composed of a named schema, and of those. */
function subtypesOf(document: Document, name: string | undefined): readonly Schema[] {
  const found = new Set(name === undefined ? [] : [name]);
  const all = Object.entries(document.components?.schemas ?? {});
  for (const base of found)
    for (const [each, { allOf }] of all)
      if (Array.isArray(allOf) && allOf.some(({ $ref }) => schemaName($ref) === base)) found.add(each);
  return all.flatMap(([each, schema]) => (each !== name && found.has(each) ? schema : []));
}

/** The values that a schema allows for a property, if it lists them. */
export function constantsOf(document: Document, schema: Schema, property: string, isDeep = true): readonly unknown[] {
  const { properties, allOf = [] } = dereference<Schema>(document, schema as never);
  const field = properties?.[property];
  const { enum: values, const: constant }: Schema & { const?: unknown } = dereference(document, (field ?? {}) as never);
  if (constant !== undefined) return [constant];
  if (values !== undefined) return values;
  return allOf.flatMap((part) =>
    isDeep || part.$ref === undefined ? constantsOf(document, part, property, isDeep) : [],
  );
}

function replaceBooleans(holder: unknown): void {
  if (typeof holder !== 'object' || holder === null) return;
  for (const [key, value] of Object.entries(holder))
    if (typeof value === 'boolean') (holder as Record<string, unknown>)[key] = value ? {} : { ...NOTHING };
}

type Writable = { -readonly [Key in keyof Schema]: Schema[Key] };

function shareRequired(document: Document, schema: Writable): void {
  const members = schema.allOf ?? [];
  const inline = members.filter(
    (member): member is Writable => typeof member === 'object' && member.$ref === undefined,
  );
  const required = [...new Set([schema, ...inline].flatMap((each) => requiredOf(each)))];
  if (required.length === 0) return;
  schema.required = required;
  const require = (part: Writable): void => {
    const ofPart = required.filter((name) => Object.hasOwn(part.properties ?? {}, name) || part.allOf !== undefined);
    if (ofPart.length > 0) part.required = [...new Set([...requiredOf(part), ...ofPart])];
  };
  for (const part of inline) require(part);
  // A member that only required something is nothing more.
  const kept = members.filter((member) => member.$ref !== undefined || Object.keys(member).some(isMore));
  // openapi-typescript requires the fields of a member itself, and not those of the schemas that it is composed of.
  // It also cannot require a field of what may be null.
  const inherited = members.flatMap((member) => {
    const target = dereference<Schema>(document, member as never);
    if (member.$ref === undefined || (target.allOf === undefined && !isNullable(target))) return [];
    const fields = inheritedFields(document, isNullable(target) ? { allOf: [target] } : target, new Set());
    if (isNullable(target)) schema.required = requiredOf(schema).filter((name) => !fields.has(name));
    return required.flatMap((name) =>
      fields.has(name) && !fields.get(name)?.isRequired ? [[name, fields.get(name)?.field] as const] : [],
    );
  });
  schema.allOf =
    inherited.length === 0
      ? kept
      : [
          ...kept,
          {
            type: 'object',
            required: inherited.map(([name]) => name),
            properties: Object.fromEntries(inherited) as never,
          },
        ];
  if (schema.allOf.length === 0) schema.allOf = members;
}

const isMore = (key: string): boolean => key !== 'required' && key !== 'type';

/** What a schema requires. A field may have this name too. */
const requiredOf = ({ required }: Schema): readonly string[] => (Array.isArray(required) ? required : []);

interface Inherited {
  readonly field: Schema;
  readonly isRequired: boolean;
}

/** The fields of the schemas that a schema is composed of, without its own. */
function inheritedFields(document: Document, schema: Schema, seen: Set<Schema>): Map<string, Inherited> {
  const fields = new Map<string, Inherited>();
  for (const part of schema.allOf ?? []) {
    const target = dereference<Schema>(document, part as never);
    if (seen.has(target)) continue;
    seen.add(target);
    for (const [name, each] of inheritedFields(document, target, seen)) fields.set(name, each);
    for (const [name, field] of Object.entries(target.properties ?? {}))
      fields.set(name, { field, isRequired: [schema, target].some((each) => requiredOf(each).includes(name)) });
  }
  return fields;
}
