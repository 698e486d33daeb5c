import type { Schema } from '../generate/model.ts';
import { schemaName } from '../generate/schemas.ts';

/** What a change is about, which decides what a consumer has to do. */
export type Topic =
  | 'document-added'
  | 'document-removed'
  | 'operation-added'
  | 'operation-removed'
  | 'operation-renamed'
  | 'path-changed'
  | 'parameter-added'
  | 'parameter-removed'
  | 'parameter-required'
  | 'parameter-changed'
  | 'record-added'
  | 'record-removed'
  | 'field-added'
  | 'field-removed'
  | 'field-renamed'
  | 'field-type'
  | 'field-optional'
  | 'field-always'
  | 'field-values'
  | 'field-limits'
  | 'field-default'
  | 'field-filter'
  | 'request-required'
  | 'request-optional'
  | 'scheme-added'
  | 'scheme-removed'
  | 'scheme-changed'
  | 'scheme-required'
  | 'deprecated'
  | 'documentation'
  | 'other';

const LONGEST = 80;

/** The TypeScript type that a decoded value of a schema has; null if there is no schema. */
export function typeText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const schema = value as Schema & { readonly choice?: readonly unknown[] };
  const orNull = (type: string): string => (schema.nullable === true ? `${type} | null` : type);
  const record = schemaName(schema.$ref);
  if (record !== undefined) return orNull(record);
  if (schema['x-decode'] !== undefined) return schema['x-decode'] === 'integer' ? 'number' : 'boolean';
  const choice = schema.choice ?? schema.oneOf ?? schema.anyOf;
  if (choice !== undefined) return orNull(choice.map(typeText).join(' | '));
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'integer') return schema.format === 'int64' ? 'bigint' : 'number';
    return type === 'array' ? `${(schema.items && typeText(schema.items)) ?? 'unknown'}[]` : type;
  });
  return types.length === 0 ? 'unknown' : orNull(types.join(' | '));
}

/** A value as a short text; null if there is none. */
export function short(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
