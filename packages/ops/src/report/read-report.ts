import { ownOptions, wholePattern } from '@syncline/core/internal';
import { type Inventory, lintJobs } from '@syncline/jobs';
import { openStore, gapNote } from '../environment/open-store.ts';
import { readJobs } from '../environment/sources.ts';
import { createJobNamer, evaluateJobs, freshnessWindow, schedulesOf } from '../insight/freshness.ts';
import { JobIndex } from '../insight/job-index.ts';
import { type QueryContext, type ReadFacts, readJudgedRuns, readRuns, type RunSelection } from '../insight/queries.ts';
import { createReport, type ReportFacts } from './create-report.ts';
import { type EarlierReport, readEarlierReport } from './earlier-report.ts';
import { readStoredFacts } from './stored-facts.ts';
import { type FleetReport, headline, isIdle, needsAttention, type ReportJob, type ReportRun } from './report.ts';

/** Options of `readReport`. */
export interface ReportOptions {
  /** Which jobs are in the report, with `*` for any text. @default all */
  readonly job?: string | undefined;
  /** The report shows runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** Where to read the runs. @default 'service' */
  readonly from?: 'service' | 'store' | undefined;
  /** Whether to read the definitions of jobs, for the findings of the linter and missed schedules. @default true */
  readonly definitions?: boolean | undefined;
  /** The file of an earlier report to compare with, and the option that names it in errors */
  readonly earlier?: { readonly file: string; readonly option: string } | undefined;
  /** A file to compare with if it is an earlier report of the environment, such as the one that is replaced */
  readonly replaced?: string | undefined;
}

const optionNames = { job: 1, since: 1, from: 1, definitions: 1, earlier: 1, replaced: 1 };

/** A report, and its answer for people and programs. */
export interface ReportResult {
  readonly report: FleetReport;
  /** The answer in one sentence, without a full stop: `12 of 240 jobs need attention` */
  readonly headline: string;
  /** The jobs that need attention, the most urgent first */
  readonly attention: readonly ReportJob[];
  /** Whether nothing is known about any job */
  readonly isIdle: boolean;
  /** Whether every record could be read as a run. Otherwise, the last run of a job may be one that could not */
  readonly isComplete: boolean;
}

/**
 * Reads what a report on the jobs of an environment needs, and creates it.
 *
 * @throws {ConfigError} when the configuration lacks what is needed, or the earlier report cannot be read; also throws
 *   the client's errors, and those of the store
 */
export async function readReport(context: QueryContext, options: ReportOptions): Promise<ReportResult> {
  const { job, since, from = 'service', definitions = true, earlier, replaced } = ownOptions(options, optionNames);
  const { environment, clock, output } = context;
  if (definitions) await environment.lookUpSecrets?.();
  const comparedWith = await earlierOf(earlier, replaced, environment.name);
  const { freshness: entries } = environment;
  const now = clock.date();
  const readFrom = entries.length === 0 ? since : Math.min(since, freshnessWindow(entries, undefined, now));
  const isWanted = wholePattern(job ?? '*');
  const notes: string[] = [];
  let isComplete = true;
  const onRead = (facts: ReadFacts): void => {
    notes.push(...facts.notes);
    isComplete = facts.unreadable === 0;
  };
  const period = { since, readFrom, now, isWanted };
  const source =
    from === 'store'
      ? await openStored(context, {
          ...period,
          onGap: (note) => {
            notes.push(note);
            isComplete = false;
          },
        })
      : await readService(context, { ...period, job, onRead });
  try {
    const inventory = definitions ? await definitionsOf(source.jobs, isWanted, context) : undefined;
    if (definitions && inventory === undefined)
      notes.push('The definitions of the jobs were not read, because no interface for them is configured');
    const known =
      inventory === undefined ? new Map<string, undefined>() : schedulesOf(inventory.entries, environment, source.jobs);
    const { freshness, ...runs } = await source.read(known);
    const report = createReport({
      environment: environment.name,
      now,
      since,
      ...runs,
      causes: environment.causes,
      volume: environment.volume,
      jobs: known.keys(),
      freshness: entries.length === 0 ? undefined : freshness,
      lint:
        inventory?.knows.definitions === true
          ? lintJobs(inventory, { now: new Date(now), ...environment.lint })
          : undefined,
      earlier: comparedWith,
      notes,
      isComplete,
    });
    for (const note of report.notes) output.note(note);
    return {
      report,
      headline: headline(report),
      attention: report.jobs.filter(needsAttention),
      isIdle: report.jobs.every(isIdle),
      isComplete,
    };
  } finally {
    await source.close();
  }
}

/** The period of a report, and which jobs it has. */
interface ReportPeriod {
  readonly since: number;
  /** Freshness may need earlier runs */
  readonly readFrom: number;
  readonly now: number;
  readonly isWanted: (job: string) => boolean;
}

/** Where the runs of a report come from. */
interface ReportSource {
  /** What the runs call their jobs */
  readonly jobs: ReadonlySet<string>;
  /** @param known - the jobs that exist, with their schedules */
  read(
    known: ReadonlyMap<string, string | null | undefined>,
  ): Promise<Pick<ReportFacts, 'runs' | 'stored'> & { readonly freshness: NonNullable<ReportFacts['freshness']> }>;
  close(): Promise<void>;
}

async function readService(
  context: QueryContext,
  { readFrom, now, isWanted, job, onRead }: ReportPeriod & Pick<RunSelection, 'job' | 'onRead'>,
): Promise<ReportSource> {
  const { environment } = context;
  const judged = await readJudgedRuns<ReportRun>(
    (each) => readRuns(context, each),
    { job, since: readFrom, onRead },
    { environment, now },
  );
  return {
    jobs: new Set(judged.runs.map((run) => run.job)),
    read: async (known) => ({
      runs: judged.runs.filter((run) => isWanted(run.job)),
      freshness: evaluateJobs({ entries: environment.freshness, known, since: readFrom, isWanted, ...judged }),
    }),
    close: async () => undefined,
  };
}

/** Reads what the store knows about the jobs, and only the runs that the page shows. */
async function openStored(
  { environment, output }: QueryContext,
  { since, readFrom, now, isWanted, onGap }: ReportPeriod & { readonly onGap: (note: string) => void },
): Promise<ReportSource> {
  output.progress('Reading the store …');
  const store = await openStore(environment);
  try {
    const note = await gapNote(store);
    if (note !== undefined) onGap(note);
    const index = await JobIndex.open({ store, entries: environment.freshness, notBefore: 0 });
    return {
      jobs: index.jobs,
      read: async (known) => {
        await index.judge({ known, now, since: readFrom });
        const freshness = index.freshness().filter(({ job }) => isWanted(job));
        const all = index.summaries();
        const summaries = all.filter(({ job }) => isWanted(job));
        const facts = await readStoredFacts(store, {
          since,
          readFrom,
          now,
          history: environment.history,
          summaries,
          freshness: new Map(freshness.map((each) => [each.job, each])),
          isFiltered: summaries.length < all.length,
          limits: { all: 20_000, jobs: 1_000, wellJobs: 300, runs: 60, failures: 20 },
        });
        output.progress('');
        return { ...facts, freshness };
      },
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The definitions of the selected jobs: those in the workspaces, otherwise those that have run. */
async function definitionsOf(
  jobs: ReadonlySet<string>,
  isWanted: (job: string) => boolean,
  { environment, signal, output }: QueryContext,
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

async function earlierOf(
  earlier: ReportOptions['earlier'],
  replaced: string | undefined,
  environment: string,
): Promise<EarlierReport | undefined> {
  if (earlier !== undefined) return readEarlierReport(earlier.file, environment, earlier.option);
  if (replaced === undefined) return undefined;
  try {
    return await readEarlierReport(replaced, environment, 'replaced');
  } catch {
    return undefined;
  }
}
