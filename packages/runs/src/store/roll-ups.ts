import { ConfigError, ownOptions } from '@syncline/core/internal';
import { isEnded, type Outcome, outcomes } from '../outcome/outcome.ts';
import { correctEnd, isStart } from '../reading/reading-rules.ts';
import { countedOutcomes, endedOutcomes, HourChanges, type HourDifferences, hourLength } from './hour-counts.ts';
import { checkLimit, checkPeriod, type RunPosition, type StoredRun } from './stored-run.ts';

/** What the summaries of jobs need to know of a run. */
export type CountedRun = Pick<StoredRun, 'key' | 'job' | 'outcome' | 'start' | 'end'>;

/** What the roll-ups need to know of a run that changes. */
export type ChangedRun = CountedRun & Pick<StoredRun, 'rows'>;

/** Ended runs in succession that have the same outcome. */
export interface JobStreak {
  readonly outcome: Outcome;
  /** How many there are, at least 1 */
  readonly runs: number;
  readonly first: RunPosition;
  readonly last: RunPosition;
}

/** What a store knows about a job without reading its runs. */
export interface JobSummary {
  readonly job: string;
  /** The run that started last */
  readonly last: Omit<CountedRun, 'job'>;
  /** How many of its runs are `running` */
  readonly running: number;
  /** For each outcome of an ended run, when the last run with it started, in milliseconds since 1970 */
  readonly lastStarts: Readonly<Partial<Record<Outcome, number>>>;
  /** The newest ended runs that have the same outcome, by start; undefined if no run has ended */
  readonly streak: JobStreak | undefined;
}

/** Which jobs to read: those with these names, or a page of all of them by name. */
export type JobQuery =
  | { readonly jobs: readonly string[] }
  | {
      /** The last job of the page before this one. @default the first page */
      readonly after?: string | undefined;
      /** The maximum number of jobs, from 1 to 10,000 */
      readonly limit: number;
    };

/** The runs that started in one hour. */
export interface HourSummary {
  /** The beginning of the hour, in milliseconds since 1970 */
  readonly hour: number;
  /** The job; undefined for the runs of all jobs */
  readonly job: string | undefined;
  /** How many runs have each outcome; outcomes without a run are left out */
  readonly runs: Readonly<Partial<Record<Outcome, number>>>;
  /** The sum of the rows of all runs that have a row count */
  readonly rows: number;
  /** The sum of the durations of all runs with an end */
  readonly seconds: number;
}

/** Which hours to read. */
export interface HourQuery {
  /** Hours that begin at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** Hours that begin before this moment */
  readonly until: number;
  /** One summary for each of these jobs and each hour. @default one summary of all jobs for each hour */
  readonly jobs?: readonly string[] | undefined;
}

/** The columns of the table `jobs`, and which of them are times. */
export const jobColumns = {
  job: 'text',
  last_key: 'text',
  last_start: 'time',
  last_end: 'time',
  last_outcome: 'text',
  running: 'number',
  last_succeeded: 'time',
  last_warned: 'time',
  last_partial: 'time',
  last_cancelled: 'time',
  last_failed: 'time',
  streak: 'number',
  streak_outcome: 'text',
  streak_since: 'time',
  streak_first: 'text',
  streak_until: 'time',
  streak_last: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'time' | 'number'>>;

/** A row of the table `jobs`; times in milliseconds since 1970. */
export type JobRow = Readonly<Record<keyof typeof jobColumns, string | number | null>>;

export function toJobRow({ job, last, running, lastStarts, streak }: JobSummary): JobRow {
  return {
    job,
    last_key: last.key,
    last_start: last.start,
    last_end: last.end ?? null,
    last_outcome: last.outcome,
    running,
    last_succeeded: lastStarts.succeeded ?? null,
    last_warned: lastStarts.warned ?? null,
    last_partial: lastStarts.partial ?? null,
    last_cancelled: lastStarts.cancelled ?? null,
    last_failed: lastStarts.failed ?? null,
    streak: streak?.runs ?? 0,
    streak_outcome: streak?.outcome ?? null,
    streak_since: streak?.first.start ?? null,
    streak_first: streak?.first.key ?? null,
    streak_until: streak?.last.start ?? null,
    streak_last: streak?.last.key ?? null,
  };
}

const lastColumns = endedOutcomes.map((outcome) => [outcome, `last_${outcome}`] as const);

/** Each outcome as one text. A row has its own copy, which takes memory for each of thousands of jobs. */
const outcomeOf = Object.fromEntries(outcomes.map((outcome) => [outcome, outcome]));

export function fromJobRow(jobRow: Readonly<Record<string, unknown>>): JobSummary {
  const row = jobRow as { readonly [Name in keyof JobRow]: never };
  // Most of the time, the last run of the streak is the last one.
  const sameKey = (key: string): string => (key === row.last_key ? row.last_key : key);
  const lastStarts: Partial<Record<Outcome, number>> = {};
  for (const [outcome, column] of lastColumns) if (row[column] !== null) lastStarts[outcome] = row[column];
  return {
    job: row.job,
    last: {
      key: row.last_key,
      start: row.last_start,
      end: row.last_end ?? undefined,
      outcome: outcomeOf[row.last_outcome] ?? row.last_outcome,
    },
    running: row.running,
    lastStarts,
    streak:
      row.streak_outcome === null
        ? undefined
        : {
            outcome: outcomeOf[row.streak_outcome] ?? row.streak_outcome,
            runs: row.streak,
            first: { key: sameKey(row.streak_first), start: row.streak_since },
            last: { key: sameKey(row.streak_last), start: row.streak_until },
          },
  };
}

export function fromHourRow(row: Readonly<Record<string, unknown>>): HourSummary {
  const runs: Partial<Record<Outcome, number>> = {};
  // A report reads a hundred thousand hours of jobs.
  for (const outcome of countedOutcomes) {
    const count = row[outcome] as number;
    if (count !== 0) runs[outcome] = count;
  }
  return {
    hour: (row['hour'] as number) * hourLength,
    job: (row['job'] ?? undefined) as string | undefined,
    runs,
    rows: row['rows'] as number,
    seconds: row['seconds'] as number,
  };
}

/** @throws ConfigError if a value is of a wrong type */
export function checkJobQuery(query: JobQuery): JobQuery {
  const { jobs, after, limit } = ownOptions(
    query as { jobs?: readonly string[]; after?: string | undefined; limit?: number },
    { jobs: 1, after: 1, limit: 1 },
  );
  if (jobs !== undefined) {
    checkNames(jobs);
    return { jobs };
  }
  if (after !== undefined && typeof after !== 'string') throw new ConfigError('after', 'must be the name of a job');
  return { after, limit: checkLimit(limit) };
}

/** @throws ConfigError if a value is of a wrong type. @returns the numbers of the first hour and of the one after the last */
export function checkHourQuery(query: HourQuery): { first: number; end: number; jobs: readonly string[] | undefined } {
  const checked = ownOptions(query, { since: 1, until: 1, jobs: 1 });
  checkPeriod(checked);
  const { since, until, jobs } = checked;
  if (!Number.isFinite(since) || !Number.isFinite(until))
    throw new ConfigError(Number.isFinite(since) ? 'until' : 'since', 'must be set: hours are read for a period');
  if (jobs !== undefined) checkNames(jobs);
  const number = (moment: number): number => Math.min(Math.max(Math.ceil(moment / hourLength), -1e9), 1e9);
  return { first: number(since), end: number(until), jobs };
}

function checkNames(jobs: unknown): void {
  if (!Array.isArray(jobs) || jobs.some((job) => typeof job !== 'string'))
    throw new ConfigError('jobs', 'must be a list of the names of jobs');
}

/** How far the counting of runs that were there before the roll-ups has come. */
export interface CountedSoFar {
  /** The last day that is counted */
  readonly day?: number | undefined;
}

/** A part of a summary: the last run, the running ones, the streak or an end of it, or the last start with an outcome. */
export type SummaryPart = 'last' | 'running' | 'streak' | 'first of streak' | 'last of streak' | Outcome;

/** The summary of a job after a change, and the parts of it that have to be looked up among its runs. */
export interface SummaryDraft extends Omit<JobSummary, 'last'> {
  readonly last: JobSummary['last'] | undefined;
  readonly missing: ReadonlySet<SummaryPart>;
}

/** The summaries to write, and those that have to be completed first. */
export interface SummaryChange {
  readonly write: JobSummary[];
  readonly complete: SummaryDraft[];
}

/**
 * What the runs of a change do to the roll-ups. It collects each run as it was and as it is, while the runs are
 * written.
 */
export class RollUpChange {
  readonly #jobs = new Map<string, [before: CountedRun | undefined, after: CountedRun | undefined][]>();
  readonly #hours = new HourChanges();

  /** Adds a run. What is not a run by the rules of reading is not there. */
  add(before: ChangedRun | undefined, after: ChangedRun | undefined): void {
    const was = before && isStart(before.start) ? before : undefined;
    const is = after && isStart(after.start) ? after : undefined;
    if (was !== undefined) this.#hours.add(was, -1);
    if (is !== undefined) this.#hours.add(is, 1);
    if (was !== undefined && was.job !== is?.job) this.#of(was.job).push([was, undefined]);
    if (is !== undefined) this.#of(is.job).push([was?.job === is.job ? was : undefined, is]);
  }

  /** The jobs whose summary changes */
  get jobs(): readonly string[] {
    return [...this.#jobs.keys()];
  }

  /** What changes in the counts of the hours of jobs */
  get hours(): HourDifferences {
    return this.#hours.differences;
  }

  /** Computes the summaries after the change, from those before it. */
  summarize(known: ReadonlyMap<string, JobSummary>): SummaryChange {
    const result: SummaryChange = { write: [], complete: [] };
    for (const [job, changes] of this.#jobs) {
      const summary = known.get(job);
      let draft = draftOf(job, summary);
      for (const [before, after] of changes) draft = changeJob(draft, before, after);
      if (!isUnchanged(draft, summary)) sortDraft(draft, result);
    }
    return result;
  }

  /**
   * Computes the summaries after the oldest runs were deleted: all that started before a moment, but for running ones.
   *
   * @param firstEnded - for each job, its first ended run that started at the moment or later
   */
  prune(
    known: ReadonlyMap<string, JobSummary>,
    before: number,
    firstEnded: ReadonlyMap<string, RunPosition>,
  ): SummaryChange {
    const result: SummaryChange = { write: [], complete: [] };
    for (const [job, changes] of this.#jobs) {
      const removed = changes.flatMap(([run]) => run ?? []);
      sortDraft(pruneJob(draftOf(job, known.get(job)), removed, before, firstEnded.get(job)), result);
    }
    return result;
  }

  #of(job: string): [before: CountedRun | undefined, after: CountedRun | undefined][] {
    let list = this.#jobs.get(job);
    if (list === undefined) this.#jobs.set(job, (list = []));
    return list;
  }
}

/**
 * Adds runs to the summaries of their jobs, the runs of each job oldest first and later than those that are known.
 *
 * @param known - is changed
 */
export function addRuns(known: Map<string, JobSummary>, runs: Iterable<CountedRun>): void {
  // In this order, nothing has to be looked up.
  for (const run of runs) known.set(run.job, addRun(draftOf(run.job, known.get(run.job)), run) as JobSummary);
}

/** Summarizes all runs of some jobs, those of each job oldest first. */
export function summarizeJobs(runs: Iterable<CountedRun>): JobSummary[] {
  const summaries = new Map<string, JobSummary>();
  addRuns(summaries, runs);
  return [...summaries.values()];
}

const nothing: ReadonlySet<SummaryPart> = new Set();

function draftOf(job: string, summary: JobSummary | undefined): SummaryDraft {
  return { job, last: undefined, running: 0, lastStarts: {}, streak: undefined, ...summary, missing: nothing };
}

/** Whether nothing that a summary says has changed, such as when only row counts did: it need not be written. */
function isUnchanged({ last, running, lastStarts, streak, missing }: SummaryDraft, before?: JobSummary): boolean {
  return (
    before !== undefined &&
    missing.size === 0 &&
    running === before.running &&
    lastStarts === before.lastStarts &&
    streak === before.streak &&
    last?.key === before.last.key &&
    last.start === before.last.start &&
    last.end === before.last.end &&
    last.outcome === before.last.outcome
  );
}

function without(draft: SummaryDraft, ...parts: readonly SummaryPart[]): SummaryDraft {
  return parts.length === 0 ? draft : { ...draft, missing: new Set([...draft.missing, ...parts]) };
}

/** Nothing is known of the job: everything is looked up. */
function blank(draft: SummaryDraft): SummaryDraft {
  return without({ ...draft, lastStarts: {} }, 'last', 'running', 'streak', ...endedOutcomes);
}

function sortDraft(draft: SummaryDraft, { write, complete }: SummaryChange): void {
  const { last, missing, ...summary } = draft;
  if (missing.size > 0 || last === undefined) complete.push(draft);
  else write.push({ ...summary, last });
}

function changeJob(draft: SummaryDraft, before: CountedRun | undefined, after: CountedRun | undefined): SummaryDraft {
  if (before === undefined) return after === undefined ? draft : addRun(draft, after);
  if (draft.last === undefined) return blank(draft);
  const isCounted = isEnded(before.outcome) && before.outcome === after?.outcome && before.start === after.start;
  const rest = isCounted ? draft : removeRun(draft, before, after);
  return after === undefined ? rest : addRun(rest, after, isCounted);
}

/** @param isCounted - whether the run is an ended one that is already counted */
function addRun(draft: SummaryDraft, run: CountedRun, isCounted = false): SummaryDraft {
  const { key, outcome, start } = run;
  const last = { key, outcome, start, end: correctEnd(start, run.end) };
  const isLast = draft.last === undefined || comparePositions(run, draft.last) >= 0;
  const added = { ...draft, last: isLast ? last : draft.last, running: draft.running + Number(outcome === 'running') };
  if (!isEnded(outcome) || isCounted) return added;
  const lastStart = Math.max(start, draft.lastStarts[outcome] ?? start);
  return extendStreak({ ...added, lastStarts: { ...draft.lastStarts, [outcome]: lastStart } }, run);
}

/** With one more ended run in the streak, or before it, or as a new one. */
function extendStreak(draft: SummaryDraft, { key, start, outcome }: CountedRun): SummaryDraft {
  const position = { key, start };
  const { streak, missing } = draft;
  if (missing.has('streak')) return draft;
  if (streak === undefined) return { ...draft, streak: { outcome, runs: 1, first: position, last: position } };
  const isNewest = comparePositions(position, streak.last) > 0;
  if (outcome !== streak.outcome) {
    // At the place of the first one, it has replaced it.
    if (!isNewest) return comparePositions(position, streak.first) <= 0 ? draft : without(draft, 'streak');
    const others = [...missing].filter((part) => part !== 'first of streak' && part !== 'last of streak');
    return { ...draft, streak: { outcome, runs: 1, first: position, last: position }, missing: new Set(others) };
  }
  // One before the streak may join it with earlier ones.
  if (comparePositions(position, streak.first) < 0) return without(draft, 'streak');
  return { ...draft, streak: { ...streak, runs: streak.runs + 1, last: isNewest ? position : streak.last } };
}

/** @param after - the same run after the change, if it is still one of the job, which is then added */
function removeRun(draft: SummaryDraft, run: CountedRun, after: CountedRun | undefined): SummaryDraft {
  const { key, outcome, start } = run;
  const isReplaced = after !== undefined && comparePositions(after, run) >= 0;
  const missing: SummaryPart[] = key === draft.last?.key && !isReplaced ? ['last'] : [];
  const rest = { ...draft, running: draft.running - Number(outcome === 'running') };
  if (!isEnded(outcome)) return without(rest, ...missing);
  if (draft.lastStarts[outcome] === start) missing.push(outcome);
  const { streak } = draft;
  if (streak === undefined || streak.outcome !== outcome) return without(rest, ...missing, 'streak');
  // An earlier one is before a run that ended otherwise.
  if (comparePositions(run, streak.first) < 0) return without(rest, ...missing);
  if (streak.runs === 1) return without(rest, ...missing, 'streak');
  if (comparePositions(run, streak.first) === 0) missing.push('first of streak');
  if (comparePositions(run, streak.last) === 0) missing.push('last of streak');
  return without({ ...rest, streak: { ...streak, runs: streak.runs - 1 } }, ...missing);
}

/** The summary of a job after all its runs that started before a moment were deleted, but for running ones. */
function pruneJob(
  job: SummaryDraft,
  removed: readonly CountedRun[],
  before: number,
  firstEnded: RunPosition | undefined,
): SummaryDraft {
  // Few runs are left if only running ones are.
  if (job.last === undefined || job.last.start < before) return blank(job);
  const lastStarts = Object.fromEntries(Object.entries(job.lastStarts).filter(([, start]) => start >= before));
  const { streak } = job;
  if (streak === undefined || streak.first.start >= before) return { ...job, lastStarts };
  if (firstEnded === undefined || streak.last.start < before) return { ...job, lastStarts, streak: undefined };
  const gone = removed.filter((run) => isEnded(run.outcome) && comparePositions(run, streak.first) >= 0);
  return { ...job, lastStarts, streak: { ...streak, first: firstEnded, runs: streak.runs - gone.length } };
}

/** Finds among the runs of a job what is missing in its summary. */
export interface SummaryLookup {
  /** The run that started last; undefined if the job has none */
  last(): CountedRun | undefined;
  running(): number;
  lastStart(outcome: Outcome): number | undefined;
  streak(): JobStreak | undefined;
  /** The first run from the first one of a streak on that has its outcome: that one may have left, or may have come back */
  firstOf(streak: JobStreak): RunPosition | undefined;
  /** The ended run that started last */
  lastEnded(): RunPosition | undefined;
}

/** @returns undefined if the job has no runs */
export function completeSummary(draft: SummaryDraft, find: SummaryLookup): JobSummary | undefined {
  const { job, missing, streak } = draft;
  const last = isLastMissing(draft) ? find.last() : draft.last;
  if (last === undefined) return undefined;
  const { key, start, outcome, end } = last;
  const lastStarts = { ...draft.lastStarts };
  for (const each of missingOutcomes(draft)) {
    const found = find.lastStart(each);
    if (found === undefined) delete lastStarts[each];
    else lastStarts[each] = found;
  }
  const ends = streak && {
    ...streak,
    first: (missing.has('first of streak') ? find.firstOf(streak) : undefined) ?? streak.first,
    last: (missing.has('last of streak') ? find.lastEnded() : undefined) ?? streak.last,
  };
  return {
    job,
    last: { key, start, outcome, end: correctEnd(start, end) },
    running: missing.has('running') ? find.running() : draft.running,
    lastStarts,
    streak: missing.has('streak') ? find.streak() : ends,
  };
}

export function isLastMissing({ last, missing }: SummaryDraft): boolean {
  return missing.has('last') || last === undefined;
}

export function missingOutcomes({ missing }: SummaryDraft): readonly Outcome[] {
  return endedOutcomes.filter((outcome) => missing.has(outcome));
}

/** Compares by start, then by key in the order of code points, as the databases do. */
function comparePositions(left: RunPosition, right: RunPosition): number {
  if (left.start !== right.start) return left.start - right.start;
  const [leftKey, rightKey] = [left.key, right.key];
  let at = 0;
  while (at < leftKey.length && leftKey.charCodeAt(at) === rightKey.charCodeAt(at)) at += 1;
  return rankOf(leftKey.charCodeAt(at)) - rankOf(rightKey.charCodeAt(at));
}

/** The rank of a code unit by code points: surrogates come last. The end of a text comes first. */
function rankOf(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}
