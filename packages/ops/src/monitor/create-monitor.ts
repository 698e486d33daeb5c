import { type Clock, isConfigError, type Transport } from '@syncline/core/internal';
import { type Inventory, lintJobs } from '@syncline/jobs';
import { createTracker, isStateError, type TickResult, type TrackerEvent, completeSource } from '@syncline/runs';
import { createRunMetrics, type MetricFamily } from '@syncline/runs/metrics';
import type { Environment } from '../environment/environment.ts';
import { needed, runSource } from '../environment/needed.ts';
import { readJobs } from '../environment/read-jobs.ts';
import { evaluateJobs, freshnessWindow, schedulesOf } from '../insight/evaluate-jobs.ts';
import { createReport } from '../report/create-report.ts';
import type { Report } from '../report/report.ts';
import type { OpenStore } from '../environment/open-store.ts';
import { readStoredRuns } from '../report/read-stored-runs.ts';
import { type AlertsState, openMonitorAlerts } from './monitor-alerts.ts';
import { createMetricParts, type MetricParts } from './metric-parts.ts';
import { mostJobs } from './monitor-metrics.ts';
import { problemOf } from './problem-of.ts';
import { readIndex } from '../insight/run-index.ts';
import { clockNote } from '../insight/clock-note.ts';
import { historyMisfit, unreadableNote } from '../insight/unreadable-records.ts';
import type { MonitorConsumer, MonitoredFreshness, MonitorTick } from './monitor-tick.ts';
import { tellConsumers } from './tell-consumers.ts';

export type { MonitorConsumer, MonitoredFreshness, MonitorTick };

/** Options of `createMonitor`. */
export interface MonitorOptions {
  readonly environment: Environment;
  readonly store: OpenStore;
  /** The clock, such as `systemClock` */
  readonly clock: Clock;
  /** How far back runs are read into an empty store, and how far back the page reaches, in milliseconds */
  readonly windowMs: number;
  /** How often the definitions of the jobs are read, in milliseconds. 0: never */
  readonly definitionsMs: number;
  /** Called after each tick, one after the other. @default none */
  readonly consumers?: readonly MonitorConsumer[] | undefined;
  /** Sends the requests to the webhooks of `alerts`. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
}

/** The state of a monitor. */
export interface MonitorState {
  /** The last tick; undefined before the first one has ended */
  readonly last: MonitorTick | undefined;
  /** When the last successful tick ended, in milliseconds since 1970 */
  readonly lastGood: number | undefined;
  readonly isLeader: boolean;
  /** Changes when there is something new to show */
  readonly revision: number;
  /** The delivery of alerts; undefined if the configuration has no `alerts` */
  readonly alerts?: AlertsState | undefined;
}

/** Follows the runs of an environment. Its owner decides when it ticks. */
export interface Monitor {
  readonly state: MonitorState;
  /**
   * Reads new runs with one request, judges freshness, raises the configured alerts and starts to deliver them, and
   * calls the consumers. A failure of the service or of the store is a problem of the tick; one of a webhook is not.
   *
   * @param signal - abandons the tick, which then rejects and counts as no failure
   * @throws {ConfigError} when the configuration lacks something; StateError when the store is damaged
   */
  tick(signal?: AbortSignal): Promise<MonitorTick>;
  /** Reads the definitions of the jobs if they are due. If that fails, the previous ones are kept. */
  readDefinitions(signal?: AbortSignal): Promise<void>;
  /** The current content of the page, from the store */
  report(): Promise<Report>;
  families(): readonly MetricFamily[];
  /** The metric families in two parts. */
  readonly metrics: MetricParts;
  /**
   * Ends the delivery of alerts, which takes at most 6 seconds, and releases the lease, so that another worker can take
   * over immediately. Undelivered messages stay in the outbox.
   */
  release(): Promise<void>;
}

const consumer = 'monitor';

/**
 * Creates a monitor over a store. It sends nothing until `tick` is called.
 *
 * @throws {ConfigError} when the configuration lacks what the tracker needs, or an entry of `freshness` or `alerts` cannot be
 *   used, such as a secret of a webhook that cannot be looked up
 */
export async function createMonitor(options: MonitorOptions): Promise<Monitor> {
  const { environment, store, clock, windowMs, definitionsMs, consumers = [], fetch } = options;
  const { freshness: entries } = environment;
  const began = clock.date();
  const classify = needed(environment, 'classify');
  // The job status would need one request for each job.
  const source = runSource({ ...environment, v2: undefined });
  const { pageCap } = environment;
  const tracker = createTracker({
    // The tracker can only detect a limit that it knows.
    source: pageCap === undefined ? completeSource(source) : source,
    pageCap,
    classify,
    store,
    since: new Date(began - windowMs),
    clock,
  });
  const metrics = createRunMetrics({ mostJobs, labels: { environment: environment.name }, clock });
  const freshnessFrom = (now: number): number =>
    entries.length === 0 ? now - windowMs : freshnessWindow(entries, undefined, now);
  const [oldest] = await store.readDays();
  const storedFrom = oldest === undefined ? undefined : oldest.day * 86_400_000;
  const index = await readIndex(store, storedFrom ?? began, began, freshnessFrom(began));
  // If a process is killed between a tick and its acknowledgement, some events were not counted by any process.
  let position = await store.readCursor(consumer);
  const uncounted = new Set((await store.readEvents(position, 10_000)).map(({ key }) => key));
  metrics.restore(index.runs().filter(({ key }) => !uncounted.has(key)));

  const counts = { ticks: { leader: 0, standby: 0, failed: 0 }, requests: 0, tookMs: 0 };
  let state: MonitorState = { last: undefined, lastGood: undefined, isLeader: false, revision: 0 };
  let inventory: Inventory | undefined;
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let definitionsProblem: string | undefined;
  /** Milliseconds by which the clock of the service is ahead: its runs seem to be younger than they are */
  let clockLead = 0;
  let clocks: string | undefined;
  /** About the records of the last read that could not be read as runs */
  let unreadable: string | undefined;
  let shown = '';
  let observed = 0;

  const schedules = (): ReadonlyMap<string, string | undefined> =>
    inventory === undefined ? new Map() : schedulesOf(inventory.entries, environment, index.jobs);
  const alerts = await openMonitorAlerts({
    environment,
    store,
    tracker,
    since: storedFrom ?? began - windowMs,
    jobs: schedules,
    runs: () => index.runs(),
    fetch,
    clock,
  });
  /** The events since the last tick. Each process reads all of them, and acknowledges so that the store can delete them. */
  const readEvents = async (): Promise<readonly TrackerEvent[]> => {
    const events: TrackerEvent[] = [];
    let acknowledge: (() => Promise<void>) | undefined;
    for await (const { event, ack } of tracker.events({ consumer, after: position, follow: false })) {
      events.push(event);
      acknowledge = ack;
    }
    for (const event of events) {
      metrics.observe(event);
      observed += 1;
      if ('run' in event) index.add(event.run);
      position = event.position;
    }
    await acknowledge?.();
    return events;
  };
  const judge = (at: number): readonly MonitoredFreshness[] => {
    const since = freshnessFrom(at);
    index.forget(since);
    if (entries.length === 0) return [];
    const now = at + clockLead;
    return evaluateJobs({ entries, known: schedules(), runs: index.runs(), since, now });
  };
  const conclude = async (
    result: TickResult | undefined,
    events: readonly TrackerEvent[],
    error: unknown,
  ): Promise<MonitorTick> => {
    const at = clock.date();
    if (result?.date !== undefined) {
      clockLead = Math.max(0, result.date - at);
      const note = clockNote(result.date, at);
      // The difference varies a little, and a new text is a new page.
      if (note === undefined || clocks === undefined) clocks = note;
    }
    const freshness = judge(at);
    const tick: MonitorTick = {
      at,
      result,
      events,
      freshness,
      problem: error === undefined ? undefined : problemOf(error),
    };
    if (result?.isLeader === true) unreadable = unreadableNote(result);
    counts.requests += result?.requests ?? 0;
    counts.ticks[tick.problem !== undefined ? 'failed' : result?.isLeader === true ? 'leader' : 'standby'] += 1;
    // The page is kept if nothing has changed.
    const facts = JSON.stringify([
      freshness.map(({ job, result: each, missed }) => [job, each, missed.length]),
      readAt,
      unreadable,
      clocks,
    ]);
    const isNew = events.length > 0 || facts !== shown;
    shown = facts;
    state = {
      last: tick,
      lastGood: tick.problem === undefined ? at : state.lastGood,
      isLeader: result?.isLeader ?? false,
      revision: state.revision + (isNew ? 1 : 0),
    };
    try {
      await alerts?.follow(result?.isLeader);
    } catch (failure) {
      if (isConfigError(failure) || isStateError(failure)) throw failure;
      state = { ...state, last: { ...tick, problem: tick.problem ?? problemOf(failure) } };
    }
    const calls = consumers.map((each) => () => each(tick, tracker));
    const failed = await tellConsumers(calls, clock);
    if (failed !== undefined) state = { ...state, last: { ...tick, problem: state.last?.problem ?? failed } };
    return state.last ?? tick;
  };

  const readDefinitions = async (signal: AbortSignal | undefined): Promise<void> => {
    const { odata, v2 } = environment;
    try {
      const names = v2 === undefined ? { names: [...new Set(index.runs().map(({ job }) => job))] } : {};
      inventory = await readJobs(environment, { odata, v2, signal, ...names });
      definitionsProblem = undefined;
    } catch (failure) {
      if (signal?.aborted) return;
      definitionsProblem = `The definitions of the jobs could not be read: ${problemOf(failure).message}`;
    }
    readAt = clock.now();
  };

  const metricParts = createMetricParts(environment.name, metrics, clock, () => ({
    revision: `${state.revision}.${observed}`,
    counts: { ...counts, lastGood: state.lastGood, isLeader: state.isLeader },
    freshness: state.last?.freshness ?? [],
    alerts: alerts?.state,
  }));

  return {
    get state() {
      return { ...state, alerts: alerts?.state };
    },
    async tick(signal) {
      const started = clock.now();
      let result: TickResult | undefined;
      let events: readonly TrackerEvent[] = [];
      let error: unknown;
      try {
        result = await tracker.tick({ signal });
        events = await readEvents();
        error = historyMisfit(result);
        if (error !== undefined) result = undefined;
      } catch (failure) {
        if (isConfigError(failure) || isStateError(failure) || signal?.aborted) throw failure;
        error = failure;
      }
      const tick = await conclude(result, events, error);
      counts.tookMs = clock.now() - started;
      return tick;
    },
    readDefinitions(signal) {
      const isDue = definitionsMs > 0 && clock.now() - readAt >= definitionsMs;
      if (isDue)
        reading ??= readDefinitions(signal).finally(() => {
          reading = undefined;
        });
      return reading ?? Promise.resolve();
    },
    async report() {
      const now = clock.date();
      const runs = await readStoredRuns(store, Math.min(now - windowMs, freshnessFrom(now)), environment.history);
      return createReport({
        environment: environment.name,
        now,
        since: now - windowMs,
        runs,
        causes: environment.causes,
        volume: environment.volume,
        jobs: schedules().keys(),
        freshness: entries.length === 0 ? undefined : judge(now),
        lint:
          inventory?.knows.definitions === true
            ? lintJobs(inventory, { now: new Date(now), ...environment.lint })
            : undefined,
        notes: [definitionsProblem, unreadable, clocks].filter((note) => note !== undefined),
      });
    },
    families: () => [...metricParts.steady(), ...metricParts.moving()],
    metrics: metricParts,
    async release() {
      await alerts?.stop();
      await store.release();
    },
  };
}
