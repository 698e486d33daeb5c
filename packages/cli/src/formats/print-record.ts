import stringWidth from 'string-width';
import { breakLine } from '../terminal/text.ts';
import { cleanLine } from '../terminal/output.ts';
import { paint, type Styled, type View } from '../terminal/style.ts';

/** A line of a record: a text, or texts with their styles. Escapes and other control characters are removed. */
export type RecordLine = string | readonly (string | Styled)[];

/** One entry of a record: a label, and its lines. */
export type RecordEntry = readonly [label: string, lines: readonly RecordLine[]];

/** Minimum width of the column of values. A narrower terminal wraps the lines itself. */
const narrowest = 20;

/** Prints one record: each label with its lines next to it, wrapped to the width of the terminal. */
export function printRecord(input: readonly RecordEntry[], view: View): string {
  const entries = input.map(([label, lines]): RecordEntry => [cleanLine(label), lines]);
  const labels = Math.max(...entries.map(([label]) => stringWidth(label)));
  const width = view.width === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, view.width - labels - 2);
  return entries
    .flatMap(([label, texts]) => {
      const lines = texts.flatMap((line) => breakLine(lineText(line, view), width));
      return (lines.length === 0 ? [''] : lines).map((line, index) => {
        const shown = index === 0 ? label : '';
        const padding = ' '.repeat(labels - stringWidth(shown) + 2);
        return `${paint(shown, 'dim', view)}${padding}${line}`.trimEnd();
      });
    })
    .join('\n');
}

/** Cleans the parts of a line, which may be texts of the service, before it adds the styles. */
function lineText(line: RecordLine, view: View): string {
  return (typeof line === 'string' ? [line] : line)
    .map((part) => (typeof part === 'string' ? cleanLine(part) : paint(cleanLine(part[0]), part[1], view)))
    .join('');
}
