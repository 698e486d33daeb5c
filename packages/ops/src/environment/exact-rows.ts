import type { TablesOption } from '@syncline/client';

/**
 * Tables for an OData client that keep every digit of one property of history records. The specification does not name
 * the property with the number of rows, so the generated tables do not say that it is a 64-bit integer.
 *
 * @param property - `history.rows` of the configuration
 */
export function exactRows(property: unknown): TablesOption<object>['tables'] {
  if (typeof property !== 'string') return undefined;
  const record = 'HistoryRecord';
  const none: readonly string[] = [];
  const table = { record, booleanStrings: none, whole: none, integers: none, booleans: none, nested: {} };
  return { operations: {}, decode: { [record]: { ...table, int64: [property] } } };
}
