import {
  type Clock,
  ConfigError,
  guardClock,
  guardSync,
  type OptionNames,
  ownOptions,
  type Transport,
} from '@syncline/core/internal';
import type { AlertStore, Store, Tracker, TrackerEvent } from '@syncline/runs';
import type { Alert } from './alert-record.ts';
import { createAlerts } from './create-alerts.ts';
import { type JobRun, judgeFreshness } from './observe-freshness.ts';
import { createDelivery, type DeliveryResult } from './create-delivery.ts';
import type { Environment } from '../environment/environment.ts';
import { freshnessWindow } from '../insight/evaluate-jobs.ts';
import { judgedFrom } from '../insight/judged-jobs.ts';
import { readIndex, type RunIndex } from '../insight/run-index.ts';
import type { AlertEvent } from './webhooks/alert-event.ts';

/** Options of `createAlerting`. */
export interface AlertingOptions {
  /** The environment, whose `alerts`, `freshness` and `volume` are used */
  readonly environment: Pick<Environment, 'alerts' | 'freshness' | 'volume'>;
  readonly store: AlertStore & Pick<Store, 'environment' | 'readRuns' | 'readHeads'>;
  readonly tracker: Pick<Tracker, 'events'>;
  /**
   * The moment since which the store has all runs, in milliseconds since 1970. Runs that were due earlier do not count
   * as missed
   */
  readonly since: number;
  /** The jobs, each with its cron expression if it is scheduled. @default the jobs that have run */
  readonly jobs?: (() => ReadonlyMap<string, string | undefined>) | undefined;
  /** The runs for judging freshness, if the program has them in memory. @default they are read from the store */
  readonly runs?: (() => readonly JobRun[]) | undefined;
  /** Sends the requests to the webhooks. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** The result of one evaluation. */
export interface AlertingResult {
  /** The transitions for which messages were written, in order */
  readonly told: readonly AlertEvent[];
  readonly delivery: DeliveryResult;
}

interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** The alerts of an environment, from the events of its tracker to its webhooks. */
export interface Alerting {
  /**
   * Calls `observe` and `deliver`. Call it after each poll of the tracker. If several processes share a store, call it
   * in the process that polls.
   *
   * @throws {StoreError} when the store fails. Nothing is lost: call it again
   */
  tick(options?: Abortable): Promise<AlertingResult>;
  /**
   * Handles the events that the tracker has stored, and checks the freshness of all jobs. It writes the messages to the
   * outbox of the store, but does not send them.
   *
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails. Nothing is lost: call it again
   */
  observe(options?: Abortable): Promise<readonly AlertEvent[]>;
  /**
   * Delivers the due messages in the outbox, as `deliver` of `createDelivery` does. It may run at the same time as
   * `observe`.
   */
  deliver(options?: Abortable): Promise<DeliveryResult>;
  /**
   * Looks up every address and every secret of the webhooks once, without sending anything.
   *
   * @throws {ConfigError} when one cannot be looked up, or cannot be used
   */
  check(): Promise<void>;
  /** @returns the alerts that are or were open, the open ones first */
  list(): Promise<readonly Alert[]>;
}

const names: OptionNames<AlertingOptions> = {
  environment: 1,
  store: 1,
  tracker: 1,
  since: 1,
  jobs: 1,
  runs: 1,
  fetch: 1,
  clock: 1,
};
/** Maximum number of events in one transaction. When a store is filled, there are thousands. */
const atOnce = 200;

/**
 * Connects the entry `alerts` of `syncline.yaml` to a tracker and its store.
 *
 * @throws {ConfigError} when the environment has no `alerts`, or they cannot be used
 *
 * @example
 * ```ts
 * import { createAlerting, type Environment } from '@syncline/ops';
 * import type { Tracker } from '@syncline/runs';
 * import type { SqliteStore } from '@syncline/runs/sqlite';
 *
 * export async function watch(environment: Environment, tracker: Tracker, store: SqliteStore, since: number) {
 *   const alerting = createAlerting({ environment, tracker, store, since });
 *   await tracker.tick();
 *   const { told, delivery } = await alerting.tick();
 *   console.log(told.length, delivery.problems);
 * }
 * ```
 */
export function createAlerting(options: AlertingOptions): Alerting {
  const own = ownOptions(options, names);
  const { environment, store, tracker, since, fetch } = own;
  const clock = guardClock(own.clock);
  if (typeof environment !== 'object' || environment === null)
    throw new ConfigError('environment', 'must be an environment, as openEnvironment returns it');
  const jobs = readerOf('jobs', own.jobs, (value) => value instanceof Map, 'a map');
  const runs = readerOf('runs', own.runs, Array.isArray, 'a list');
  const { alerts: settings, freshness: entries, volume } = environment;
  if (settings === undefined)
    throw new ConfigError(
      'alerts',
      'must be set in the configuration: which jobs are watched, and which webhooks get messages',
    );
  if (typeof tracker?.events !== 'function')
    throw new ConfigError('tracker', 'must be a tracker, as createTracker returns it');
  if (!Number.isFinite(since)) throw new ConfigError('since', 'must be milliseconds since 1970');
  const { rules, silences, webhooks } = settings;
  const alerts = createAlerts({ store, rules, silences, webhooks: Object.keys(webhooks), volume, clock });
  const delivery = createDelivery({ store, webhooks, fetch, clock });
  let index: RunIndex | undefined;
  /** The runs since a moment, and the last success of each job before it: data that is stale for weeks is stale. */
  const readRuns = async (from: number, now: number): Promise<readonly JobRun[]> => {
    index ??= await readIndex(store, since, now, from);
    for (const head of await store.readHeads({ since: from })) index.add(head);
    index.forget(from);
    return index.runs();
  };
  const observe = async (given?: Abortable): Promise<readonly AlertEvent[]> => {
    const { signal } = ownOptions(given, { signal: 1 });
    const told: AlertEvent[] = [];
    let batch: TrackerEvent[] = [];
    for await (const { event } of tracker.events({ consumer: 'alerts', follow: false, signal })) {
      batch.push(event);
      if (batch.length < atOnce) continue;
      told.push(...(await alerts.handleAll(batch)));
      batch = [];
    }
    told.push(...(await alerts.handleAll(batch)));
    const now = clock.date();
    const window = freshnessWindow(entries, undefined, now);
    const known = entries.length === 0 ? [] : (runs?.() ?? (await readRuns(window, now)));
    const from = judgedFrom(known, Math.max(since, window));
    const facts = { entries, jobs: jobs?.() ?? new Map<string, undefined>(), runs: known, since: from };
    told.push(...(await alerts.evaluate(judgeFreshness(facts, now))));
    return told;
  };
  return {
    observe,
    deliver: (given) => delivery.deliver(given),
    check: () => delivery.check(),
    tick: async (given) => ({ told: await observe(given), delivery: await delivery.deliver(given) }),
    list: () => alerts.list(),
  };
}

/**
 * Calls a function of the caller. If it throws or returns an invalid value, this throws a ConfigError that shows
 * neither.
 */
function readerOf<Value>(
  option: string,
  read: (() => Value) | undefined,
  isGood: (value: unknown) => boolean,
  what: string,
): (() => Value) | undefined {
  const fail = (): never => {
    throw new ConfigError(option, `must be a function that returns ${what}`);
  };
  return read && (() => guardSync(read, fail, isGood));
}
