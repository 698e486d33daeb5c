import type { HistoryRecord } from '@syncline/client';
import {
  type Clock,
  ConfigError,
  counted,
  formatDuration,
  ownOptions,
  nearestName,
  wholePattern,
} from '@syncline/core/internal';
import {
  type Accessor,
  type Classification,
  classifyRun,
  createCompleteReader,
  describeReadings,
  type Outcome,
  type ReadComplete,
  type RunAccessors,
  type RunPage,
  type RunSource,
  type SourceRun,
  type StoredRun,
} from '@syncline/runs';
import { type Environment, readsHistory, requireInterface } from '../environment/environment.ts';
import { jobIds, runSource } from '../environment/sources.ts';
import { openStore, gapNote } from '../environment/open-store.ts';
import { noTexts, recordTexts, storedTexts } from './failures.ts';

/** What a query over an environment needs besides its own options. */
export interface QueryContext {
  readonly environment: Environment;
  readonly output: QueryOutput;
  readonly clock: Clock;
  /** Abandons the query */
  readonly signal: AbortSignal;
}

/** Where a query reports what it does. */
export interface QueryOutput {
  /** Receives what the query is doing. Each text replaces the previous one; an empty text says that the work is done. */
  readonly progress: (text: string) => void;
  /** Receives a sentence for people, such as how many records could not be read. */
  readonly note: (text: string) => void;
}

/** A run with its outcome. */
export interface ClassifiedRun extends Omit<SourceRun, 'record'> {
  /** The texts of a run that did not succeed, if they are read */
  readonly details?: string | undefined;
  readonly outcome: Outcome;
  readonly because: Classification['because'];
}

/** What is known about the response of a read, besides its runs. */
export interface ReadFacts {
  /** Number of records that could not be read as runs, and are left out */
  readonly unreadable: number;
  /** The service's time in its response, in milliseconds since 1970; undefined if it does not send it */
  readonly date: number | undefined;
  /** Sentences about both, for people */
  readonly notes: readonly string[];
}

/** Which runs a command reads. */
export interface RunSelection {
  /** The name of a job (history) or its id (job status), with `*` for any text. @default all jobs */
  readonly job?: string | undefined;
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  readonly until?: number | undefined;
  /** Called with what is known about the response. @default its notes are printed when they change */
  readonly onRead?: ((facts: ReadFacts) => void) | undefined;
  /** @default the signal of the context */
  readonly signal?: AbortSignal | undefined;
}

const jobsAtOnce = 100;
const selectionNames = { job: 1, since: 1, until: 1, onRead: 1, signal: 1 };

/** Reads runs repeatedly, as `watch` does. */
export type RunReader = (selection: RunSelection) => Promise<readonly ClassifiedRun[]>;

/**
 * Reads the runs of an environment with their outcomes, oldest first. Records that cannot be read as runs are left out,
 * and a note says how many there are.
 *
 * @throws {ConfigError} when the configuration lacks what is needed, or its entry `history` fits no record of the period;
 *   also throws the client's errors
 */
export async function readRuns(context: QueryContext, selection: RunSelection): Promise<readonly ClassifiedRun[]> {
  return createRunQuery(context)(selection);
}

/** Which runs `readStoredRuns` returns. */
export interface StoredSelection {
  /** The name of a job, with `*` for any text. @default all jobs */
  readonly job?: string | undefined;
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** The maximum number of runs of each job, the newest, from 1 to 10,000 */
  readonly limit: number;
}

/**
 * Reads the newest runs of each job from the store of an environment, oldest first. The work grows with the number of
 * jobs and not with the number of runs.
 *
 * @throws {ConfigError} when no store is configured or an option cannot be used; also throws the errors of the store
 */
export async function readStoredRuns(
  { environment, output }: QueryContext,
  selection: StoredSelection,
): Promise<readonly ClassifiedRun[]> {
  const { job: wanted = '*', since, limit } = ownOptions(selection, { job: 1, since: 1, limit: 1 }, 'selection');
  const belongs = wholePattern(wanted);
  output.progress('Reading the store …');
  const store = await openStore(environment);
  try {
    const runs: ClassifiedRun[] = [];
    let after: string | undefined;
    do {
      const jobs = await store.readJobs({ after, limit: jobsAtOnce });
      after = jobs.length < jobsAtOnce ? undefined : jobs.at(-1)?.job;
      const current = jobs.filter(({ job, last }) => last.start >= since && belongs(job));
      // A database on another machine answers several queries at once.
      const pages = await Promise.all(current.map(({ job }) => store.readPage({ job, since, limit })));
      for (const page of pages)
        for (const run of page.runs.toReversed()) runs.push(storedRun(run, environment.history));
    } while (after !== undefined);
    const note = await gapNote(store);
    output.progress('');
    if (note !== undefined) output.note(note);
    return runs;
  } finally {
    await store.close();
  }
}

/**
 * A run of a store with its texts, which are read from its record if it did not succeed.
 *
 * @param history - `history` of the configuration: where an error is in a record
 */
export function storedRun(
  { key, job, outcome, status, start, end, rows, raw }: StoredRun,
  history: Pick<RunAccessors<HistoryRecord>, 'error'> | undefined,
): ClassifiedRun {
  const { error, details } =
    outcome === 'succeeded' ? noTexts : storedTexts(raw, history?.error as Accessor<never> | undefined);
  // Copying all other properties takes longer than reading the run.
  return { key, job, outcome, status, start, end, rows, error, details, because: [] };
}

/** The same as `readRuns` for several reads. Later reads use what earlier ones have found out about the service. */
export function createRunQuery(context: QueryContext): RunReader {
  const { environment, output, clock } = context;
  const classify = requireInterface(environment, 'classify');
  const isHistory = readsHistory(environment);
  let readers: { readonly ids: string; readonly read: ReadComplete } | undefined;
  /** The job status is read job by job, and jobs may come and go. */
  const readerOf = (ids: readonly string[] | undefined): ReadComplete => {
    const key = ids === undefined ? 'all' : JSON.stringify(ids);
    if (readers?.ids !== key) {
      const { pageCap } = environment;
      readers = { ids: key, read: createCompleteReader(runSource(environment, ids), { pageCap }) };
    }
    return readers.read;
  };
  let noted: string | undefined;
  let isClockNoted = false;
  return async (selection) => {
    const { job, since, until, onRead, signal = context.signal } = ownOptions(selection, selectionNames, 'selection');
    const exact = job !== undefined && !job.includes('*') ? job : undefined;
    output.progress('Reading runs …');
    const read = readerOf(await jobIds({ environment, signal }, exact));
    const page = await read({ since, until, job: exact, signal });
    output.progress('');
    const misfit = isHistory ? historyMisfit(page) : undefined;
    if (misfit !== undefined) throw misfit;
    const { runs, unreadable, date } = page;
    const [unread, clocks] = [unreadableNote(page), clockNote(date, clock.date())];
    const notes = [unread, clocks].filter((note) => note !== undefined);
    if (onRead === undefined) {
      if (unread !== undefined && unread !== noted) output.note(unread);
      // The difference between the clocks varies a little.
      if (clocks !== undefined && !isClockNoted) output.note(clocks);
      noted = unread;
      isClockNoted ||= clocks !== undefined;
    } else onRead({ unreadable: unreadable.count, date, notes });
    const belongs = job === undefined ? () => true : wholePattern(job);
    return runs.flatMap((run) => {
      if (!belongs(run.job)) return [];
      const { record, ...facts } = run;
      const classified = classifyRun(classify, run);
      const details = classified.outcome === 'succeeded' ? '' : recordTexts(record, undefined).details;
      return [{ ...facts, ...classified, details }];
    });
  };
}

/** Runs by which jobs are judged, and how to judge by them. */
export interface JudgedRuns<Run> {
  readonly runs: readonly Run[];
  /** When to judge them, in milliseconds since 1970 */
  readonly now: number;
  /** As in `FreshnessFacts` */
  readonly isKeptByJob: boolean;
}

/**
 * Reads the runs by which the jobs of an environment are judged. If the clock of the service is ahead, its runs seem to
 * be younger than they are, so they are judged at the time of the service.
 *
 * @param read - reads runs, such as `readRuns` with its context
 */
export async function readJudgedRuns<Run>(
  read: (selection: RunSelection) => Promise<readonly Run[]>,
  { job, onRead, ...selection }: RunSelection,
  { environment, now }: { readonly environment: Environment; readonly now: number },
): Promise<JudgedRuns<Run>> {
  let judgedAt = now;
  const onPage = (facts: ReadFacts): void => {
    judgedAt = Math.max(now, facts.date ?? now);
    onRead?.(facts);
  };
  const isKeptByJob = !readsHistory(environment);
  const isScheduled = environment.freshness.some(({ cron }) => cron !== undefined);
  // The runs of the other jobs show how far back the history goes, which decides whether a scheduled run is missing.
  const jobToRead = isScheduled && !isKeptByJob ? undefined : job;
  const runs = await read({ ...selection, job: jobToRead, onRead: onPage });
  return { runs, now: judgedAt, isKeptByJob };
}

/** What a wait needs of its source. */
export interface WaitSourceOptions {
  /** The job; undefined if the token of the wait names it */
  readonly job: string | undefined;
  /** Whether no other process began the wait */
  readonly isNew: boolean;
  /** The moment after which the run must have started, by this machine's clock; undefined if the run has a key */
  readonly after: number | undefined;
}

/**
 * The source of a wait. It says what could not be read as runs, whether the job has no runs so that its name may be
 * misspelt, and whether the clocks differ. If the service's clock is
 * ahead, it leaves out the runs that only seem to have started after a moment of this machine's clock.
 *
 * @throws {ConfigError} when the configuration lacks what is needed. A new wait rejects with it if the configuration
 *   fits no record
 */
export function waitSource(options: WaitSourceOptions, { environment, clock, output }: QueryContext): RunSource {
  const { job, isNew, after } = ownOptions(options, { job: 1, isNew: 1, after: 1 });
  const source = runSource(environment, job === undefined ? undefined : [job]);
  const readComplete = createCompleteReader(source, { pageCap: environment.pageCap });
  // The first read of a new wait is of a week. In a short period, all records may be unreadable by chance.
  let isFirst = source.kind === 'history' && isNew;
  /** How far the service's clock was ahead of this machine's at the first response that told */
  let ahead: number | undefined;
  const noted = new Set<string>();
  const say = (subject: string, text: string | undefined): void => {
    if (text === undefined || noted.has(subject)) return;
    noted.add(subject);
    output.progress('');
    output.note(text);
  };
  return {
    kind: source.kind,
    read: async (query) => {
      const page = await readComplete(query);
      const misfit = isFirst ? historyMisfit(page) : undefined;
      if (misfit !== undefined) throw misfit;
      const isByName = isFirst && job !== undefined && query.keys === undefined;
      if (isByName && page.runs.length + page.unreadable.count === 0) {
        const { runs } = await readComplete({ ...query, job: undefined });
        say('name', unseenNote(job, runs, clock.date() - (query.since ?? 0)));
      }
      isFirst = false;
      const unread = unreadableNote(page);
      say('records', unread && `${unread} The run may be among them.`);
      const now = clock.date();
      say('clocks', clockNote(page.date, now));
      // The moment is one of the clock as it was then, also if that is set later.
      ahead ??= page.date && page.date - now;
      if (after === undefined || ahead === undefined || ahead <= 0) return page;
      return { ...page, runs: startedAfter(page, after, ahead) };
    },
  };
}

/**
 * A sentence about a job without runs, with the nearest name of a job that has some: the name may be misspelt.
 *
 * @param runs - the runs of all jobs in the same period
 */
function unseenNote(job: string, runs: RunPage['runs'], periodMs: number): string {
  const near = nearestName(job, new Set(runs.map((run) => run.job)));
  const question =
    near === undefined ? 'If it has run before, compare the name with `syncline status`.' : `Did you mean ${near}?`;
  return `There is no run of ${job} in the last ${formatDuration(periodMs)}. ${question}`;
}

/**
 * The name of a job with runs in a period that is most like a name without runs, which may be misspelt.
 *
 * @throws the errors of `readRuns`
 */
export async function nearestJob(
  context: QueryContext,
  job: string | undefined,
  period: Pick<RunSelection, 'since' | 'until'>,
): Promise<string | undefined> {
  if (job === undefined || job.includes('*')) return undefined;
  // The command has read runs before, and printed the notes on them.
  const runs = await readRuns(context, { ...period, onRead: () => {} });
  return nearestName(job, new Set(runs.map((run) => run.job)));
}

/** Without the runs that started before a moment of this machine's clock, but after it by the service's clock. */
function startedAfter({ runs }: RunPage, after: number, ahead: number): RunPage['runs'] {
  const second = (at: number): number => Math.floor(at / 1_000) * 1_000;
  const from = after + ahead;
  // A start in whole seconds may be up to a second earlier than the run itself.
  return runs.filter(({ start }) => start < second(after) || start >= (start % 1_000 === 0 ? second(from) : from));
}

/**
 * How unusual records were read: those that could not be read as runs, and those with values that a rule of reading
 * changed. Undefined if there are none.
 */
export function unreadableNote({
  unreadable: { count, problem },
  readings = {},
}: Pick<RunPage, 'unreadable' | 'readings'>): string | undefined {
  const notes = describeReadings(readings).map((sentence) => `${sentence}.`);
  if (count > 0)
    notes.unshift(
      `${counted(count, 'history record')} could not be read as runs with \`history\` of the configuration: ${problem}.`,
    );
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** The error if the entry `history` of the configuration does not match any record that arrived. */
export function historyMisfit({
  rows,
  unreadable: { count, problem },
}: Pick<RunPage, 'rows' | 'unreadable'>): ConfigError | undefined {
  if (count === 0 || count < rows) return undefined;
  return new ConfigError(
    'history',
    `does not match any of the ${counted(rows, 'record')} that the service returned: ${problem}. Name the properties that the records have`,
  );
}

/** A smaller difference may come from a slow response, or from one that a proxy kept for a while. */
const least = 300_000;
const minute = 60_000;

/**
 * A sentence about a clock of the service that differs from this machine's; undefined if they agree.
 *
 * @param date - the service's time in its response, in milliseconds since 1970; undefined if it does not send it
 */
export function clockNote(date: number | undefined, now: number): string | undefined {
  if (date === undefined || Math.abs(date - now) < least) return undefined;
  const side = date > now ? 'ahead of' : 'behind';
  // The service sends whole seconds, and the response takes some time.
  const difference = formatDuration(Math.round(Math.abs(date - now) / minute) * minute);
  return `The clock of the service is ${difference} ${side} this machine's clock. Set the clock that is wrong.`;
}
