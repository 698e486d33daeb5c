import type { Topic } from './topic.ts';

/** What {@link adviseOn} needs to know about a change. */
export interface Facts {
  readonly topic: Topic;
  readonly before: string | null;
  readonly after: string | null;
  readonly operations: readonly string[];
  readonly fields: readonly string[];
  readonly parameters: readonly string[];
  readonly schemes: readonly string[];
  /** Credentials that the operations still accept. */
  readonly alternatives: readonly string[];
}

const COMPARE = 'Compare this use with the new description.';

/** What a consumer has to do about a change, in one sentence; null when there is nothing to do. */
export function adviseOn(facts: Facts): string | null {
  const { topic, before, after } = facts;
  const [fields, operations, parameters] = [facts.fields, facts.operations, facts.parameters].map(quoted);
  switch (topic) {
    case 'document-removed':
    case 'operation-removed':
      return `Remove this use: the service no longer offers ${operations}.`;
    case 'operation-renamed':
      return `Write the operationId \`${after}\`. The methods of the clients keep their names.`;
    case 'path-changed':
      return `Update the @syncline packages. Write the path \`${after}\` only where your code contains the old one.`;
    case 'parameter-removed':
      return `Stop sending ${parameters || 'a body'}.`;
    case 'parameter-required':
      return `Send ${parameters} in this call.`;
    case 'parameter-changed':
      return `Check the value that you send as ${parameters}.`;
    case 'record-removed':
      return `Stop using the type ${fields}.`;
    case 'field-renamed':
      return `Write \`${after}\` instead of \`${before}\`.`;
    case 'field-removed':
      return `Stop using ${fields}: the description no longer has it.`;
    case 'field-type':
      if (fields === '') return COMPARE;
      return before === null || after === null || before === after
        ? `Check how your code uses ${fields}.`
        : `Handle \`${after}\` instead of \`${before}\`.`;
    case 'field-optional':
      return `Handle \`undefined\`: the service may leave out ${fields}.`;
    case 'field-always':
      return `Nothing breaks. You can remove checks of ${fields} for \`undefined\`.`;
    case 'field-values':
      return fields === '' ? COMPARE : `Check code that uses these values of ${fields}.`;
    case 'field-limits':
      return fields === '' ? COMPARE : `Check the values of ${fields}.`;
    case 'field-default':
      return fields === '' ? COMPARE : `Check code that relies on the default of ${fields}.`;
    case 'field-filter':
      return `Check the values that your filters compare with ${fields}.`;
    case 'request-optional':
      return `Nothing breaks. You can leave out ${fields || 'the body'}.`;
    case 'request-required':
      return `Send ${fields || 'a body'} in this call.`;
    case 'scheme-removed':
      return facts.alternatives.length === 0
        ? 'Remove this credential: the operations no longer accept it.'
        : `Use another credential: ${facts.alternatives.join(', ')}.`;
    case 'scheme-required':
      return `Create the client with a credential: ${facts.alternatives.join(' or ')}.`;
    case 'scheme-changed':
      return `Check the options of this credential: ${quoted(facts.schemes)} is sent differently.`;
    case 'deprecated':
      return `Stop using ${fields || parameters || operations} before the service removes it.`;
    case 'other':
      return COMPARE;
    case 'document-added':
    case 'operation-added':
    case 'parameter-added':
    case 'record-added':
    case 'field-added':
    case 'scheme-added':
    case 'documentation':
      return null;
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
