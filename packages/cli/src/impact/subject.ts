import type { Change } from '../diff/change.ts';

/** The part of the service that a piece of code uses, such as `field Job.PreJob` or `scheme odata basic`. */
export type Subject =
  | `field ${string}`
  | `record ${string}`
  | `operation ${string}`
  /** The operationId of an operation, written in the code. */
  | `name ${string}`
  | `parameter ${string} ${string}`
  | `scheme ${string} ${string}`
  /** A client, by its interface; `own` for one with the tables of a document of the consumer's. */
  | `client ${string}`;

/**
 * What code must use to be affected by a change. Additions do not affect code, except for new required parts of
 * requests, which affect every call.
 *
 * @param requests - the records of request bodies. Methods and credentials write them, so a change of their fields
 * affects the calls too
 */
export function subjectsOf(change: Change, requests: ReadonlySet<string>): readonly Subject[] {
  const { topic, document, operations, fields, parameters, schemes } = change;
  const called = operations.map((operation): Subject => `operation ${operation}`);
  const named = fields.map((field): Subject => (field.includes('.') ? `field ${field}` : `record ${field}`));
  const passed = operations.flatMap((id) => parameters.map((name): Subject => `parameter ${id} ${name}`));
  switch (topic) {
    case 'operation-renamed':
      return operations.map((operation): Subject => `name ${operation}`);
    case 'scheme-required':
      return [...called, `client ${/^(?:odata|v2|cloud)$/.test(document) ? document : 'own'}`];
    case 'operation-removed':
    case 'path-changed':
    case 'parameter-required':
    case 'document-removed':
      return called;
    case 'request-required':
      return called;
    case 'parameter-removed':
    case 'parameter-changed':
      // A body, or a value that an option in a variable may have.
      return parameters.length === 0 || change.values.length > 0 ? [...passed, ...called] : passed;
    case 'scheme-removed':
    case 'scheme-changed':
      return schemes.map((scheme): Subject => `scheme ${document} ${scheme}`);
    case 'deprecated':
      return named.length > 0 ? named : passed.length > 0 ? passed : called;
    case 'record-removed':
    case 'field-removed':
    case 'field-renamed':
    case 'request-optional':
    case 'field-type':
    case 'field-optional':
    case 'field-always':
    case 'field-values':
    case 'field-limits':
    case 'field-default':
    case 'field-filter':
    case 'documentation':
    case 'other':
      return [...named, ...(fields.every((field) => requests.has(recordOf(field))) ? called : [])];
    case 'document-added':
    case 'operation-added':
    case 'parameter-added':
    case 'record-added':
    case 'field-added':
    case 'scheme-added':
      return [];
  }
}

/** `Job` of `Job.PreJob`, and of `Job`. */
export const recordOf = (field: string): string => field.replace(/\..*/, '');
