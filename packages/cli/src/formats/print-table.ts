import { breakLine, cutText, widthOfText } from '../terminal/text.ts';
import { cellText, type Column } from './column.ts';
import { paint, type Style, type View } from '../terminal/style.ts';

const gap = 2;
/** The minimum readable width of a name or a message. */
const easyWidth = 24;

/**
 * Prints rows as a table without lines. It is as wide as its values, but never wider than the terminal. To fit, minor
 * columns are left out, the last one first; then columns with a `minWidth` are cut with `…` or wrapped, the widest one
 * first; then the last columns are left out. Wide characters count as two. A column without any value is left out.
 */
export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], view: View): string {
  const shown = columns.flatMap((column) => {
    const { name, title = name } = column;
    const texts = rows.map((row) => cellText(row, column, view));
    return texts.every((text) => text === '') ? [] : [{ column, texts: [title.toUpperCase(), ...texts] }];
  });
  const { width: available = Number.POSITIVE_INFINITY } = view;
  for (let at = shown.length - 1; at >= 0 && widthOf(easyWidths(shown)) > available; at -= 1)
    if (shown[at]?.column.isMinor === true) shown.splice(at, 1);
  let widths = fitWidths(shown, available);
  while (shown.length > 1 && widthOf(widths) > available) {
    shown.pop();
    widths = fitWidths(shown, available);
  }
  return [undefined, ...rows]
    .flatMap((row, at) => {
      const cells = shown.map(({ column, texts }, index) => {
        const [text = '', width = 0] = [texts[at], widths[index]];
        return column.isBroken === true && row !== undefined ? breakLine(text, width) : [cutText(text, width)];
      });
      const height = Math.max(...cells.map((parts) => parts.length));
      return Array.from({ length: height }, (_, line) =>
        shown
          .map(({ column: { align, style } }, index) => {
            const text = cells[index]?.[line] ?? '';
            const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOfText(text)));
            const cell = row === undefined ? paint(text, 'dim', view) : paintCell(text, style?.(row), view);
            return align === 'right' ? space + cell : cell + space;
          })
          .join(' '.repeat(gap))
          .trimEnd(),
      );
    })
    .join('\n');
}

/** One line of text, cut to a width. */
export function fitLine(text: string, width: number): string {
  return cutText(text, width).trimEnd();
}

function paintCell(text: string, style: Style | readonly Style[] | undefined, view: View): string {
  if (style === undefined) return text;
  if (typeof style === 'string') return paint(text, style, view);
  return [...text].map((character, at) => paint(character, style[at] ?? 'dim', view)).join('');
}

/** The columns of a table with their texts, the heading first. */
type Shown<Row> = readonly { readonly column: Column<Row>; readonly texts: readonly string[] }[];

/** The minimum readable widths of the columns. */
function easyWidths<Row>(shown: Shown<Row>): readonly number[] {
  return shown.map(({ column: { minWidth }, texts }) =>
    Math.min(widestOf(texts), minWidth === undefined ? Infinity : Math.max(minWidth, easyWidth)),
  );
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOfText(text)), 0);
}

/** Reduces the widths of the columns that may be cut until the table fits, starting with the widest one. */
function fitWidths<Row>(shown: Shown<Row>, available: number): number[] {
  const widths = shown.map(({ texts }) => widestOf(texts));
  const least = shown.map(({ column: { minWidth } }, at) => Math.min(widths[at] ?? 0, minWidth ?? Infinity));
  while (widthOf(widths) > available) {
    const shrinkable = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = shrinkable.indexOf(Math.max(...shrinkable));
    if ((shrinkable[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The width of a table with these columns. */
function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);
}
