import Table from 'cli-table3';
import stringWidth from 'string-width';
import { cleanText } from '@syncline/core';
import type { Column, View } from './column.ts';
import { formatTime } from './format-time.ts';
import { paint } from './style.ts';

const gap = 2;
/** A column that may be cut keeps at least this width. */
const leastWidth = 8;
const noLines = Object.fromEntries(
  ['top', 'bottom']
    .flatMap((edge) => [`${edge}`, `${edge}-mid`, `${edge}-left`, `${edge}-right`])
    .concat('left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid')
    .map((name) => [name, '']),
);

/**
 * Rows as a table without lines, as wide as its values, and never wider than the terminal: columns with a `minWidth` are cut
 * with `…`, the widest one first. Wide characters count as two.
 */
export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], view: View): string {
  const heads = columns.map(({ name, title = name }) => title.toUpperCase());
  const texts = rows.map((row) => columns.map((column) => cellText(row, column, view)));
  const natural = columns.map((_, at) =>
    Math.max(stringWidth(heads[at] ?? ''), ...texts.map((cells) => stringWidth(cells[at] ?? ''))),
  );
  const widths = fitWidths(natural, columns, view.width);
  const table = new Table({
    chars: { ...noLines, middle: ' '.repeat(gap) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: widths,
    colAligns: columns.map(({ align = 'left' }) => align),
    truncate: '…',
  });
  table.push(
    heads.map((head) => paint(head, 'dim', view)),
    ...texts.map((cells) => [...cells]),
  );
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A value as a person reads it, on one line. */
export function cellText<Row>(row: Row, { value, text }: Column<Row>, view: View): string {
  if (text !== undefined) return text(row, view);
  const cell = value(row);
  if (cell === undefined || cell === null) return '';
  if (cell instanceof Date) return formatTime(cell.getTime(), view);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cleanText(typeof cell === 'object' ? JSON.stringify(cell) : String(cell as string | number | bigint), 1000);
}

/** Takes what is too much from the columns that may be cut, from the widest one first. */
function fitWidths<Row>(
  natural: readonly number[],
  columns: readonly Column<Row>[],
  available: number | undefined,
): number[] {
  const widths = [...natural];
  if (available === undefined) return widths;
  const least = columns.map(({ minWidth }, at) =>
    minWidth === undefined ? (natural[at] ?? 0) : Math.min(natural[at] ?? 0, Math.max(minWidth, leastWidth)),
  );
  let excess = widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1) - available;
  while (excess > 0) {
    const shrinkable = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = shrinkable.indexOf(Math.max(...shrinkable));
    if ((shrinkable[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}
