import { counted, parseMoment } from '@syncline/core/internal';
import {
  checkConfig,
  type Environment,
  printFirst,
  printProblem as printPlain,
  type ReadFacts,
  readRuns,
} from '@syncline/ops';
import { defineCommand, type ProgramContext } from '../command/define-command.ts';
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
  options: {
    environment: { value: 'name', text: 'the environment whose variables must be set' },
    since: {
      value: 'time',
      text: 'also read the secrets and the runs since this time, and say how unusual records were treated',
    },
  },
  formats: ['text', 'json'],
  examples: [
    'syncline config check',
    'syncline config check --environment production --json',
    'syncline config check --since 7d',
  ],
  notes: 'It prints the first 20 problems and the number of the others; --json prints all.',
  exitStatuses: {
    0: 'the configuration is valid',
    2: 'it has problems',
    3: 'with --since: the service did not respond, or some records could not be read as runs',
  },
  hasConfiguration: true,
  async run({ environment, since }, context) {
    const { output, configuration, clock } = context;
    const moment = since === undefined ? undefined : parseMoment('--since', since, clock.date());
    const { ok, problems, summary, ...checked } = await checkConfig({ file: configuration.file, environment });
    const records = ok && moment !== undefined ? await readRecords(moment, environment, context) : undefined;
    if (output.format === 'json') output.write(toJson({ ok, problems, records }, 2));
    else {
      const lines = printFirst(problems, (problem) => printProblem(checked.file, problem, output.view));
      output.write([...lines, summary, ...(records === undefined ? [] : sentencesOf(records))].join('\n'));
    }
    if (!ok) return exitStatus.badInput;
    return records !== undefined && records.unreadable > 0 ? exitStatus.unknown : exitStatus.yes;
  },
});

/** What the records of a service became by the configuration. */
interface Records {
  readonly runs: number;
  readonly unreadable: number;
  /** How unusual records were read */
  readonly notes: readonly string[];
}

async function readRecords(
  since: number,
  name: string | undefined,
  { openEnvironment, ...context }: ProgramContext,
): Promise<Records> {
  const environment = await openEnvironment({ odata: 'optional', v2: 'optional' }, name);
  try {
    let [unreadable, notes]: [number, readonly string[]] = [0, []];
    const onRead = (facts: ReadFacts): void => void ({ unreadable, notes } = facts);
    const runs = await readRuns({ ...context, environment }, { since, onRead });
    return { runs: runs.length, unreadable, notes: [...notes, ...errorInEvery(runs, environment)] };
  } finally {
    await environment.close();
  }
}

/** A property that every run has, such as its details, is no error: it would make all runs failed. */
function errorInEvery(runs: readonly { readonly error: string }[], { history }: Environment): readonly string[] {
  if (history?.error === undefined || runs.length < 2 || runs.some(({ error }) => error === '')) return [];
  const name = typeof history.error === 'string' ? ` (${history.error})` : '';
  return [
    `All ${runs.length} runs have a text in history.error${name}, so all of them count as failed. If the property also describes runs that succeeded, remove history.error`,
  ];
}

function sentencesOf({ runs, notes }: Records): readonly string[] {
  const read = `${counted(runs, 'run')} could be read`;
  return notes.length === 0 ? [`${read}, and all records look right`] : [read, ...notes];
}

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
