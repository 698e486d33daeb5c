import { emptySince } from '../terminal/format-time.ts';
import {
  answerLines,
  compareUrgency,
  countedOutcomes,
  countOutcomes,
  foldRows,
  isWell,
  shellWord,
} from '../terminal/urgency.ts';
import {
  cleanText,
  counted,
  durationOf,
  groupBy,
  parseMoment,
  tookText,
  toRfc3339,
  withPossibleLast,
} from '@syncline/core/internal';
import { type Annotation, summaryTable } from '../formats/report-on-github.ts';
import { type Column, outcomeColumn } from '../formats/column.ts';
import { type ClassifiedRun, nearestJob, type ReadFacts, readRuns, readStoredRuns } from '@syncline/ops';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { sparkline } from '../terminal/text.ts';
import { outcomeBar, outcomeStyle, type View } from '../terminal/style.ts';
import { allOption, defineCommand, fromOption, jobOption, sinceOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/** A job with its last run and earlier runs. */
export interface JobStatus {
  readonly job: string;
  readonly last: ClassifiedRun;
  /** The last runs, oldest first; at most 8, including the last one */
  readonly recent: readonly ClassifiedRun[];
}

const mostRecent = 8;

/** The columns of `status` and `watch`. */
export const statusColumns: readonly Column<JobStatus>[] = [
  outcomeColumn(({ last }) => last.outcome),
  { name: 'job', value: ({ job }) => job, minWidth: 20 },
  { name: 'start', title: 'started', value: ({ last }) => new Date(last.start) },
  {
    name: 'duration_ms',
    title: 'duration',
    align: 'right',
    isMinor: true,
    value: ({ last }) => durationOf(last),
    text: ({ last }) => tookText(last),
  },
  { name: 'rows', value: ({ last }) => last.rows, align: 'right', isMinor: true },
  {
    name: 'recent',
    title: 'last runs',
    value: ({ recent }) => recent.map(({ outcome, start }) => ({ outcome, start: toRfc3339(start) })),
    text: ({ recent }) => {
      const bars = [...sparkline(recent.map((run) => durationOf(run) ?? 0))];
      return recent.map(({ outcome }, at) => outcomeBar(outcome, bars[at] ?? '')).join('');
    },
    style: ({ recent }) => recent.map(({ outcome }) => outcomeStyle(outcome)),
  },
  { name: 'error', value: ({ last }) => last.error, minWidth: 12 },
  { name: 'status', value: ({ last }) => last.status, isExtra: true },
  { name: 'key', value: ({ last }) => last.key, isExtra: true },
];

/**
 * `syncline status`: the last run of each job, in a table, and the answer in one line. The last runs are shown
 * as bars whose height is the duration. The exit status is 3 if some records could not be read as runs.
 */
export const status = defineCommand({
  name: 'status',
  group: 'operators',
  summary: 'show the last run of each job, and earlier runs',
  options: { job: jobOption, since: sinceOption('24h'), from: fromOption, all: allOption },
  formats: rowFormats,
  examples: ['syncline status', 'syncline status --since 7d --json', 'syncline status --from store'],
  exitStatuses: {
    0: 'the runs were read, regardless of how they ended',
    3: 'the service did not respond, or some records could not be read as runs',
  },
  environment: { odata: 'optional', v2: 'optional' },
  interfacesWith: ({ from }) => (from === 'store' ? {} : { odata: 'optional', v2: 'optional' }),
  async run(options, context) {
    const { clock, environment, output } = context;
    const now = clock.date();
    const since = parseMoment('--since', options.since, now);
    let [unreadable, notes]: [number, readonly string[]] = [0, []];
    const onRead = (facts: ReadFacts): void => void ({ unreadable, notes } = facts);
    const { job, from } = options;
    const runs =
      from === 'store'
        ? await readStoredRuns(context, { job, since, limit: mostRecent })
        : await readRuns(context, { job, since, onRead });
    const rows = statusOfJobs(runs, now);
    const near = rows.length === 0 && from === 'service' ? await nearestJob(context, job, { since }) : undefined;
    const empty = `${job === undefined ? 'No job has run' : `No runs of ${cleanText(job)}`} ${emptySince(since, now, near)}`;
    const byUrgency = rows.toSorted((left, right) => compareUrgency(left.last.outcome, right.last.outcome));
    const isTable = output.format === 'table';
    const folded = foldRows(byUrgency, (row) => !needsAttention(row), output.view, options.all === true);
    // Sorted by what needs attention for people, and by name for programs.
    if (!isTable || folded.rows.length > 0 || rows.length === 0)
      await printRows(isTable ? folded.rows : rows, { ...output, columns: statusColumns, empty });
    // After a long table, so that they are seen.
    for (const note of notes) output.note(note);
    if (isTable && rows.length > 0) {
      if (folded.left > 0) output.note(`${counted(folded.left, 'more job')} ran well. Show them with --all.`);
      for (const line of answer(byUrgency, output.view)) output.note(line);
    }
    const counts = countOutcomes(rows.map(({ last }) => last.outcome));
    await output.report?.({
      annotations: byUrgency.flatMap(annotationsOf),
      summary: {
        title: `Status of ${environment.name}`,
        sentence: rows.length === 0 ? empty : `${counted(rows.length, 'job')}: ${counts.join(', ')}.`,
        ...summaryTable(byUrgency, statusColumns, now),
      },
    });
    return unreadable > 0 ? exitStatus.unknown : exitStatus.yes;
  },
});

/** The answer, and the next command. */
function answer(byUrgency: readonly JobStatus[], view: View): readonly string[] {
  const wrong = byUrgency.find(needsAttention);
  const next = wrong && `diagnose ${shellWord(wrong.job)}`;
  return answerLines(byUrgency.length, countedOutcomes(byUrgency.map(({ last }) => last.outcome)), next, view);
}

function needsAttention({ last: { outcome } }: JobStatus): boolean {
  return !isWell(outcome);
}

/** The last run of a job deserves a warning unless it succeeded or is running. The command itself only reads. */
function annotationsOf({ job, last: { outcome, status, error } }: JobStatus): readonly Annotation[] {
  if (isWell(outcome)) return [];
  const why = error || `status is ${JSON.stringify(status)}`;
  const message = `The outcome of the last run of ${job} is ${outcome}`;
  return [{ level: 'warning', title: `${job}: ${outcome}`, message: `${message}: ${why}` }];
}

/** The last run and earlier runs of each job, by job name. */
export function statusOfJobs(runs: readonly ClassifiedRun[], now: number): readonly JobStatus[] {
  return [...groupBy(withPossibleLast(runs, now), ({ job }) => job)]
    .flatMap(([job, all]) => {
      const last = all.at(-1);
      return last === undefined ? [] : [{ job, last, recent: all.slice(-mostRecent) }];
    })
    .sort((left, right) => (left.job < right.job ? -1 : 1));
}
