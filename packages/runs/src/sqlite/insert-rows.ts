import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Number of rows in one statement. More rows gain little. */
const together = 20;

/**
 * Prepares the insertion of many rows, whose values follow each other in one list. A statement for 20 rows takes two
 * thirds of the time of 20 statements, because the calls take much of that time (`npm run bench -- run-stores`).
 *
 * @param into - the statement before its values, such as `INSERT INTO days`
 */
export function prepareInsert(
  database: DatabaseSync,
  into: string,
  columns: number,
): (values: readonly SQLInputValue[]) => void {
  const row = `(${Array(columns).fill('?').join()})`;
  const one = database.prepare(`${into} VALUES ${row}`);
  const many = database.prepare(`${into} VALUES ${Array(together).fill(row).join()}`);
  return (values) => {
    let at = 0;
    for (const size = together * columns; at + size <= values.length; at += size)
      many.run(...values.slice(at, at + size));
    for (; at < values.length; at += columns) one.run(...values.slice(at, at + columns));
  };
}
