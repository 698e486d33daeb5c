import { checkConfig, printFirst, printProblem as printPlain } from '@syncline/ops';
import { defineCommand } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';
import { toJson } from '../formats/to-json.ts';
import { paint, type View } from '../terminal/style.ts';
import { breakLine } from '../terminal/text.ts';

/** `syncline config check`: every problem of the configuration, with its line and column. */
export const configCheck = defineCommand({
  name: 'config check',
  group: 'operators',
  parent: 'work with the configuration',
  summary: 'explain every problem in the configuration, with line and column; reads no secrets and runs no commands',
  options: { environment: { value: 'name', text: 'the environment whose variables must be set' } },
  formats: ['text', 'json'],
  examples: ['syncline config check', 'syncline config check --environment production --json'],
  notes: 'It prints the first 20 problems and the number of the others; --json prints all.',
  exitStatuses: { 0: 'the configuration is valid', 2: 'it has problems' },
  hasConfiguration: true,
  async run({ environment }, { output, configuration: { file } }) {
    const { ok, problems, summary, ...checked } = await checkConfig({ file, environment });
    if (output.format === 'json') output.write(toJson({ ok, problems }, 2));
    else {
      const lines = printFirst(problems, (problem) => printProblem(checked.file, problem, output.view));
      output.write([...lines, summary].join('\n'));
    }
    return ok ? exitStatus.yes : exitStatus.badInput;
  },
});

const indent = '    ';

/** Prints a problem. On a terminal, the sentence is below its place and wrapped between words. */
export function printProblem(file: string, problem: Parameters<typeof printPlain>[1], view: View): string {
  if (view.width === undefined) return printPlain(file, problem);
  const { severity, line, column, place, message } = problem;
  const kind = paint(severity, severity === 'error' ? 'red' : 'yellow', view);
  const sentence = `${place === '' ? 'the file' : place} ${message}`;
  const lines = breakLine(sentence, view.width - indent.length).map((each) => `${indent}${each}`);
  return [`${paint(`${file}:${line}:${column}:`, 'bold', view)} ${kind}`, ...lines].join('\n');
}
