import { Type } from '@sinclair/typebox';
import { type Diagnosis, readDiagnosis } from '@syncline/ops';
import { type Clean, RefusalError } from '../answer/answer.ts';
import {
  input,
  noSuchRun,
  notes,
  notesOf,
  optional,
  optionalWhole,
  readMoment,
  record,
  recordOf,
  text,
  toTime,
} from '../tool/rows.ts';
import { nameLimit } from '../tool/jobs.ts';
import { defineTool } from '../tool/tool.ts';

/** Maximum number of steps and findings in an answer: enough to continue, not everything. */
const mostSteps = 10;
const mostFindings = 5;

export const diagnoseRun = defineTool({
  name: 'diagnose_run',
  description:
    'Why one run failed: the cause by the rules of the configuration (origin unknown: no rule matches), how often the same failure was seen since (default 30d), the last success, the failed steps, lint findings of its job. Steps need tasks: ids TRANSFORMATION/TASK.',
  inputSchema: input({
    run: text,
    since: optional,
    tasks: Type.Optional(Type.Array(text)),
  }),
  outputSchema: recordOf({
    outcome: text,
    failed: Type.Boolean(),
    started: text,
    cause: Type.Optional(record),
    seen: Type.Optional(record),
    failures_in_a_row: optionalWhole,
    last_success: optional,
    steps: Type.Optional(Type.Array(record)),
    findings: Type.Optional(Type.Array(record)),
    not_known: Type.Optional(Type.Array(text)),
    notes,
  }),
  call: async (args, context) => {
    for (const task of args.tasks ?? [])
      if (!/^[^/]+\/[^/]+$/.test(task)) throw new RefusalError('Each of tasks must be two ids, such as 7/1.');
    const since = readMoment('since', args.since ?? '30d', context.now);
    const said: string[] = [];
    const output = { ...context.command.output, note: (line: string) => void said.push(line) };
    const diagnosis = await readDiagnosis(args.run, { since, tasks: args.tasks }, { ...context.command, output });
    if (diagnosis === undefined) throw noSuchRun();
    return {
      facts: (clean) => ({
        ...headOf(diagnosis, clean),
        ...notesOf(said),
        ...(diagnosis.isFailure && reasonsOf(diagnosis, clean)),
      }),
    };
  },
});

function headOf({ run, isFailure }: Diagnosis, clean: Clean): object {
  const { error, details } = run;
  return {
    outcome: run.outcome,
    failed: isFailure,
    started: toTime(run.start),
    untrusted: {
      job: clean(run.job, nameLimit),
      status: clean(run.status, 80),
      ...(error !== '' && { error: clean(error, 600) }),
      ...(details !== '' && { details: clean(details, 300) }),
    },
  };
}

function reasonsOf(diagnosis: Diagnosis, clean: Clean): object {
  const { cause, seen, failuresInARow, lastGood, steps, findings } = diagnosis;
  const { origin, type, advice } = cause;
  const notKnown = [
    ...(steps.isKnown ? [] : ['steps: name tasks, and the history of these tasks must be readable']),
    ...(findings.isKnown ? [] : ['findings: the definition of the job cannot be read']),
  ];
  return {
    cause: { origin, ...(type !== undefined && { type }), ...(advice !== undefined && { advice }) },
    seen: { count: seen.count, jobs: seen.jobs, first: toTime(seen.first), last: toTime(seen.last) },
    failures_in_a_row: failuresInARow,
    ...(lastGood !== undefined && { last_success: toTime(lastGood.start) }),
    ...(steps.isKnown && {
      steps: steps.value.slice(0, mostSteps).map(({ task, table, status, error, details }) => ({
        untrusted: {
          task: clean(task, nameLimit),
          table: clean(table, 80),
          status: clean(status, 80),
          ...(error !== '' && { error: clean(error, 300) }),
          ...(details !== '' && { details: clean(details, 150) }),
        },
      })),
    }),
    ...(findings.isKnown && {
      findings: findings.value.slice(0, mostFindings).map(({ rule, severity }) => ({ rule, severity })),
    }),
    ...(notKnown.length > 0 && { not_known: notKnown }),
  };
}
