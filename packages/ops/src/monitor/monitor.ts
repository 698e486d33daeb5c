import { type Clock, isConfigError, isSynclineError, type Transport, withTimeLimit } from '@syncline/core/internal';
import {
  completeSource,
  createTracker,
  isStateError,
  type TickResult,
  type Tracker,
  type TrackerEvent,
} from '@syncline/runs';
import { createRunMetrics, type RunMetrics } from '@syncline/runs/metrics';
import { type Environment, requireInterface } from '../environment/environment.ts';
import { runSource } from '../environment/sources.ts';
import type { OpenStore } from '../environment/open-store.ts';
import { clockNote, historyMisfit, unreadableNote } from '../insight/queries.ts';
import { freshnessWindow, type JobFreshness, type LastRun } from '../insight/freshness.ts';
import { JobIndex } from '../insight/job-index.ts';
import { reportSteps } from '../report/create-report.ts';
import { createPause, finishInSlices, yieldToOthers } from '../pause.ts';
import { readStoredFacts } from '../report/stored-facts.ts';
import type { FleetReport } from '../report/report.ts';
import type { FleetPagesContext } from './fleet-pages.ts';
import { JobDefinitions, type Problem, problemOf } from './job-definitions.ts';
import { type AlertsHealth, MonitorAlerts } from './monitor-alerts.ts';
import { createMonitorMetrics, maxJobs, type MetricParts } from './monitor-metrics.ts';

/** The result of one tick of the monitor. */
export interface MonitorTick {
  /** When it ended, in milliseconds since 1970 */
  readonly at: number;
  /** What the tracker did; undefined if the tick failed */
  readonly result: TickResult | undefined;
  /** The events since the previous tick, in order, whichever worker found them */
  readonly events: readonly TrackerEvent[];
  /**
   * The freshness of each job, as of when it was last judged: after its last change, or when a limit was reached or a
   * run was due. The results are true now, and the ages are those of that moment
   */
  readonly freshness: readonly JobFreshness<LastRun>[];
  /** Why it failed; undefined if it did not */
  readonly problem: Problem | undefined;
}

/**
 * Called after each tick, for example to send alerts. If it throws or takes longer than 30 seconds, the tick has a
 * problem, but the monitor goes on. The monitor does not wait longer than that, and calls the function again after the
 * next tick.
 */
export type MonitorConsumer = (tick: MonitorTick, tracker: Tracker) => unknown;

/** What a monitor needs. */
export interface MonitorSettings {
  readonly environment: Environment;
  readonly store: OpenStore;
  readonly clock: Clock;
  /** How far back runs are read into an empty store, and how far back the page reaches, in milliseconds */
  readonly windowMs: number;
  /** How often the definitions of the jobs are read, in milliseconds. 0: never */
  readonly definitionsMs: number;
  /** Called after each tick, one after the other. @default none */
  readonly consumers?: readonly MonitorConsumer[] | undefined;
  /** Sends the requests to the webhooks of `alerts`. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** Receives sentences about alerts for the log. @default none */
  readonly log?: ((line: string) => unknown) | undefined;
}

/** What the pages show of a monitor. */
export interface MonitorState {
  /** The last tick; undefined before the first one has ended */
  readonly last: MonitorTick | undefined;
  /**
   * When the history was last read to its end, in milliseconds since 1970: the end of the last successful tick, or, on
   * standby, of that of the monitor that reads
   */
  readonly lastGood: number | undefined;
  /** The same by the clock that never jumps. @default it is not known */
  readonly lastGoodMonotonic?: number | undefined;
  readonly isLeader: boolean;
  /** Changes when there is something new to show */
  readonly revision: number;
  /** The delivery of alerts; undefined if the configuration has no `alerts` */
  readonly alerts?: AlertsHealth | undefined;
}

/** What the last reads of the history have shown about the service, as sentences for the page. */
interface Notes {
  /** About the records of the last read that could not be read as runs, or were read by a rule */
  unreadable?: string | undefined;
  /** About those of them that could not be read: the last run of a job may be one of them */
  missing?: string | undefined;
  /** About a clock of the service that differs from this machine's */
  clock?: string | undefined;
}

const consumer = 'monitor';
/** The monitor does not wait longer for a consumer, in milliseconds, so that it continues to read the history. */
const consumerTimeout = 30_000;

/** The ages of so many jobs are computed at once, which takes less than a millisecond. */
const judgedAtOnce = 100;

/** How often old runs are deleted. */
const pruneEvery = 86_400_000;

/**
 * Follows the runs of an environment. Its owner decides when it ticks, one tick after the other, and may read the state,
 * the report and the metrics at any time.
 *
 * The store owns the runs, their events and the alerts, which several monitors share. This object owns what one process
 * knows: one entry a job (`#index`), how far it has read the events (`#position`), the
 * definitions of the jobs, and the state that the pages show. Only a tick changes the copy and the state. Everything can
 * be lost: the next process reads it again.
 */
export class Monitor {
  readonly metrics: MetricParts;
  readonly definitions: JobDefinitions;
  readonly #settings: MonitorSettings;
  readonly #tracker: Tracker;
  readonly #runMetrics: RunMetrics;
  readonly #index: JobIndex;
  readonly #alerts: MonitorAlerts | undefined;
  #position: number;
  #state: Omit<MonitorState, 'alerts'> = { last: undefined, lastGood: undefined, isLeader: false, revision: 0 };
  /** What the last revision shows besides the runs */
  #shown = '';
  /** Number of events that were read */
  #observed = 0;
  readonly #counts = { ticks: { leader: 0, standby: 0, failed: 0 }, requests: 0, tookMs: 0 };
  readonly #notes: Notes = {};
  /** When old runs were last deleted */
  #prunedAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds by which the clock of the service is ahead: its runs seem to be younger than they are */
  #clockLead = 0;
  /** The revision of the definitions with which freshness was judged last */
  #judgedRevision: number | undefined;

  /**
   * Opens a monitor over a store. It sends nothing until `tick` is called.
   *
   * @throws {ConfigError} when the configuration lacks what the tracker needs, or an entry of `freshness` or `alerts`
   *   cannot be used, such as a secret of a webhook that cannot be looked up
   */
  static async open(settings: MonitorSettings): Promise<Monitor> {
    const { environment, store, clock, windowMs, fetch, log } = settings;
    const now = clock.date();
    // The job status would need one request for each job.
    const source = runSource({ ...environment, v2: undefined });
    const { pageCap } = environment;
    const tracker = createTracker({
      // The tracker can only detect a limit that it knows.
      source: pageCap === undefined ? completeSource(source) : source,
      pageCap,
      classify: requireInterface(environment, 'classify'),
      store: yielding(store),
      since: new Date(now - windowMs),
      clock,
    });
    const [oldest] = await store.readDays();
    const storedFrom = oldest === undefined ? undefined : oldest.day * 86_400_000;
    const notBefore = storedFrom ?? now - windowMs;
    const index = await JobIndex.open({ store, entries: environment.freshness, notBefore });
    const position = await store.readCursor(consumer);
    const runMetrics = createRunMetrics({ mostJobs: maxJobs, labels: { environment: environment.name }, clock });
    runMetrics.restoreJobs(index.summaries());
    runMetrics.restore(await store.readOpen(Number.MAX_SAFE_INTEGER));
    const definitions = new JobDefinitions({ ...settings, index, windowMs: now - judgedSince(settings, now) });
    const alerts = await MonitorAlerts.open(environment, index, {
      store,
      tracker,
      since: notBefore,
      jobs: () => definitions.jobs(),
      fetch,
      log,
      clock,
    });
    return new Monitor(settings, { tracker, index, position, runMetrics, definitions, alerts });
  }

  private constructor(
    settings: MonitorSettings,
    parts: {
      readonly tracker: Tracker;
      readonly index: JobIndex;
      readonly position: number;
      readonly runMetrics: RunMetrics;
      readonly definitions: JobDefinitions;
      readonly alerts: MonitorAlerts | undefined;
    },
  ) {
    this.#settings = settings;
    this.#tracker = parts.tracker;
    this.#index = parts.index;
    this.#position = parts.position;
    this.#runMetrics = parts.runMetrics;
    this.definitions = parts.definitions;
    this.#alerts = parts.alerts;
    this.metrics = createMonitorMetrics(settings.environment.name, this.#runMetrics, settings.clock, () => {
      const { last, lastGood, isLeader, revision } = this.#state;
      return {
        revision: `${revision}.${this.#observed}`,
        counts: { ...this.#counts, lastGood, isLeader: isLeader && last?.result !== undefined },
        freshness: last?.freshness ?? [],
        alerts: this.#alerts?.health,
      };
    });
  }

  get state(): MonitorState {
    return { ...this.#state, alerts: this.#alerts?.health };
  }

  /**
   * Reads new runs with one request, judges freshness, raises the configured alerts and starts to deliver them, and
   * calls the consumers. A failure of the service or of the store is a problem of the tick; one of a webhook is not.
   *
   * @param signal - abandons the tick, which then rejects and counts as no failure
   * @throws {ConfigError} when the configuration lacks something; StateError when the store is damaged
   */
  async tick(signal?: AbortSignal): Promise<MonitorTick> {
    const { clock } = this.#settings;
    const started = clock.now();
    let result: TickResult | undefined;
    let events: readonly TrackerEvent[] = [];
    let error: unknown;
    try {
      result = await this.#tracker.tick({ signal });
      await yieldToOthers();
      events = await this.#readEvents();
      error = historyMisfit(result);
      if (error !== undefined) result = undefined;
    } catch (failure) {
      if (isConfigError(failure) || isStateError(failure) || signal?.aborted) throw failure;
      error = failure;
    }
    this.#note(result);
    await yieldToOthers();
    const at = clock.date();
    const freshness = await this.#judge(at).catch((failure: unknown) => {
      if (isConfigError(failure) || isStateError(failure)) throw failure;
      error ??= failure;
      return this.#index.freshness();
    });
    let readAt: number | undefined;
    try {
      if (error === undefined) readAt = await this.#readAt(at, result?.isLeader === true);
    } catch (failure) {
      error = failure;
    }
    const problem = error === undefined ? undefined : problemOf(error);
    const tick: MonitorTick = { at, result, events, freshness, problem };
    this.#counts.requests += result?.requests ?? 0;
    this.#counts.ticks[problem !== undefined ? 'failed' : result?.isLeader === true ? 'leader' : 'standby'] += 1;
    this.#show(tick, readAt);
    await yieldToOthers();
    try {
      await this.#alerts?.follow(result?.isLeader);
    } catch (failure) {
      if (isConfigError(failure) || isStateError(failure)) throw failure;
      this.#addProblem(problemOf(failure));
    }
    if (result?.isLeader === true) this.#prune(at);
    const failed = await this.#callConsumers(tick);
    if (failed !== undefined) this.#addProblem(failed);
    this.#counts.tookMs = clock.now() - started;
    return this.#state.last ?? tick;
  }

  /**
   * Judges the jobs that the definitions have added since the last tick. Until then, pages would say that no entry of
   * `freshness` is for them.
   */
  async judgeNewJobs(): Promise<void> {
    if (this.#state.last === undefined || this.definitions.revision === this.#judgedRevision) return;
    const freshness = await this.#judge(this.#settings.clock.date());
    this.#show({ ...this.#state.last, freshness }, undefined);
  }

  /** The current content of the page, from the store */
  async report(): Promise<FleetReport> {
    const { environment, store, clock, windowMs } = this.#settings;
    const now = clock.date();
    const { unreadable, missing, clock: clockProblem } = this.#notes;
    const since = now - windowMs;
    const freshness = await this.#freshnessAt(now);
    const { stored, runs } = await readStoredFacts(store, {
      since,
      readFrom: Math.min(since, judgedSince(this.#settings, now)),
      now,
      history: environment.history,
      summaries: this.#index.summaries(),
      freshness: new Map(freshness.map((each) => [each.job, each])),
      limits: { all: 5_000, jobs: 100, runs: 60, failures: 10 },
    });
    return finishInSlices(
      reportSteps({
        environment: environment.name,
        now,
        since,
        runs,
        stored: stored && { ...stored, notes: [] },
        causes: environment.causes,
        volume: environment.volume,
        jobs: this.definitions.jobs().schedules.keys(),
        freshness: environment.freshness.length === 0 ? undefined : freshness,
        lint: await this.definitions.lint(now),
        notes: [this.definitions.problem, unreadable, clockProblem].filter((note) => note !== undefined),
        isComplete: missing === undefined,
      }),
    );
  }

  /** What the pages of jobs and runs read. */
  get fleet(): Omit<FleetPagesContext, 'state'> {
    const { environment, store, clock, windowMs } = this.#settings;
    return {
      environment,
      store,
      index: this.#index,
      schedules: () => this.definitions.jobs().schedules,
      now: () => clock.date() + this.#clockLead,
      windowMs,
    };
  }

  /**
   * Ends the delivery of alerts, which takes at most 6 seconds, and releases the lease, so that another worker can take
   * over immediately. Undelivered messages stay in the outbox.
   */
  async release(): Promise<void> {
    await this.#alerts?.stop();
    await this.#settings.store.release();
  }

  /** The freshness of all jobs, with their ages at a moment. */
  async #freshnessAt(at: number): Promise<readonly JobFreshness<LastRun>[]> {
    const pause = createPause();
    const found: JobFreshness<LastRun>[] = [];
    const judged = this.#index.freshness();
    for (let first = 0; first < judged.length; first += judgedAtOnce) {
      const jobs = judged.slice(first, first + judgedAtOnce).map(({ job }) => job);
      found.push(...this.#index.freshnessAt(jobs, at + this.#clockLead).values());
      await pause();
    }
    return found;
  }

  /** The events since the last tick. Each process reads all of them, and acknowledges so that the store can delete them. */
  async #readEvents(): Promise<readonly TrackerEvent[]> {
    const pause = createPause();
    const events: TrackerEvent[] = [];
    let acknowledge: (() => Promise<void>) | undefined;
    for await (const { event, ack } of this.#tracker.events({ consumer, after: this.#position, follow: false })) {
      events.push(event);
      acknowledge = ack;
      await pause();
    }
    // Together, so that no scrape sees a half of them.
    for (const event of events) {
      this.#runMetrics.observe(event);
      this.#observed += 1;
      this.#index.note(event);
      this.#position = event.position;
    }
    await yieldToOthers();
    await acknowledge?.();
    return events;
  }

  /**
   * When the history was last read. What a monitor on standby shows is as old as the last read of the leader, which may
   * fail or be gone.
   */
  async #readAt(at: number, isLeader: boolean): Promise<number | undefined> {
    const { store } = this.#settings;
    if (isLeader) {
      await store.noteRead(this.#notes.missing);
      return at;
    }
    const last = await store.lastRead();
    this.#notes.unreadable = last?.note;
    this.#notes.missing = last?.note;
    return last === undefined ? undefined : at - last.ageMs;
  }

  /** Remembers what a read shows about the service. */
  #note(result: TickResult | undefined): void {
    if (result?.isLeader === true) {
      this.#notes.unreadable = unreadableNote(result);
      this.#notes.missing = unreadableNote({ unreadable: result.unreadable });
    }
    if (result?.date === undefined) return;
    const now = this.#settings.clock.date();
    const lead = Math.max(0, result.date - now);
    // The service sends whole seconds, and a response takes some time: that is no change of a clock.
    if (Math.abs(lead - this.#clockLead) >= 2_000) this.#clockLead = lead;
    const note = clockNote(result.date, now);
    // The difference varies a little, and a new text is a new page.
    if (note === undefined || this.#notes.clock === undefined) this.#notes.clock = note;
  }

  async #judge(at: number): Promise<readonly JobFreshness<LastRun>[]> {
    const facts = { now: at + this.#clockLead, since: judgedSince(this.#settings, at) };
    this.#judgedRevision = this.definitions.revision;
    const changed = await this.#index.judge({ known: this.definitions.jobs().schedules, ...facts });
    this.#runMetrics.restoreJobs(changed.flatMap((job) => this.#index.summaryOf(job) ?? []));
    // A job without runs was renamed, or its runs were deleted.
    this.#runMetrics.forgetJobs(changed.filter((job) => this.#index.summaryOf(job) === undefined));
    return this.#index.freshness();
  }

  /** Makes a tick the state. The revision stays the same if there is nothing new to show, so that the page is kept. */
  #show(tick: MonitorTick, readAt: number | undefined): void {
    const { result, events } = tick;
    const facts = JSON.stringify([this.#index.changes, this.#notes]);
    const isNew = events.length > 0 || facts !== this.#shown;
    this.#shown = facts;
    this.#state = {
      last: tick,
      lastGood: readAt ?? this.#state.lastGood,
      lastGoodMonotonic:
        readAt === undefined ? this.#state.lastGoodMonotonic : this.#settings.clock.now() - (tick.at - readAt),
      // A tick that failed says nothing about the lease.
      isLeader: result?.isLeader ?? this.#state.isLeader,
      revision: this.#state.revision + (isNew ? 1 : 0),
    };
  }

  /** Deletes old runs once a day, some at a time, while the monitor goes on. */
  #prune(now: number): void {
    const { environment, store } = this.#settings;
    if (environment.keepRuns === undefined || now - this.#prunedAt < pruneEvery) return;
    this.#prunedAt = now;
    store.prune({ before: now - environment.keepRuns }).catch((failure: unknown) => {
      // It is tried again at the next tick.
      this.#prunedAt = Number.NEGATIVE_INFINITY;
      this.#addProblem(problemOf(failure));
    });
  }

  /** The first problem of a tick is the one that is shown. */
  #addProblem(problem: Problem): void {
    const { last } = this.#state;
    if (last !== undefined) this.#state = { ...this.#state, last: { ...last, problem: last.problem ?? problem } };
  }

  /**
   * Calls functions of the caller, one after the other. A failure of one affects neither the others nor the monitor.
   *
   * @returns the first failure. It does not show what was thrown, unless that is an error of these packages
   */
  async #callConsumers(tick: MonitorTick): Promise<Problem | undefined> {
    const { consumers = [], clock } = this.#settings;
    let first: Problem | undefined;
    for (const [index, call] of consumers.entries()) {
      const late = Symbol('late');
      try {
        await withTimeLimit(
          clock,
          consumerTimeout,
          async () => call(tick, this.#tracker),
          () => late,
        );
      } catch (failure) {
        const rule = failure === late ? `did not return within ${consumerTimeout / 1_000} s` : 'failed';
        const message = `consumers[${index}] of the monitor ${rule}.`;
        first ??= isSynclineError(failure) ? problemOf(failure) : { code: 'CALLBACK_FAILED', message };
      }
    }
    return first;
  }
}

/** A store before whose longer calls other work may run: SQLite blocks the process, and a poll makes several of them. */
function yielding(store: OpenStore): OpenStore {
  return {
    ...store,
    readHeads: async (query) => {
      await yieldToOthers();
      return store.readHeads(query);
    },
    write: async (change) => {
      await yieldToOthers();
      await store.write(change);
      await yieldToOthers();
    },
  };
}

/** The moment since which freshness needs runs. */
function judgedSince({ environment: { freshness }, windowMs }: MonitorSettings, now: number): number {
  return freshness.length === 0 ? now - windowMs : freshnessWindow(freshness, undefined, now);
}
