import { breakLine } from '../print/break-line.ts';
import type { View } from '../print/column.ts';
import { paint } from '../print/style.ts';

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

/** Prints a path as a place: `freshness[0].warn_after`. */
export function placeOf(path: ConfigPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${/^[\w-]{1,64}$/.test(step) ? step : '(a name)'}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * Prints a problem in the format of editors and CI: `syncline.yaml:4:7: error: default is not …`. On a terminal, the
 * sentence is below its place and wrapped between words.
 */
export function printProblem(file: string, problem: ConfigProblem, view?: View): string {
  const { severity, line, column, place, message } = problem;
  const where = `${file}:${line}:${column}:`;
  const sentence = `${place === '' ? 'the file' : place} ${message}`;
  if (view?.width === undefined) return `${where} ${severity}: ${sentence}`;
  const kind = paint(severity, severity === 'error' ? 'red' : 'yellow', view);
  const lines = breakLine(sentence, view.width - indent.length).map((each) => `${indent}${each}`);
  return [`${paint(where, 'bold', view)} ${kind}`, ...lines].join('\n');
}

const indent = '    ';
