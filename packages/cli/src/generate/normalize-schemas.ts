import { isNullable } from './decodable.ts';
import type { Document, Schema } from './model.ts';
import { dereference, partsIn } from './schemas.ts';

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
 */
export function normalizeSchemas(document: Document): void {
  const all = partsIn(document);
  for (const node of all) {
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
    const own = required.filter((name) => Object.hasOwn(part.properties ?? {}, name) || part.allOf !== undefined);
    if (own.length > 0) part.required = [...new Set([...requiredOf(part), ...own])];
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
