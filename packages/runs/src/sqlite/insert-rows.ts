import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** The values of a row, in the order of the columns. */
export type InsertRow = readonly SQLInputValue[];

/** Rows of one statement. More gain little. */
const together = 20;

/**
 * Prepares the insertion of many rows. A statement for 20 rows takes two thirds of the time of 20 statements, because
 * much of that is their calls (`npm run bench -- run-stores`).
 *
 * @param into - the statement up to its values, such as `INSERT INTO days`
 */
export function prepareInsert(
  database: DatabaseSync,
  into: string,
  columns: number,
): (rows: readonly InsertRow[]) => void {
  const row = `(${Array(columns).fill('?').join()})`;
  const one = database.prepare(`${into} VALUES ${row}`);
  const many = database.prepare(`${into} VALUES ${Array(together).fill(row).join()}`);
  return (rows) => {
    let at = 0;
    for (; at + together <= rows.length; at += together) many.run(...rows.slice(at, at + together).flat());
    for (const values of rows.slice(at)) one.run(...values);
  };
}
