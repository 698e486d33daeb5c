import { type ConfigProblem, printProblem as printPlain } from '@syncline/ops';
import { breakLine } from './text.ts';
import { paint, type View } from './style.ts';

/** Prints a problem of the configuration. On a terminal, the sentence is below its place and wrapped between words. */
export function printProblem(file: string, problem: ConfigProblem, view: View): string {
  if (view.width === undefined) return printPlain(file, problem);
  const { severity, line, column, place, message } = problem;
  const kind = paint(severity, severity === 'error' ? 'red' : 'yellow', view);
  const sentence = `${place === '' ? 'the file' : place} ${message}`;
  const lines = breakLine(sentence, view.width - indent.length).map((each) => `${indent}${each}`);
  return [`${paint(`${file}:${line}:${column}:`, 'bold', view)} ${kind}`, ...lines].join('\n');
}

const indent = '    ';
