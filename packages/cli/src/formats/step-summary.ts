import { cleanText } from '@syncline/core/internal';

/** The part of a workflow run's summary that a step writes. */
export interface StepSummary {
  /** A text of this package, never of the service */
  readonly title: string;
  /** The answer in one sentence */
  readonly sentence: string;
  readonly head: readonly string[];
  /** The cells as text, the most important rows first */
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 200;
/** GitHub drops the summary of a step above 1 MiB. Several commands of one step share the limit. */
const mostCharacters = 200_000;
const longestCell = 300;

/**
 * Prints a summary as Markdown. Everything except the title is HTML without blank lines, inside which Markdown is not
 * interpreted, so that text of the service stays text. Rows after the first 200, or after 200,000 characters, are only
 * counted.
 */
export function toStepSummary({ title, sentence, head, rows }: StepSummary): string {
  const lines = [`### ${title}`, '', `<p>${escape(sentence)}</p>`, ''];
  if (rows.length === 0) return `${lines.join('\n')}\n`;
  lines.push('<table>', `<tr>${head.map((name) => `<th>${escape(name)}</th>`).join('')}</tr>`);
  let written = 0;
  let length = 0;
  for (const row of rows.slice(0, mostRows)) {
    const line = `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`;
    length += line.length;
    if (length > mostCharacters) break;
    lines.push(line);
    written += 1;
  }
  lines.push('</table>', '');
  if (written < rows.length) lines.push(`<p>… and ${rows.length - written} more</p>`, '');
  return `${lines.join('\n')}\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/**
 * Text that GitHub turns into a link or a mention, even in HTML but not in code: users, issues, commits and addresses.
 */
const linked = /[@#/]|www\.|GH-\d|\b[0-9a-f]{7,40}\b/i;

function escape(text: string): string {
  const line = cleanText(text, longestCell).replace(/[&<>"]/g, (character) => entities[character] ?? character);
  return linked.test(line) ? `<code>${line}</code>` : line;
}
