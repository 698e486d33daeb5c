import { writeFile } from 'node:fs/promises';
import { ConfigError, parseMoment, wholePattern } from '@syncline/core/internal';
import { type Inventory, lintJobs } from '@syncline/jobs';
import { type CommandContext, defineCommand, failOnOption, jobOption, sinceOption } from '../command/define-command.ts';
import {
  createJobNamer,
  createReport,
  evaluateJobs,
  freshnessWindow,
  headline,
  isIdle,
  needsAttention,
  openStore,
  readEarlierReport,
  type ReadFacts,
  readJobs,
  readJudgedRuns,
  readRuns,
  readsHistory,
  readStoredRuns,
  renderPage,
  type Report,
  type RunSelection,
  schedulesOf,
} from '@syncline/ops';
import type { Column } from '../formats/column.ts';
import { printRows, rowFormats } from '../formats/print-rows.ts';
import type { Style } from '../terminal/style.ts';
import { type OutputTarget, replaceFile, unwritable, writableTarget } from '../formats/output-target.ts';
import { type ExitStatus, exitStatus } from '../command/exit-status.ts';

type ReportJob = Report['jobs'][number];
type Result = ReportJob['result'];
type ReportRun = Parameters<typeof createReport>[0]['runs'][number];
type EarlierReport = NonNullable<Parameters<typeof createReport>[0]['earlier']>;

const styles: Readonly<Record<Result, readonly [symbol: string, style: Style]>> = {
  pass: ['✓', 'green'],
  warn: ['!', 'yellow'],
  error: ['✗', 'red'],
  unknown: ['?', 'yellow'],
};

const columns: readonly Column<ReportJob>[] = [
  {
    name: 'result',
    value: ({ result }) => result,
    text: ({ result }) => `${styles[result][0]} ${result}`,
    style: ({ result }) => styles[result][1],
  },
  { name: 'job', value: ({ name }) => name, minWidth: 12 },
  {
    name: 'because',
    title: 'why',
    value: ({ because }) => because,
    text: ({ because }) => because.join('; '),
    minWidth: 14,
  },
  { name: 'last', title: 'last run', value: ({ last }) => last && new Date(last.start) },
];

/**
 * `syncline report --out report.html`: writes a report on all jobs, and prints those that need attention. The report is
 * one file that loads nothing else.
 */
export const report = defineCommand({
  name: 'report',
  group: 'operators',
  summary: 'write a report on all jobs: runs, failures, freshness, volume, lint findings, and changes',
  options: {
    out: { value: 'file', text: 'the report: one HTML file that loads nothing', isRequired: true },
    job: jobOption,
    since: sinceOption('7d'),
    from: { value: 'place', text: 'where to read the runs', choices: ['service', 'store'], default: 'service' },
    sinceReport: {
      value: 'file',
      text: 'an earlier report to compare with (default: the file that this report replaces)',
    },
    definitions: { isNegated: true, text: 'do not read job definitions: no lint findings, and no missed schedules' },
    failOn: failOnOption(['error', 'warn', 'never']),
  },
  formats: rowFormats,
  examples: [
    'syncline report --out report.html',
    'syncline report --out today.html --since 24h --since-report yesterday.html --fail-on never',
  ],
  exitStatuses: {
    0: 'no job needs attention, or --fail-on allows it',
    1: 'a job needs attention',
    3: 'something is unknown: a result, some records, or whether any job ran',
  },
  environment: { odata: 'optional', v2: 'optional' },
  async run(options, context) {
    const { output } = context;
    const { out, failOn } = options;
    if (out === '') throw new ConfigError('--out', 'must name the file to write, such as report.html');
    const target = writableTarget(out);
    if (options.definitions) await context.environment.lookUpSecrets?.();
    const earlier = await earlierOf(options.sinceReport, target, context.environment.name);
    let isWhole = true;
    const onRead = ({ unreadable }: ReadFacts): void => void (isWhole = unreadable === 0);
    const made = await collectReport({ ...options, onRead }, earlier, context);
    await writeWhole(out, target, renderPage(made));
    const empty = made.jobs.every(isIdle) ? `${headline(made)}.` : 'No job needs attention.';
    await printRows(made.jobs.filter(needsAttention), { ...output, columns, empty });
    output.note(`${headline(made)}. The report is in ${out}.`);
    return statusOf(made, failOn, isWhole);
  },
});

type ReportValues = Parameters<typeof report.run>[0];

/** Reads the data of a report and creates it. */
async function collectReport(
  { job, since: given, from, definitions, onRead }: ReportValues & Pick<RunSelection, 'onRead'>,
  earlier: EarlierReport | undefined,
  context: CommandContext,
): Promise<Report> {
  const { environment, clock } = context;
  const { freshness: entries } = environment;
  const now = clock.date();
  const since = parseMoment('--since', given, now);
  const readFrom = entries.length === 0 ? since : Math.min(since, freshnessWindow(entries, undefined, now));
  const notes: string[] = [];
  const isWanted = wholePattern(job ?? '*');
  const onPage = (facts: ReadFacts): void => {
    notes.push(...facts.notes);
    onRead?.(facts);
  };
  const selection = { job, since: readFrom, onRead: onPage };
  const judged =
    from === 'store'
      ? { runs: await storedRuns(context, readFrom), now, isKeptByJob: !readsHistory(environment) }
      : await readJudgedRuns((each) => readRuns(context, each), selection, { environment, now });
  const runs: readonly ReportRun[] = judged.runs;
  const wanted = runs.filter((run) => isWanted(run.job));
  const jobs = new Set(runs.map((run) => run.job));
  const inventory = definitions ? await definitionsOf(jobs, isWanted, context) : undefined;
  if (definitions && inventory === undefined)
    notes.push('The definitions of the jobs were not read, because no interface for them is configured');
  const known =
    inventory === undefined ? new Map<string, undefined>() : schedulesOf(inventory.entries, environment, jobs);
  const result = createReport({
    environment: environment.name,
    now,
    since,
    runs: wanted,
    causes: environment.causes,
    volume: environment.volume,
    jobs: known.keys(),
    freshness:
      entries.length === 0 ? undefined : evaluateJobs({ entries, known, since: readFrom, isWanted, ...judged }),
    lint:
      inventory?.knows.definitions === true
        ? lintJobs(inventory, { now: new Date(now), ...environment.lint })
        : undefined,
    earlier,
    notes,
  });
  for (const note of notes) context.output.note(note);
  return result;
}

async function storedRuns({ environment, output }: CommandContext, since: number): Promise<readonly ReportRun[]> {
  output.progress('Reading the store …');
  const store = await openStore(environment);
  try {
    return await readStoredRuns(store, since, environment.history);
  } finally {
    output.progress('');
    await store.close();
  }
}

/** The definitions of the selected jobs: those in the workspaces, otherwise those that have run. */
async function definitionsOf(
  jobs: ReadonlySet<string>,
  isWanted: (job: string) => boolean,
  { environment, signal, output }: CommandContext,
): Promise<Inventory | undefined> {
  const { odata, v2 } = environment;
  if (odata === undefined && v2 === undefined) return undefined;
  const inventory = await readJobs(environment, {
    odata,
    v2,
    signal,
    ...(v2 === undefined ? { names: [...jobs].filter(isWanted) } : {}),
    onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
  });
  output.progress('');
  const nameOf = createJobNamer(inventory.entries, environment, jobs);
  return { ...inventory, entries: inventory.entries.filter((entry) => isWanted(nameOf(entry))) };
}

/** The earlier report that was named, or the one that will be replaced. */
async function earlierOf(
  given: string | undefined,
  { path, kind }: OutputTarget,
  environment: string,
): Promise<EarlierReport | undefined> {
  if (given !== undefined) return readEarlierReport(given, environment, '--since-report');
  // Reading a pipe would wait for another process.
  if (kind === 'stream') return undefined;
  try {
    return await readEarlierReport(path, environment, '--out');
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, or writes to the pipe or device. */
async function writeWhole(out: string, { path, kind }: OutputTarget, text: string): Promise<void> {
  try {
    await (kind === 'stream' ? writeFile(path, text) : replaceFile(path, text));
  } catch (error) {
    throw unwritable(out, error);
  }
}

/** @param isWhole - whether every record could be read as a run: the last run of a job may be one that could not */
function statusOf({ jobs }: Report, failOn: 'error' | 'warn' | 'never', isWhole: boolean): ExitStatus {
  if (failOn === 'never') return exitStatus.yes;
  const has = (wanted: Result): boolean => jobs.some(({ result }) => result === wanted);
  if (has('error') || (failOn === 'warn' && has('warn'))) return exitStatus.no;
  return !isWhole || jobs.every(isIdle) || has('unknown') ? exitStatus.unknown : exitStatus.yes;
}
