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

/** Prints a problem in the format of editors and CI: `syncline.yaml:4:7: error: default is not …`. */
export function printProblem(file: string, { severity, line, column, place, message }: ConfigProblem): string {
  return `${file}:${line}:${column}: ${severity}: ${place === '' ? 'the file' : place} ${message}`;
}
