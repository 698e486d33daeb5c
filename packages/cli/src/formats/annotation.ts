import { cleanText } from '@syncline/core/internal';

/** A message that a CI service shows in a workflow run, and next to a line if it names a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** One line or several */
  readonly message: string;
  /** Relative to the root of the repository, with `/` */
  readonly file?: string | undefined;
  /** From 1 */
  readonly line?: number | undefined;
}

/** The maximum number per level that GitHub shows for a step. */
const mostOfALevel = 10;

/**
 * Prints annotations as workflow commands of GitHub Actions, one per line. At most 10 per level are printed, because
 * GitHub does not show more. The last one then says how many are left out.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
 */
export function toWorkflowCommands(annotations: readonly Annotation[]): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const all = annotations.filter((each) => each.level === level);
    if (all.length <= mostOfALevel) return all.map(toWorkflowCommand);
    const shown = all.slice(0, mostOfALevel - 1);
    const rest = all.length - shown.length;
    return [...shown, { level, title: `${rest} more`, message: 'The output and the summary list them.' }].map(
      toWorkflowCommand,
    );
  });
}

function toWorkflowCommand({ level, title, message, file, line }: Annotation): string {
  const place = file === undefined ? '' : `file=${property(file)},${line === undefined ? '' : `line=${line},`}`;
  const text = message.split('\n').map((each) => cleanText(each, 1000));
  return `::${level} ${place}title=${property(cleanText(title))}::${data(text.join('\n'))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
