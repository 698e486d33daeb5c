import { formatTime, relativeTime } from '../terminal/format-time.ts';
import {
  cleanText,
  ConfigError,
  counted,
  durationOf,
  formatDuration,
  parseMoment,
  tookText,
  toRfc3339,
} from '@syncline/core/internal';
import { defineCommand, sinceOption } from '../command/define-command.ts';
import { type Diagnosis, type KnownFact, nearestJob, readDiagnosis } from '@syncline/ops';
import { type Column, outcomeColumn } from '../formats/column.ts';
import { outcomeStyle, outcomeText, type View } from '../terminal/style.ts';
import { printRecord, type RecordEntry } from '../formats/print-record.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { toJson } from '../formats/to-json.ts';
import { exitStatus } from '../command/exit-status.ts';

type FailedStep = Extract<Diagnosis['steps'], { readonly isKnown: true }>['value'][number];

const columns: readonly Column<Diagnosis>[] = [
  { name: 'key', value: ({ run }) => run.key },
  { name: 'job', value: ({ run }) => run.job },
  outcomeColumn(({ run }) => run.outcome),
  { name: 'start', title: 'started', value: ({ run }) => new Date(run.start) },
  { name: 'end', title: 'ended', value: ({ run }) => (run.end === undefined ? undefined : new Date(run.end)) },
  { name: 'status', value: ({ run }) => run.status },
  { name: 'error', value: ({ run }) => run.error || undefined },
  { name: 'details', value: ({ run }) => run.details || undefined },
  { name: 'origin', value: ({ cause }) => cause.origin },
  { name: 'type', value: ({ cause }) => cause.type },
  { name: 'advice', value: ({ cause }) => cause.advice },
  { name: 'because', value: ({ cause }) => cause.because },
  { name: 'fingerprint', value: ({ fingerprint }) => fingerprint.id },
  { name: 'template', value: ({ fingerprint }) => fingerprint.template },
  { name: 'first_seen', title: 'first seen', value: ({ seen }) => new Date(seen.first) },
  { name: 'last_seen', title: 'last seen', value: ({ seen }) => new Date(seen.last) },
  { name: 'count', value: ({ seen }) => seen.count, align: 'right' },
  { name: 'jobs', value: ({ seen }) => seen.jobs, align: 'right' },
  { name: 'failures_in_a_row', value: ({ failuresInARow }) => failuresInARow, align: 'right' },
  {
    name: 'last_good',
    title: 'last good run',
    value: ({ lastGood }) => lastGood && { key: lastGood.key, start: toRfc3339(lastGood.start) },
    text: ({ lastGood }) => lastGood?.key ?? '',
  },
  { name: 'changes', value: ({ changes }) => plain(changes) },
  { name: 'findings', value: ({ findings }) => plain(findings) },
  { name: 'steps', value: ({ steps }) => plain(steps) },
];

/**
 * `syncline diagnose RUN | JOB`: why a run failed, by the causes in the configuration, and what is known about similar
 * failures. The exit status is 0 if a rule names the cause or the run did not fail, and 3 if the cause is unknown or
 * there is no such run.
 */
export const diagnose = defineCommand({
  name: 'diagnose',
  group: 'operators',
  summary: 'explain why a run failed, by the causes in the configuration, and show similar failures',
  arguments: {
    run: { text: 'the key of a run, or the name of a job, which means its last run that did not succeed' },
  },
  options: {
    since: sinceOption('30d'),
    snapshot: {
      value: 'folder',
      text: 'a snapshot of this environment in a git repository, to see what changed in the job',
    },
    task: {
      value: 'transformation/task',
      text: 'a task whose history may contain steps of the run; repeatable',
      isRepeatable: true,
    },
  },
  formats: rowFormats,
  examples: [
    'syncline diagnose Orders',
    'syncline diagnose 4711',
    'syncline diagnose 4711 --snapshot jobs/production --task 7/1 --json',
  ],
  exitStatuses: {
    0: 'a rule names the cause, or the run did not fail',
    3: 'the cause is unknown, or there is no such run',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output, clock } = context;
    const { run: key, snapshot, task } = options;
    if (key === '') throw new ConfigError('RUN', 'must be the key of a run, or the name of a job');
    const since = parseMoment('--since', options.since, clock.date());
    const diagnosis = await readDiagnosis(key, { since, snapshot, tasks: task }, context);
    if (diagnosis === undefined) {
      if (output.format !== 'table') await printRows([], { ...output, columns, empty: '' });
      const near = await nearestJob(context, key, { since });
      const question =
        near === undefined
          ? 'List the keys and jobs with `syncline history --fields key,job`.'
          : `Did you mean the job ${cleanText(near)}?`;
      output.note(
        `No run has the key ${JSON.stringify(key)}, and no job with this name has run in the last ${formatDuration(clock.date() - since)}. ${question}`,
      );
      return exitStatus.unknown;
    }
    if (output.format === 'table' && output.fields === undefined) output.write(printDiagnosis(diagnosis, output.view));
    else await printRows([diagnosis], { ...output, columns, empty: '' });
    if (!diagnosis.isFailure) return exitStatus.yes;
    if (diagnosis.cause.because !== undefined) return exitStatus.yes;
    output.note(
      'No entry of `causes` in the configuration matches this failure. Add one with a text that it contains.',
    );
    return exitStatus.unknown;
  },
});

/** A diagnosis as text for people: the answer first, then the evidence. */
function printDiagnosis(diagnosis: Diagnosis, view: View): string {
  const { run, cause, fingerprint, seen, lastGood, failuresInARow, steps, changes, findings } = diagnosis;
  const took = durationOf(run) === undefined ? '' : `, took ${tookText(run)}`;
  const head: RecordEntry[] = [
    ['Run', [[[outcomeText(run.outcome), outcomeStyle(run.outcome)], '  ', [run.job, 'bold'], `  ${run.key}`]]],
    ['Started', [`${formatTime(run.start, view)}${took}`]],
  ];
  const text = run.error || run.details || run.status;
  if (!diagnosis.isFailure)
    return printRecord([...head, ['Result', ['The run did not fail, so there is nothing to diagnose.']]], view);
  const name = cause.type === undefined ? cause.origin : `${cause.origin}, ${cause.type}`;
  const why =
    cause.because && ` (causes[${cause.because.rule}]: "${cause.because.contains}" in its ${cause.because.in})`;
  const ago = (moment: number) => (view.width === undefined ? toRfc3339(moment) : relativeTime(moment, view.now));
  const minutes = Math.round((view.now - seen.since) / 60_000);
  const period =
    view.width === undefined ? `since ${ago(seen.since)}` : `in the last ${formatDuration(minutes * 60_000)}`;
  const times =
    seen.count === 1
      ? `for the first time ${period}`
      : `${counted(seen.count, 'time')} in ${counted(seen.jobs, 'job')} ${period}: first ${ago(seen.first)}, last ${ago(seen.last)}`;
  const entries: RecordEntry[] = [
    ...head,
    ['Error', [text === '' ? 'The service gives no reason.' : text]],
    ['Cause', [[[name, cause.because === undefined ? 'yellow' : 'bold'], why ?? ', because no rule matches']]],
    ...(cause.advice === undefined ? [] : [['Advice', [cause.advice]] as const]),
    ['Seen', [times]],
    ['Fingerprint', [`${fingerprint.id}  ${fingerprint.template}`]],
    [
      'Last good',
      [
        lastGood === undefined
          ? `none ${period}; ${counted(failuresInARow, 'failure')} in a row`
          : `${ago(lastGood.start)}, ${lastGood.key}; ${counted(failuresInARow, 'failure')} since`,
      ],
    ],
    [
      'Changed',
      linesOf(
        changes,
        'nothing in the job since then',
        ({ field, before, after }) => `${field}: ${valueText(before)} → ${valueText(after)}`,
      ),
    ],
    [
      'Lint',
      linesOf(
        worstFirst(findings),
        'no findings in the job',
        ({ severity, rule, message }) => `${severity}  ${rule}: ${message}`,
      ),
    ],
    ['Steps', linesOf(steps, 'no step failed', stepText)],
  ];
  return printRecord(entries, view);
}

function worstFirst(findings: Diagnosis['findings']): Diagnosis['findings'] {
  if (!findings.isKnown) return findings;
  return { ...findings, value: findings.value.toSorted((left, right) => rank[left.severity] - rank[right.severity]) };
}

const rank = { error: 0, warn: 1, info: 2 } as const;

function linesOf<Value>(
  fact: KnownFact<readonly Value[]>,
  none: string,
  print: (value: Value) => string,
): readonly string[] {
  if (!fact.isKnown) return [`not known: ${fact.because}`];
  return fact.value.length === 0 ? [none] : fact.value.map(print);
}

function stepText({ task, table, status, error, details }: FailedStep): string {
  return [table || task, status, error || details].filter((text) => text !== '').join('  ');
}

function valueText(value: unknown): string {
  return value === undefined ? 'absent' : cleanText(typeof value === 'string' ? value : toJson(value), 1_000);
}

/** A fact for programs: the value, or an object that says why it is not known. */
function plain<Value>(fact: KnownFact<Value>): Value | { readonly unknown: string } {
  return fact.isKnown ? fact.value : { unknown: fact.because };
}
