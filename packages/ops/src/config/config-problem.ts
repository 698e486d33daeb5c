import { counted } from '@syncline/core/internal';

/** One problem of a configuration. It never contains a value of the file. */
export interface ConfigProblem {
  readonly severity: 'error' | 'warning';
  /** From 1 */
  readonly line: number;
  /** From 1, in characters */
  readonly column: number;
  /** The place in the file, such as `environments.production.odata.url`; empty for the file itself */
  readonly place: string;
  /** What is wrong and how to fix it, as the rest of a sentence that begins with the place */
  readonly message: string;
}

/** The path from the top of the file to a value. */
export type ConfigPath = readonly (string | number)[];

/** Prints a path as a place: `freshness[0].warnAfter`. */
export function placeOf(path: ConfigPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${/^[\w-]{1,64}$/.test(step) ? step : '(a name)'}`))
    .join('')
    .replace(/^\./, '');
}

/** How many problems people get to read. A file of another kind has one on each line. */
const mostPrinted = 20;

/** Prints the first problems with a function, and how many more there are. */
export function printFirst(problems: readonly ConfigProblem[], print: (problem: ConfigProblem) => string): string[] {
  const lines = problems.slice(0, mostPrinted).map(print);
  const rest = problems.length - lines.length;
  return rest === 0 ? lines : [...lines, `and ${counted(rest, 'more problem')}`];
}

/** Prints names for a message: the first ones, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - mostPrinted;
  return rest <= 0 ? names.join(', ') : `${names.slice(0, mostPrinted).join(', ')} and ${rest} more`;
}

/** Prints a problem in the format of editors and CI: `syncline.yaml:4:7: error: default is not …`. */
export function printProblem(file: string, { severity, line, column, place, message }: ConfigProblem): string {
  return `${file}:${line}:${column}: ${severity}: ${place === '' ? 'the file' : place} ${message}`;
}
