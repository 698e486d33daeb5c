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
