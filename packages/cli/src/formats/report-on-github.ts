import { readText, writeStream } from '@syncline/core/files';
import { cleanText } from '@syncline/core/internal';
import { cellText, type Column } from './column.ts';

/** The result of a command, as a CI service shows it. */
export interface CommandReport {
  readonly annotations: readonly Annotation[];
  /** Left out if the command has no result */
  readonly summary?: StepSummary | undefined;
}

/** Shows the result of a command in a CI service. */
export type ReportCommand = (report: CommandReport) => Promise<void>;

/**
 * Reports on GitHub Actions: annotations as workflow commands, and a summary that is appended to the file
 * `GITHUB_STEP_SUMMARY`. Commands go to stderr, which GitHub reads like stdout, so that stdout contains only the
 * result.
 *
 * @param variables - the environment variables of the process
 * @param note - receives lines for stderr
 * @returns undefined outside GitHub Actions
 */
export function reportOnGithub(
  variables: Readonly<Record<string, string | undefined>>,
  note: (line: string) => void,
): ReportCommand | undefined {
  if (variables['GITHUB_ACTIONS'] !== 'true') return undefined;
  const file = variables['GITHUB_STEP_SUMMARY'];
  return async ({ annotations, summary }) => {
    for (const line of toWorkflowCommands(annotations)) note(line);
    if (summary === undefined || !file) return;
    try {
      // Without an empty line, Markdown would read the heading as a part of what another step wrote.
      const before = await readText(file).catch(() => '');
      const gap = /(?:^|\n\n)$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n';
      await writeStream(file, `${gap}${toStepSummary(summary)}`);
    } catch (error) {
      // A missing summary must not change the result of the command.
      note(`The step summary could not be written (${(error as NodeJS.ErrnoException).code ?? 'an error'}).`);
    }
  };
}

/** A message that a CI service shows in a workflow run, and next to a line if it names a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** One line or several */
  readonly message: string;
  /** Relative to the root of the repository, with `/` */
  readonly file?: string | undefined;
  /** From 1, as columns are */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The first column after the marked text */
  readonly endColumn?: number | undefined;
}

/** The maximum number per level that GitHub shows for a step. */
const mostOfALevel = 10;

/**
 * Prints annotations as workflow commands of GitHub Actions, one per line. At most 10 per level are printed, because
 * GitHub does not show more. The last one then says how many are left out.
 *
 * @param rest - where to find those that are left out
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
 */
export function toWorkflowCommands(
  annotations: readonly Annotation[],
  rest = 'The output and the summary list them.',
): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const all = annotations.filter((each) => each.level === level);
    if (all.length <= mostOfALevel) return all.map(toWorkflowCommand);
    const shown = all.slice(0, mostOfALevel - 1);
    const title = `${all.length - shown.length} more`;
    return [...shown, { level, title, message: rest }].map(toWorkflowCommand);
  });
}

function toWorkflowCommand({ level, title, message, file, line, column, endColumn }: Annotation): string {
  const position = Object.entries({ file: file && property(file), line, col: column, endColumn })
    .map(([name, value]) => (value === undefined ? '' : `${name}=${value},`))
    .join('');
  const text = message.split('\n').map((each) => cleanText(each, 1000));
  return `::${level} ${position}title=${property(cleanText(title))}::${data(text.join('\n'))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

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
  const lines = [`### ${title}`, '', `<p>${escapeHtml(sentence)}</p>`, ''];
  if (rows.length === 0) return `${lines.join('\n')}\n`;
  lines.push('<table>', `<tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>`);
  let written = 0;
  let length = 0;
  for (const row of rows.slice(0, mostRows)) {
    const line = `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
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

function escapeHtml(text: string): string {
  const line = cleanText(text, longestCell).replace(/[&<>"]/g, (character) => entities[character] ?? character);
  return linked.test(line) ? `<code>${line}</code>` : line;
}

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

/** What a text is part of, which decides how a character can be written in another way. */
export type TextPlace = 'text' | 'json' | 'xml';

/** GitHub reads `::name::` at the start of a line as a command, also after blanks and characters that nobody sees. */
const atStart = /(^|[\r\n])([\s\p{Cc}\p{Cf}]*):(?=[\p{Cc}\p{Cf}]*:)/gu;
/** GitHub reads `##[name]` anywhere in a line, Azure Pipelines `##vso[name]`, and TeamCity `##teamcity[name]`. */
const anywhere = /#(?=[\p{Cc}\p{Cf}]*#[\p{Cc}\p{Cf}\w]*\[)/gu;

const instead: Readonly<Record<TextPlace, { readonly colon: string; readonly hash: string }>> = {
  text: { colon: ': ', hash: '# ' },
  json: { colon: ':', hash: String.raw`\u0023` },
  xml: { colon: '&#58;', hash: '&#35;' },
};

/**
 * Changes a text so that a CI service finds no command in it: text of the service could otherwise make annotations, set
 * variables or hide later lines. JSON and XML stay the same for a parser. In other text, a space is added.
 *
 * @param target - what the text is. A line of JSON cannot start with a colon
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 * @example
 * ```ts
 * breakCommands('::error::Nightly', 'text'); // ": :error::Nightly"
 * ```
 */
export function breakCommands(text: string, target: TextPlace): string {
  const { colon, hash } = instead[target];
  return text.replace(atStart, `$1$2${colon}`).replace(anywhere, hash);
}
