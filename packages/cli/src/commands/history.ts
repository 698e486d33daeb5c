import { emptySince } from '../terminal/format-time.ts';
import { cleanText, ConfigError, counted, durationOf, parseMoment, tookText } from '@syncline/core/internal';
import { type Outcome, outcomes } from '@syncline/runs';
import { type Column, outcomeColumn } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import { type ClassifiedRun, nearestJob, type ReadFacts, readRuns } from '@syncline/ops';
import type { View } from '../terminal/style.ts';
import { answerLines, countedOutcomes, foldOldRows, shellWord } from '../terminal/urgency.ts';
import { defineCommand, jobOption, sinceOption } from '../command/define-command.ts';
import { exitStatus } from '../command/exit-status.ts';

/** The columns of a run in several commands. */
export const runColumns: readonly Column<ClassifiedRun>[] = [
  outcomeColumn(({ outcome }) => outcome),
  { name: 'job', value: ({ job }) => job, minWidth: 12 },
  { name: 'start', title: 'started', value: ({ start }) => new Date(start) },
  {
    name: 'duration_ms',
    title: 'duration',
    align: 'right',
    value: durationOf,
    text: tookText,
  },
  { name: 'rows', value: ({ rows }) => rows, align: 'right', isMinor: true },
  { name: 'status', value: ({ status }) => status, minWidth: 10, isMinor: true },
  { name: 'error', value: ({ error }) => error, minWidth: 12 },
  { name: 'end', title: 'ended', value: ({ end }) => (end === undefined ? undefined : new Date(end)), isExtra: true },
  { name: 'key', value: ({ key }) => key, isMinor: true },
];

/**
 * `syncline history`: the runs of a period, newest first. The exit status is 3 if some records could not be read as
 * runs.
 */
export const history = defineCommand({
  name: 'history',
  group: 'operators',
  summary: 'list runs, newest first',
  options: {
    job: jobOption,
    since: sinceOption('24h'),
    until: { value: 'time', text: 'only runs that started before this time' },
    outcome: { value: 'outcomes', text: 'only these outcomes, separated by commas' },
    limit: { value: 'count', text: 'the maximum number of runs' },
    all: { text: 'on a terminal, show every run, not only the newest ones that fit' },
  },
  formats: rowFormats,
  examples: [
    'syncline history --outcome failed,partial --since 7d',
    "syncline history --job 'Orders*' --since 2026-11-01T06:00:00Z --json",
  ],
  exitStatuses: {
    0: 'the runs were read, regardless of how they ended',
    3: 'the service did not respond, or some records could not be read as runs',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output, clock } = context;
    const now = clock.date();
    const since = parseMoment('--since', options.since, now);
    const until = options.until === undefined ? undefined : parseMoment('--until', options.until, now);
    if (until !== undefined && until <= since) throw new ConfigError('--until', 'must be later than --since');
    const wanted = parseOutcomes(options.outcome);
    const limit = parseLimit(options.limit);
    let [unreadable, notes]: [number, readonly string[]] = [0, []];
    const onRead = (facts: ReadFacts): void => void ({ unreadable, notes } = facts);
    const runs = await readRuns(context, { job: options.job, since, until, onRead });
    const matching = runs.filter(({ outcome }) => wanted === undefined || wanted.has(outcome)).reverse();
    const rows = matching.slice(0, limit);
    const isTable = output.format === 'table';
    const isAll = options.all === true || limit !== undefined;
    const folded = isTable ? foldOldRows(rows, output.view, isAll) : { rows, left: 0 };
    const near = runs.length === 0 ? await nearestJob(context, options.job, { since, until }) : undefined;
    await printRows(folded.rows, {
      ...output,
      columns: runColumns,
      empty: emptyText(options, emptySince(since, now, near)),
    });
    // After a long table, so that they are seen.
    for (const note of notes) output.note(note);
    if (isTable) {
      if (folded.left > 0) output.note(`${counted(folded.left, 'earlier run')} left out. Show them with --all.`);
      // Of the runs with some outcomes, the share of all runs says more than that all of them have one.
      const [counts, all] = wanted === undefined ? [rows, rows.length] : [matching, runs.length];
      for (const line of answer(counts, all, output.view)) output.note(line);
    }
    return unreadable > 0 ? exitStatus.unknown : exitStatus.yes;
  },
});

/** The answer, and the next command: the key of a run names it, whatever ran after it. */
function answer(rows: readonly ClassifiedRun[], all: number, view: View): readonly string[] {
  const failed = rows.find(({ outcome }) => outcome === 'failed' || outcome === 'partial');
  const next = failed && `diagnose ${shellWord(failed.key)}`;
  return answerLines(all, countedOutcomes(rows.map(({ outcome }) => outcome)), next, view, 'run');
}

/** What to try next if there are no runs. */
function emptyText(
  { job, outcome }: { readonly job: string | undefined; readonly outcome: string | undefined },
  end: string,
): string {
  const which = [
    ...(job === undefined ? [] : [`of ${cleanText(job)}`]),
    ...(outcome === undefined ? [] : [`with the outcome ${outcome}`]),
  ];
  return `${['No runs', ...which].join(' ')} ${end}`;
}

function parseOutcomes(text: string | undefined): ReadonlySet<Outcome> | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!(outcomes as readonly string[]).includes(name))
      throw new ConfigError(
        '--outcome',
        `must be one or more of ${outcomes.join(', ')}; found ${JSON.stringify(name)}`,
      );
  return new Set(names as Outcome[]);
}

/** @throws {ConfigError} when the text is not a whole number of at least 1 */
export function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1)
    throw new ConfigError(
      '--limit',
      `must be a whole number of at least 1, found ${JSON.stringify(text.slice(0, 40))}`,
    );
  return limit;
}
