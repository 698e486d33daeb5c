import type { TablesOption } from '@syncline/client';

/**
 * Tables for an OData client that read one property of history records with every digit. The specification does not name
 * the property that holds the number of rows, so its tables cannot say that it is a whole number of 64 bits.
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
