import type { Column } from './column.ts';
import { cellText } from './print-table.ts';
import type { StepSummary } from './step-summary.ts';

/** Rows as the table of a summary: the columns of the command's own table, except those without a value. */
export function summaryTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  now: number,
): Pick<StepSummary, 'head' | 'rows'> {
  const view = { width: undefined, colored: false, now };
  const shown = columns
    .filter(({ isExtra }) => isExtra !== true)
    .map((column) => ({ column, texts: rows.map((row) => cellText(row, column, view)) }))
    .filter(({ texts }) => texts.some((text) => text !== ''));
  return {
    head: shown.map(({ column: { name, title = name } }) => title),
    rows: rows.map((_, at) => shown.map(({ texts }) => texts[at] ?? '')),
  };
}
