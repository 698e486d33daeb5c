import { cleanText, counted, formatDuration, parseMoment, toRfc3339 } from '@syncline/core/internal';
import { type JUnitCase, printJUnit } from '@syncline/jobs';
import type { Freshness } from '@syncline/runs';
import { nearestJob, readFreshness } from '@syncline/ops';
import { type Annotation, summaryTable } from '../formats/report-on-github.ts';
import { type Column, resultColumn } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import type { View } from '../terminal/style.ts';
import { answerLines, countPhrases, foldRows, shellWord } from '../terminal/urgency.ts';
import { allOption, defineCommand, failOnOption, fromOption, jobOption } from '../command/define-command.ts';
import { type ExitStatus, exitStatus, worstStatus } from '../command/exit-status.ts';

type JobResult = Awaited<ReturnType<typeof readFreshness>>['jobs'][number];

const columns: readonly Column<JobResult>[] = [
  resultColumn,
  { name: 'job', value: ({ job }) => job, minWidth: 12 },
  {
    name: 'age_ms',
    title: 'age',
    align: 'right',
    value: ({ ageMs }) => ageMs,
    text: ({ ageMs }) => (ageMs === undefined ? '' : formatDuration(ageMs)),
  },
  ...(['missed', 'skipped'] as const).map(
    (name): Column<JobResult> => ({
      name,
      align: 'right',
      value: ({ [name]: ticks }) => ticks.map((tick) => toRfc3339(tick)),
      text: ({ [name]: ticks }) => (ticks.length === 0 ? '' : String(ticks.length)),
    }),
  ),
  {
    name: 'because',
    title: 'why',
    value: ({ because }) => because,
    // The age has a column of its own.
    text: ({ because }) => because.map((each) => each.replace(/ \(the last success started .* ago\)$/, '')).join('; '),
    minWidth: 20,
    isBroken: true,
  },
];

/** `syncline freshness`: whether the data of each job is fresh, by the policies of the configuration. */
export const freshness = defineCommand({
  name: 'freshness',
  group: 'operators',
  summary: 'check whether the data of each job is fresh, by the policies in the configuration',
  options: {
    job: jobOption,
    since: {
      value: 'time',
      text: 'how far back to read runs (default: a day more than the longest limit, at least 7d)',
    },
    from: fromOption,
    all: allOption,
    failOn: failOnOption(['warn', 'error']),
  },
  formats: [...rowFormats, 'junit'],
  examples: ['syncline freshness --fail-on warn', 'syncline freshness --output junit > freshness.xml'],
  exitStatuses: {
    0: 'the data is fresh',
    1: 'the data of a job is stale',
    3: 'it is not known whether the data is fresh, or no jobs were found',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { environment, output, clock } = context;
    const { failOn, job, from: source } = options;
    const now = clock.date();
    const from = options.since === undefined ? undefined : parseMoment('--since', options.since, now);
    const {
      jobs: rows,
      since,
      isAnyJobKnown,
      notes,
    } = await readFreshness(context, { job, since: from, from: source });
    const byGravity = rows.toSorted((left, right) => gravity.indexOf(left.result) - gravity.indexOf(right.result));
    // People look for what needs attention, and programs look for names.
    const near = rows.length === 0 ? await nearestJob(context, job, { since }) : undefined;
    const question = near === undefined ? 'Compare it with `syncline status`.' : `Did you mean ${cleanText(near)}?`;
    const nothing = isAnyJobKnown ? noJobFits : noJobIsKnown(now - since);
    const empty = job === undefined ? nothing : `No job with the name ${cleanText(job)} is checked. ${question}`;
    const isTable = output.format === 'table';
    const folded = foldRows(byGravity, ({ result }) => result === 'pass', output.view, options.all === true);
    if (!isTable || folded.rows.length > 0 || rows.length === 0)
      await printRows(isTable ? folded.rows : rows, {
        ...output,
        columns,
        empty,
        reports: {
          junit: (list) => {
            // A file without a case looks like a success.
            const nothing: JUnitCase = { name: 'jobs', result: { kind: 'error', message: empty } };
            const cases = list.length === 0 ? [nothing] : list.map((row) => caseOf(row, failOn));
            return printJUnit('syncline freshness', [{ name: 'freshness', cases }]);
          },
        },
      });
    for (const note of notes) output.note(note);
    const isEachNamed = environment.freshness.every(({ jobs }) => !jobs.includes('*'));
    const isAnswered = job !== undefined && !job.includes('*') && rows.length > 0;
    if (source === 'service' && environment.v2 === undefined && !isEachNamed && !isAnswered)
      output.note(notJudged(now - since));
    if (isTable && rows.length > 0) {
      if (folded.left > 0) output.note(`${counted(folded.left, 'more job')} with fresh data. Show them with --all.`);
      for (const line of answer(byGravity, output.view)) output.note(line);
    }
    await output.report?.({
      annotations: byGravity.flatMap((row) => annotationsOf(row, failOn)),
      summary: {
        title: `Freshness of ${environment.name}`,
        sentence: sentenceOf(rows, empty),
        ...summaryTable(byGravity, columns, now),
      },
    });
    if (rows.length === 0) return exitStatus.unknown;
    return worstStatus(rows.map(({ result }) => statusOf(result, failOn)));
  },
});

/** The answer, and the next command. */
function answer(byGravity: readonly JobResult[], view: View): readonly string[] {
  const results = byGravity.map(({ result }) => result);
  const parts = countPhrases(results, phrases);
  const [worst] = byGravity;
  if (worst === undefined || worst.result === 'pass') return answerLines(byGravity.length, parts, undefined, view);
  const { job, last } = worst;
  const isFailed = last !== undefined && !['succeeded', 'warned', 'running'].includes(last.outcome);
  const next = isFailed ? `diagnose ${shellWord(job)}` : `history --job ${shellWord(job)} --since 30d`;
  return answerLines(byGravity.length, parts.slice(0, -1), next, view);
}

const phrases: readonly (readonly [Freshness['result'], one: string, several: string])[] = [
  ['error', 'is stale', 'are stale'],
  ['unknown', 'cannot be judged', 'cannot be judged'],
  ['warn', 'is getting old', 'are getting old'],
  ['pass', 'is fresh', 'are fresh'],
];

const noJobFits = 'No job matches an entry of `freshness` in the configuration. Check the names in its field `jobs`.';
const noJobIsKnown = (readMs: number): string =>
  `No jobs found: no run started in the last ${formatDuration(readMs)}, and no interface lists a job. Check the interfaces with \`syncline doctor\`.`;
const notJudged = (readMs: number): string =>
  `Jobs that did not run in the last ${formatDuration(readMs)} are not judged, because only the v2 interface lists all ` +
  'jobs. Add v2 to the environment in the configuration, or name these jobs in `freshness` without *.';
const gravity: readonly Freshness['result'][] = ['error', 'unknown', 'warn', 'pass'];
const titles: Readonly<Record<Exclude<Freshness['result'], 'pass'>, string>> = {
  error: 'Not fresh',
  warn: 'Getting old',
  unknown: 'Freshness not known',
};

/** The test case of a job: it fails if the answer is no, and has an error if the answer is unknown. */
function caseOf({ job, result, because }: JobResult, failOn: 'warn' | 'error'): JUnitCase {
  const status = statusOf(result, failOn);
  if (status === exitStatus.yes) return { name: job };
  const kind = status === exitStatus.no ? 'failure' : 'error';
  return { name: job, result: { kind, message: because.join('; ') || (kind === 'error' ? 'unknown' : 'stale') } };
}

function annotationsOf({ job, result, because }: JobResult, failOn: 'warn' | 'error'): readonly Annotation[] {
  if (result === 'pass') return [];
  const level = statusOf(result, failOn) === exitStatus.yes ? 'warning' : 'error';
  return [{ level, title: `${titles[result]}: ${job}`, message: `${job}: ${because.join('; ')}.` }];
}

function sentenceOf(rows: readonly JobResult[], empty: string): string {
  if (rows.length === 0) return empty;
  const counts = gravity.flatMap((result) => {
    const count = rows.filter((row) => row.result === result).length;
    return count === 0 ? [] : [`${count} ${result}`];
  });
  return `${counted(rows.length, 'job')}: ${counts.join(', ')}.`;
}

function statusOf(result: Freshness['result'], failOn: 'warn' | 'error'): ExitStatus {
  switch (result) {
    case 'pass':
      return exitStatus.yes;
    case 'warn':
      return failOn === 'warn' ? exitStatus.no : exitStatus.yes;
    case 'error':
      return exitStatus.no;
    case 'unknown':
      return exitStatus.unknown;
  }
}
