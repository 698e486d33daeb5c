import { EventQueue, isWellTooEarly } from '@syncline/core/internal';
import {
  type Freshness,
  type FreshnessRun,
  type JobSummary,
  isEnded,
  type JudgedTicks,
  type Outcome,
  type Store,
  type StoredRun,
  streamRuns,
  type TrackerEvent,
} from '@syncline/runs';
import { createSchedule, type Schedule } from '@syncline/runs/schedule';
import type { FreshnessEntry } from '../environment/environment.ts';
import { createPolicies, type JobFreshness, type JobPolicy, judgePolicy, type LastRun, toShown } from './freshness.ts';
import { createPause, yieldToOthers } from '../pause.ts';

/** The store that a job index reads. */
export type IndexedStore = Pick<Store, 'readJobs' | 'readOpen' | 'readPage'>;

/** What a job index needs. */
export interface JobIndexOptions {
  readonly store: IndexedStore;
  /** `freshness` of the configuration */
  readonly entries: readonly FreshnessEntry[];
  /** Scheduled runs that were due earlier are not judged, in milliseconds since 1970 */
  readonly notBefore: number;
}

/** The moment and the schedules by which jobs are judged. */
export interface JudgingFacts {
  /** The jobs that exist, each with its cron expression if it is known and scheduled */
  readonly known: ReadonlyMap<string, string | null | undefined>;
  /** The moment to judge, in milliseconds since 1970 */
  readonly now: number;
  /** Scheduled runs that were due earlier are not judged, in milliseconds since 1970 */
  readonly since: number;
}

/** Ticks up to a moment need not be judged again because of what happened after it. */
interface Cut {
  /** The first tick after it */
  readonly at: number;
  /** The last moment at which a run of an earlier tick may start */
  readonly after: number;
}

/** The result for one job, and what it was made from. */
interface Judgement {
  readonly freshness: JobFreshness<LastRun>;
  /** The last success and the last run that had started */
  readonly success: FreshnessRun | undefined;
  readonly lastStart: number | undefined;
  readonly now: number;
  /** When the job was judged, as the number of the judging */
  readonly revision: number;
}

/** A job whose freshness was judged, with what the judgement was made from. */
export interface JudgedEntry extends Judgement {
  readonly job: string;
  readonly policy: JobPolicy;
  /** Scheduled runs that were due earlier were not judged */
  readonly from: number;
}

/** The job of a run, and when it started. */
type RunPlace = Pick<StoredRun, 'job' | 'start'>;

/** What is known about one job. */
interface JobEntry {
  readonly job: string;
  /** Undefined for a job without runs */
  summary: JobSummary | undefined;
  /** The summary without runs that are well too early, and the one that it was made from; undefined if there are none */
  possible: { readonly from: JobSummary; readonly summary: JobSummary } | undefined;
  policy: JobPolicy | undefined;
  /** Undefined without a cron expression that can be read */
  schedule: Schedule | undefined;
  /** The last places where the schedule can be judged from, in order. Without one, it is judged from the beginning */
  cuts: readonly Cut[];
  judgement: Judgement | undefined;
  /** When it has to be judged again, even if nothing changes */
  due: number;
}

const day = 86_400_000;
/** A run that took longer, and ended, does not explain why a tick was skipped. */
const longestRun = day;
const horizons = [day / 24, day, 32 * day, 400 * day, 3_000 * day];
const jobsAtOnce = 1_000;
const mostCuts = 8;
const mostPlaces = 100_000;
const always = Number.MAX_SAFE_INTEGER;

/**
 * What is known about each job: one entry a job, whatever number of runs it has. The store owns the facts. This object
 * copies the summary of each job from it, at the start and when an event is about the job, and holds the last result
 * of its freshness. `judge` judges only the jobs that have changed, or whose limit or tick has come due, and reads only
 * the runs that their ticks need. Only `note` and `judge` change it, one call after the other.
 *
 * Its results are those of `evaluateFreshness` over all runs of the store, except that a run that took longer than a
 * day, and ended, does not explain a skipped tick.
 */
export class JobIndex {
  readonly #options: JobIndexOptions;
  readonly #policyOf: (job: string, expression: string | null | undefined) => JobPolicy | undefined;
  readonly #entries = new Map<string, JobEntry>();
  /** What all runs so far call their jobs */
  readonly #jobs = new Set<string>();
  readonly #changed = new Set<string>();
  /** Where the latest runs are, by key: those that had not ended at the start, and those that changed since */
  readonly #places = new Map<string, RunPlace>();
  readonly #heap = new EventQueue<string>();
  /** Whether an event was about a run whose place is not known, so that the summary of another job may have changed */
  #isUncertain = false;
  #known: JudgingFacts['known'] = new Map();
  #last: { readonly now: number; readonly since: number; readonly from: number } | undefined;
  /** The key of the oldest ended run */
  #oldestEnded: string | undefined;
  #revision = 0;
  #shown: readonly JobFreshness<LastRun>[] | undefined;
  #sorted: readonly JobEntry[] | undefined;
  #changes = 0;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: JobIndexOptions) {
    this.#options = options;
    this.#policyOf = createPolicies(options.entries);
  }

  /** Reads what the store knows about its jobs, not their runs. */
  static async open(options: JobIndexOptions): Promise<JobIndex> {
    const index = new JobIndex(options);
    for (const { jobs } of options.entries) if (!jobs.includes('*')) index.#entryOf(jobs);
    // Before the summaries: what is deleted in between is then noticed.
    index.#oldestEnded = (await index.#readOldest()).ended.key;
    await index.#readAll();
    for (const { job, key, start } of await options.store.readOpen(always)) index.#remember(key, { job, start });
    return index;
  }

  /** What all runs so far call their jobs */
  get jobs(): ReadonlySet<string> {
    return this.#jobs;
  }

  /** Increases when jobs are judged again */
  get revision(): number {
    return this.#revision;
  }

  /** Increases when a job has another result or another number of missed runs */
  get changes(): number {
    return this.#changes;
  }

  /** What the store knows about a job; undefined if it has no run */
  summaryOf(job: string): JobSummary | undefined {
    const entry = this.#entries.get(job);
    return entry?.possible?.summary ?? entry?.summary;
  }

  /** What the store knows about the jobs that have runs, by name */
  summaries(): readonly JobSummary[] {
    return this.#byName().flatMap(({ possible, summary }) => possible?.summary ?? summary ?? []);
  }

  /** Remembers that an event is about a job, until the next `judge`. */
  note(event: TrackerEvent): void {
    if (!('run' in event)) return;
    const { run, previous } = event;
    const { key, job, start } = run;
    const entry = this.#entryOf(job);
    this.#jobs.add(job);
    this.#changed.add(job);
    const before = this.#places.get(key);
    this.#remember(key, { job, start });
    // A run that is not remembered may have been earlier, or of another job, whose summary does not have to show it.
    if (previous !== undefined && before === undefined) this.#isUncertain = true;
    if (before !== undefined && before.job !== job) {
      this.#entryOf(before.job).cuts = [];
      this.#changed.add(before.job);
    }
    if (previous !== undefined && (before?.job !== job || before.start !== start)) entry.cuts = [];
    else if (previous === undefined || entry.policy?.policy.skipWhileRunning === true)
      entry.cuts = entry.cuts.filter(({ after }) => after < start);
  }

  /** The latest runs are remembered, and those that are forgotten first are the ones that changed first. */
  #remember(key: string, position: RunPlace): void {
    this.#places.delete(key);
    this.#places.set(key, position);
    if (this.#places.size <= mostPlaces) return;
    const [oldest] = this.#places.keys();
    if (oldest !== undefined) this.#places.delete(oldest);
  }

  /**
   * Judges the jobs that have changed or come due.
   *
   * @returns the jobs whose summary was read again
   * @throws {StoreError} when the store fails. Nothing is lost: call it again
   */
  judge(facts: JudgingFacts): Promise<readonly string[]> {
    const result = this.#queue.then(() => this.#judge(facts));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** The results of the last `judge`, in the order of the names of the jobs. */
  freshness(): readonly JobFreshness<LastRun>[] {
    this.#shown ??= this.#byName().flatMap(({ judgement }) => judgement?.freshness ?? []);
    return this.#shown;
  }

  /** The entries in the order of their names, which is found again only if there are others. */
  #byName(): readonly JobEntry[] {
    this.#sorted ??= [...this.#entries.values()].sort((left, right) => (left.job < right.job ? -1 : 1));
    return this.#sorted;
  }

  /** The same for some jobs, with their ages at a moment. */
  freshnessAt(jobs: Iterable<string>, now: number): ReadonlyMap<string, JobFreshness<LastRun>> {
    const found = new Map<string, JobFreshness<LastRun>>();
    for (const job of jobs) {
      const entry = this.#entries.get(job);
      if (entry?.judgement === undefined || this.#last === undefined) continue;
      const { freshness, success } = entry.judgement;
      const before = Math.max(now, this.#last.now) + 1;
      const current = this.#evaluate(entry, [success], now, { ...freshness, before });
      found.set(job, shownOf(entry, current, now - this.#last.since));
    }
    return found;
  }

  /** The jobs that were judged after a revision. */
  *judgedSince(revision: number): Iterable<JudgedEntry> {
    for (const { job, policy, judgement } of this.#entries.values())
      if (judgement !== undefined && policy !== undefined && judgement.revision > revision)
        yield { job, policy, from: this.#last?.from ?? 0, ...judgement };
  }

  async #judge({ known, now, since }: JudgingFacts): Promise<readonly string[]> {
    const changed = new Set(await this.#readChanged());
    const from = await this.#judgedFrom(since);
    for (const entry of this.#entries.values()) {
      const { job, summary, possible } = entry;
      if (summary === undefined || !isHidden(summary, now)) entry.possible = undefined;
      else if (possible?.from !== summary) {
        entry.possible = await this.#possibleOf(summary, now);
        changed.add(job);
      }
    }
    this.#learn(known);
    const last = this.#last;
    this.#last = { now, since, from };
    this.#revision += 1;
    this.#shown = undefined;
    if (last === undefined || now < last.now || now - since !== last.now - last.since || from < last.from)
      this.#startAgain();
    else if (from !== last.from && from !== since) for (const entry of this.#entries.values()) this.#setDue(entry, 0);
    for (const job of changed) this.#keepOrForget(job);
    // What was judged again before it came due is still in the heap.
    if (this.#heap.size > 4 * this.#entries.size + 1_000) {
      this.#heap.clear();
      for (const entry of this.#entries.values()) this.#setDue(entry, entry.due);
    }
    const pause = createPause();
    while (this.#heap.nextTime() <= now) {
      const entry = this.#entries.get(this.#heap.take()!);
      if (entry === undefined || entry.due > now) continue;
      try {
        await this.#judgeEntry(entry, now, since);
      } catch (error) {
        this.#setDue(entry, 0);
        throw error;
      }
      await pause();
    }
    return [...changed];
  }

  /** What the store would know about a job without the runs that are well too early, which hide how its last runs ended. */
  async #possibleOf(summary: JobSummary, now: number): Promise<JobEntry['possible']> {
    const { store } = this.#options;
    const { job } = summary;
    const { runs } = await store.readPage({ job, limit: 100 });
    const found = runs
      .filter((run) => !isWellTooEarly(run, now))
      .map(({ key, start, end, outcome }) => ({ key, start, end, outcome }));
    const [last] = found;
    if (last === undefined) return undefined;
    const lastStarts: Partial<Record<Outcome, number>> = { ...summary.lastStarts };
    for (const outcome of ['succeeded', 'warned'] as const) {
      const page = await store.readPage({ job, outcomes: [outcome], until: now + day + 1, limit: 1 });
      if (page.runs[0] === undefined) delete lastStarts[outcome];
      else lastStarts[outcome] = page.runs[0].start;
    }
    const ended = found.filter(({ outcome }) => isEnded(outcome));
    const end = ended.findIndex(({ outcome }) => outcome !== ended[0]?.outcome);
    const [same, outcome] = [end === -1 ? ended : ended.slice(0, end), ended[0]?.outcome];
    const [newest, oldest] = [same[0], same.at(-1)];
    const streak = outcome && newest && oldest && { outcome, runs: same.length, first: oldest, last: newest };
    return { from: summary, summary: { ...summary, last, lastStarts, streak } };
  }

  /** The clock went back, or the period changed: nothing that was judged holds. */
  #startAgain(): void {
    for (const entry of this.#entries.values()) {
      entry.cuts = [];
      this.#setDue(entry, 0);
    }
  }

  /** Reads the summaries of the jobs that events were about. */
  async #readChanged(): Promise<readonly string[]> {
    if (this.#isUncertain) {
      const changed = await this.#readAll();
      this.#isUncertain = false;
      this.#startAgain();
      for (const job of changed) this.#changed.add(job);
    }
    const jobs = [...this.#changed];
    for (let at = 0; at < jobs.length; at += jobsAtOnce) {
      const some = jobs.slice(at, at + jobsAtOnce);
      const found = new Map((await this.#options.store.readJobs({ jobs: some })).map((each) => [each.job, each]));
      for (const job of some) this.#entryOf(job).summary = found.get(job);
    }
    this.#changed.clear();
    return jobs;
  }

  /** Reads the summaries of all jobs. @returns those that have changed */
  async #readAll(): Promise<readonly string[]> {
    const { store } = this.#options;
    const changed: string[] = [];
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const page = await store.readJobs({ after, limit: jobsAtOnce });
      for (const summary of page) {
        const entry = this.#entryOf(summary.job);
        seen.add(summary.job);
        this.#jobs.add(summary.job);
        if (entry.summary !== undefined && JSON.stringify(entry.summary) === JSON.stringify(summary)) continue;
        entry.summary = summary;
        entry.cuts = [];
        changed.push(summary.job);
      }
      after = page.length < jobsAtOnce ? undefined : page.at(-1)?.job;
      await yieldToOthers();
    } while (after !== undefined);
    for (const entry of this.#entries.values()) {
      if (entry.summary === undefined || seen.has(entry.job)) continue;
      entry.summary = undefined;
      entry.cuts = [];
      changed.push(entry.job);
    }
    return changed;
  }

  /** If the history goes back less far than requested, it says nothing about runs that were due before its first run. */
  async #judgedFrom(since: number): Promise<number> {
    const before = this.#oldestEnded;
    const { run, ended } = await this.#readOldest();
    this.#oldestEnded = ended.key;
    if (ended.key !== before) {
      // Runs were deleted, and with them perhaps the last one or the last success of a job.
      for (const job of await this.#readAll()) this.#keepOrForget(job);
      if (ended.start > since) this.#startAgain();
    }
    return Math.max(since, this.#options.notBefore, run.key === undefined ? since : run.start);
  }

  async #readOldest() {
    const read = async (outcomes?: readonly Outcome[]) => {
      const { runs } = await this.#options.store.readPage({ first: 'oldest', limit: 1, outcomes });
      return { key: runs[0]?.key, start: runs[0]?.start ?? Number.POSITIVE_INFINITY };
    };
    return { run: await read(), ended: await read(['succeeded', 'warned', 'partial', 'failed', 'cancelled']) };
  }

  /** Takes over the jobs that exist and their schedules. */
  #learn(known: JudgingFacts['known']): void {
    const before = this.#known;
    const isSame =
      known.size === before.size && [...known].every(([job, cron]) => before.get(job) === cron && before.has(job));
    if (isSame) return;
    // The owner of the map may change it.
    this.#known = new Map(known);
    for (const job of known.keys()) this.#entryOf(job);
    for (const entry of this.#entries.values()) {
      const { job } = entry;
      if (this.#isGone(entry)) this.#forget(entry);
      else if (known.get(job) !== before.get(job) || (known.has(job) && !before.has(job))) this.#setPolicy(entry);
    }
  }

  /** Judges a changed job next, unless all its runs were deleted or became those of another job. */
  #keepOrForget(job: string): void {
    const entry = this.#entryOf(job);
    if (this.#isGone(entry)) this.#forget(entry);
    else this.#setDue(entry, 0);
  }

  #forget({ job, judgement }: JobEntry): void {
    this.#entries.delete(job);
    this.#sorted = undefined;
    if (judgement !== undefined) this.#changes += 1;
  }

  #isGone({ job, summary }: JobEntry): boolean {
    return summary === undefined && !this.#known.has(job) && !this.#options.entries.some(({ jobs }) => jobs === job);
  }

  #entryOf(job: string): JobEntry {
    let entry = this.#entries.get(job);
    if (entry !== undefined) return entry;
    const nothing = {
      summary: undefined,
      possible: undefined,
      policy: undefined,
      schedule: undefined,
      judgement: undefined,
    };
    entry = { job, cuts: [], due: Number.POSITIVE_INFINITY, ...nothing };
    this.#entries.set(job, entry);
    this.#sorted = undefined;
    this.#setPolicy(entry);
    return entry;
  }

  #setPolicy(entry: JobEntry): void {
    const policy = this.#policyOf(entry.job, this.#known.get(entry.job));
    entry.policy = policy;
    entry.schedule = undefined;
    entry.cuts = [];
    if (entry.judgement !== undefined && policy === undefined) this.#changes += 1;
    entry.judgement = undefined;
    const { cron } = policy?.policy ?? {};
    if (cron !== undefined) {
      const { expression, ...options } = cron;
      try {
        entry.schedule = createSchedule(expression, options);
      } catch {
        // Judging says why the expression cannot be read.
      }
    }
    this.#setDue(entry, policy === undefined ? Number.POSITIVE_INFINITY : 0);
  }

  #setDue(entry: JobEntry, due: number): void {
    entry.due = entry.policy === undefined ? Number.POSITIVE_INFINITY : due;
    if (entry.due !== Number.POSITIVE_INFINITY) this.#heap.add(entry.due, entry.job);
  }

  async #judgeEntry(entry: JobEntry, now: number, since: number): Promise<void> {
    const { policy, schedule, summary } = entry;
    if (policy === undefined) return;
    const success = await this.#lastOf(entry, policy.successes, now);
    const lastStart = (await this.#lastOf(entry, undefined, now))?.start;
    const later = [
      (summary?.last.start ?? 0) <= now ? 0 : await this.#firstAfter(entry.job, now),
      ...[policy.limits.warn, policy.limits.error].map((limit) => (success?.start ?? 0) + (limit ?? 0) + 1),
    ];
    let freshness: Freshness;
    if (schedule === undefined) freshness = this.#evaluate(entry, [success], now);
    else {
      const [judged, due] = await this.#judgeSchedule(entry, policy, schedule, { success, lastStart, now, since });
      freshness = judged;
      later.push(...due);
    }
    const before = entry.judgement?.freshness;
    if (before?.result !== freshness.result || before.missed.length !== freshness.missed.length) this.#changes += 1;
    const shown = shownOf(entry, freshness, now - since);
    entry.judgement = { freshness: shown, success, lastStart, now, revision: this.#revision };
    this.#setDue(
      entry,
      later.reduce((least, at) => (at > now && at < least ? at : least), Number.POSITIVE_INFINITY),
    );
  }

  /** @returns the result, and when it may change */
  async #judgeSchedule(
    entry: JobEntry,
    { early, grace, policy }: JobPolicy,
    schedule: Schedule,
    { success, lastStart, now, since }: Pick<Judgement, 'success' | 'lastStart' | 'now'> & Pick<JudgingFacts, 'since'>,
  ): Promise<[Freshness, readonly number[]]> {
    const { from = since } = this.#last ?? {};
    const cut = entry.judgement === undefined ? undefined : entry.cuts.at(-1);
    const base = Math.max(from, cut?.at ?? Number.NEGATIVE_INFINITY);
    const ticks = [...schedule.ticks(base - 1, now), ...nextTicks(schedule, Math.max(now, base - 1))];
    const windows = ticks.map(({ at, until }) => ({ at, from: at - early, to: until + grace }));
    const due = windows.filter(({ to }) => to < now);
    const isServed = (window: (typeof windows)[number]): boolean =>
      lastStart !== undefined && lastStart >= window.from && lastStart <= window.to;
    const [only] = due;
    const skips = policy.skipWhileRunning === true;
    const isSimple =
      only === undefined ||
      (!skips && ((lastStart ?? Number.NEGATIVE_INFINITY) < base - early || (due.length === 1 && isServed(only))));
    const runs = isSimple
      ? [
          success,
          ...(lastStart === undefined || only === undefined ? [] : [{ start: lastStart, outcome: 'unknown' } as const]),
        ]
      : await this.#readRuns(entry, base - early, now, skips);
    const isIn = isSimple || success === undefined || success.start >= base - early - (skips ? longestRun : 0);
    const { missed = [], skipped = [] } = entry.judgement?.freshness ?? {};
    const before = cut === undefined ? Number.NEGATIVE_INFINITY : base;
    const freshness = this.#evaluate(entry, isIn ? runs : [success, ...runs], now, { before, missed, skipped });
    entry.cuts = cutsOf(windows, now, cut === undefined ? [] : entry.cuts);
    const period = now - since;
    const expiring = freshness.skipped.length > 0 ? schedule.ticks(from - 1, now)[0]?.at : freshness.missed[0];
    // What may be skipped depends on all ticks.
    if (freshness.skipped.length > 0) entry.cuts = [];
    const next = windows.find(({ to }) => to >= now);
    return [
      freshness,
      [...(next ? [next.to + 1] : [now + day]), ...(expiring === undefined ? [] : [expiring + period + 1])],
    ];
  }

  #evaluate(
    { policy }: JobEntry,
    runs: readonly (FreshnessRun | undefined)[],
    now: number,
    judged?: JudgedTicks | undefined,
  ): Freshness {
    const found = runs.filter((run) => run !== undefined);
    return judgePolicy(policy as JobPolicy, found, { now, from: this.#last?.from ?? 0, judged });
  }

  /** The runs that started at a moment or later, and those of which one may still run then. */
  async #readRuns({ job }: JobEntry, since: number, now: number, skips: boolean): Promise<readonly FreshnessRun[]> {
    const { store } = this.#options;
    const found: FreshnessRun[] = [];
    const from = skips ? since - longestRun : since;
    for await (const runs of streamRuns(store, { job, since: from, until: now + 1 }))
      for (const { start, end, outcome } of runs) found.push({ start, end, outcome });
    if (skips)
      for await (const runs of streamRuns(store, { job, until: from, outcomes: ['running'] }))
        for (const { start, end, outcome } of runs) found.push({ start, end, outcome });
    return found;
  }

  /** When the next run starts by the clock of the service, which may be ahead. */
  async #firstAfter(job: string, now: number): Promise<number> {
    const { runs } = await this.#options.store.readPage({ job, since: now + 1, first: 'oldest', limit: 1 });
    return runs[0]?.start ?? 0;
  }

  /** The last run with one of these outcomes that has started. */
  async #lastOf(
    { job, summary }: JobEntry,
    outcomes: JobPolicy['successes'] | undefined,
    now: number,
  ): Promise<FreshnessRun | undefined> {
    if (summary === undefined) return undefined;
    const starts =
      outcomes === undefined ? [summary.last.start] : outcomes.map((each) => summary.lastStarts[each] ?? -1e16);
    const start = Math.max(...starts);
    if (start === -1e16) return undefined;
    if (start <= now && starts.every((each) => each <= now)) return { start, outcome: 'succeeded' };
    const { runs } = await this.#options.store.readPage({ job, outcomes, until: now + 1, limit: 1 });
    return runs[0] && { start: runs[0].start, outcome: 'succeeded' };
  }
}

/** Whether a run that is well too early is the last one, or the last one that succeeded. */
function isHidden({ last, lastStarts: { succeeded = 0, warned = 0 } }: JobSummary, now: number): boolean {
  return Math.max(succeeded, warned) > now + day || isWellTooEarly(last, now);
}

/** The next ticks after a moment: at least one, if there is any. */
function nextTicks(schedule: Schedule, after: number): ReturnType<Schedule['ticks']> {
  for (const horizon of horizons) {
    const ticks = schedule.ticks(after, after + horizon);
    if (ticks.length > 0) return ticks;
  }
  return [];
}

/** The places between ticks whose windows do not overlap, where all earlier ticks were due. */
function cutsOf(
  windows: readonly { readonly at: number; readonly from: number; readonly to: number }[],
  now: number,
  known: readonly Cut[],
): readonly Cut[] {
  const cuts = [...known];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { at, from, to } of windows) {
    if (reached >= now) break;
    if (from > reached && reached !== Number.NEGATIVE_INFINITY) cuts.push({ at, after: reached });
    reached = Math.max(reached, to);
  }
  return cuts.slice(-mostCuts);
}

function shownOf({ job, policy, summary }: JobEntry, freshness: Freshness, readMs: number): JobFreshness<LastRun> {
  return toShown(policy as JobPolicy, freshness, { job, last: summary && { ...summary.last, job }, readMs });
}
