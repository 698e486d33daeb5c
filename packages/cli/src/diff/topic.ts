import type { Schema } from '../generate/model.ts';
import { schemaName } from '../generate/schemas.ts';
import type { Owner } from './owner.ts';
import type { RedoclyChange } from './redocly-diff.ts';

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
  | 'field-default'
  | 'field-filter'
  | 'request-required'
  | 'request-optional'
  | 'scheme-added'
  | 'scheme-removed'
  | 'scheme-changed'
  | 'deprecated'
  | 'documentation'
  | 'other';

/** The members of a description that are documentation. */
const TEXTS = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'tags',
  'x-source',
  'x-open-question',
  'x-shown',
  'x-secret',
  'x-volatile',
  'x-connection',
]);

/** Finds the topic of one change. `isParameter` says that the change is inside a parameter. */
export function topicOf(change: RedoclyChange, owner: Owner, isParameter: boolean): Topic {
  const { typeName, kind, property = '' } = change;
  if (kind === 'modified' && property === 'deprecated')
    return change.revision?.value === true ? 'deprecated' : 'documentation';
  if (kind === 'modified' && TEXTS.has(property)) return 'documentation';
  if (isParameter) return parameterTopic(change);
  switch (typeName) {
    case 'Schema':
      return schemaTopic(change, owner);
    case 'PathItem':
    case 'Operation':
      if (kind !== 'modified') return `operation-${kind}`;
      return property === 'key' ? 'path-changed' : property === 'operationId' ? 'operation-renamed' : 'other';
    case 'SecurityRequirement':
    case 'SecurityRequirementList':
    case 'SecurityScheme':
      return kind === 'modified' ? 'scheme-changed' : `scheme-${kind}`;
    case 'Info':
      return 'documentation';
    default:
      return 'other';
  }
}

function parameterTopic({ typeName, kind, property, impact, revision }: RedoclyChange): Topic {
  const isWhole = typeName === 'Parameter' || typeName === 'ParameterList';
  if (isWhole && kind === 'removed') return 'parameter-removed';
  if (isWhole && kind === 'added') return impact === 'major' ? 'parameter-required' : 'parameter-added';
  return property === 'required' && revision?.value === true ? 'parameter-required' : 'parameter-changed';
}

function schemaTopic({ kind, property, impact, verdicts, base, revision }: RedoclyChange, { rest }: Owner): Topic {
  if (rest.length === 0 && kind !== 'modified') return `record-${kind}`;
  if (kind !== 'modified' && rest[0] !== 'properties') return 'other';
  // Something inside the field is gone, and the field is still there.
  if (kind === 'removed' && rest.length > 2) return 'field-type';
  if (kind !== 'modified') return `field-${kind}`;
  switch (property) {
    case 'required':
      if (verdicts.some(({ ruleId }) => ruleId === 'required-properties-added')) return 'request-required';
      if (impact === 'major') return 'field-optional';
      return isShorter(base?.value, revision?.value) ? 'request-optional' : 'field-always';
    case 'key':
      return 'field-renamed';
    case 'enum':
      return 'field-values';
    case 'default':
      return 'field-default';
    case 'x-edm':
      return 'field-filter';
    case 'additionalProperties':
      return 'other';
    default:
      return 'field-type';
  }
}

/** Whether a list of required fields lost some. */
function isShorter(before: unknown, after: unknown): boolean {
  return [before ?? []].flat().some((name) => ![after ?? []].flat().includes(name));
}

/** The two sides of a change as short texts; null where there is nothing. */
interface Sides {
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
