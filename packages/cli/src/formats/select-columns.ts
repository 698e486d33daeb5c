import { ConfigError, suggestion } from '@syncline/core/internal';
import type { Column } from './column.ts';

/**
 * The columns that `--fields` names, in its order. Without fields, all columns; a table leaves out the extra ones.
 *
 * @param fields - names separated by commas, such as `job,outcome`
 * @throws {ConfigError} when a name is unknown or there is none
 */
export function selectColumns<Row>(
  columns: readonly Column<Row>[],
  fields: string | undefined,
  isTable: boolean,
): readonly Column<Row>[] {
  if (fields === undefined) return isTable ? columns.filter(({ isExtra }) => isExtra !== true) : columns;
  const known = columns.map(({ name }) => name);
  const names = new Set(fields.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 0) throw new ConfigError('--fields', `names no field; use ${known.join(', ')}`);
  return [...names].map((name) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined)
      throw new ConfigError('--fields', `has an unknown field ${JSON.stringify(name)}; ${suggestion(name, known)}`);
    return column;
  });
}
