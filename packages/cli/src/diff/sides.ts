import type { Schema } from '../generate/model.ts';
import { schemaName } from '../generate/schemas.ts';
import type { RedoclyChange } from './redocly-diff.ts';
import type { Topic } from './topic.ts';

/** The two sides of a change as short texts; null where there is nothing. */
export interface Sides {
  readonly before: string | null;
  readonly after: string | null;
}

const LONGEST = 80;

/** The old and the new value. A schema is shown as the type that the clients return. */
export function sidesOf(topic: Topic, change: RedoclyChange, old: unknown, now: unknown): Sides {
  const before = change.base?.value;
  const after = change.revision?.value;
  switch (topic) {
    case 'field-added':
    case 'field-removed':
    case 'record-added':
    case 'record-removed':
      return { before: typeText(before), after: typeText(after) };
    case 'field-type': {
      const types = { before: typeText(old), after: typeText(now) };
      return types.before === types.after ? { before: short(before), after: short(after) } : types;
    }
    case 'field-optional':
    case 'parameter-added':
      return { before: change.kind === 'added' ? null : 'always present', after: 'optional' };
    case 'field-always':
      return { before: 'optional', after: 'always present' };
    case 'request-required':
    case 'parameter-required':
      return { before: change.kind === 'added' ? null : 'optional', after: 'required' };
    case 'request-optional':
      return { before: 'required', after: 'optional' };
    case 'parameter-removed':
      return { before: 'accepted', after: null };
    case 'scheme-removed':
      return { before: 'accepted', after: null };
    case 'scheme-added':
      return { before: null, after: 'accepted' };
    case 'deprecated':
      return { before: 'current', after: 'deprecated' };
    case 'operation-added':
    case 'document-added':
      return { before: null, after: 'offered' };
    case 'operation-removed':
    case 'document-removed':
      return { before: 'offered', after: null };
    case 'field-renamed':
    case 'operation-renamed':
    case 'path-changed':
    case 'parameter-changed':
    case 'field-values':
    case 'field-default':
    case 'field-filter':
    case 'scheme-changed':
    case 'documentation':
    case 'other':
      return { before: short(before), after: short(after) };
  }
}

/** The TypeScript type that a decoded value of a schema has. */
function typeText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const schema = value as Schema;
  const record = schemaName(schema.$ref);
  if (record !== undefined) return record;
  if (schema['x-decode'] !== undefined) return schema['x-decode'] === 'integer' ? 'number' : 'boolean';
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'integer') return schema.format === 'int64' ? 'bigint' : 'number';
    return type === 'array' ? `${(schema.items && typeText(schema.items)) ?? 'unknown'}[]` : type;
  });
  return types.length === 0 ? 'unknown' : types.join(' | ');
}

function short(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
