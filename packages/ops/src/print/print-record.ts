import stringWidth from 'string-width';
import { breakLine } from './break-line.ts';
import type { View } from './column.ts';
import { paint } from './style.ts';

/** One entry of a record: a label, and its lines. */
export type RecordEntry = readonly [label: string, lines: string | readonly string[]];

/** Minimum width of the column of values. A narrower terminal wraps the lines itself. */
const narrowest = 20;

/** Prints one record: each label with its lines next to it, wrapped to the width of the terminal. */
export function printRecord(entries: readonly RecordEntry[], view: View): string {
  const labels = Math.max(...entries.map(([label]) => stringWidth(label)));
  const width = view.width === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, view.width - labels - 2);
  return entries
    .flatMap(([label, given]) => {
      const lines = (typeof given === 'string' ? [given] : given).flatMap((line) => breakLine(line, width));
      return (lines.length === 0 ? [''] : lines).map((line, index) => {
        const shown = index === 0 ? label : '';
        const padding = ' '.repeat(labels - stringWidth(shown) + 2);
        return `${paint(shown, 'dim', view)}${padding}${line}`.trimEnd();
      });
    })
    .join('\n');
}
