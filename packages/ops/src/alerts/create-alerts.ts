import {
  type Clock,
  ConfigError,
  guardClock,
  guardSync,
  notify,
  type OptionNames,
  ownOptions,
  type Transport,
} from '@syncline/core/internal';
import {
  type AlertStore,
  detectVolume,
  type Store,
  type Tracker,
  type TrackerEvent,
  type VolumeOptions,
} from '@syncline/runs';
import {
  type AlertRuleOptions,
  readAlertRule,
  readSilence,
  type SilenceOptions,
  type WebhookTarget,
} from '../config/alert-schema.ts';
import type { FreshnessEntry } from '../environment/environment.ts';
import { freshnessWindow } from '../insight/freshness.ts';
import { type IndexedStore, JobIndex } from '../insight/job-index.ts';
import { type Alert, AlertEngine, type EngineSettings, type KnownJobs } from './alert-engine.ts';
import { judgedForAlerts } from './observations.ts';
import { type DeliveryResult, WebhookSender } from './webhook-sender.ts';
import type { AlertEvent } from './webhooks/alert-event.ts';

/** Options of `createAlerts`. `rules`, `silences` and `webhooks` are what `alerts` of `syncline.yaml` contains. */
export interface AlertsOptions {
  /** Where alerts and their messages are kept: the store of the tracker */
  readonly store: AlertStore & IndexedStore & Pick<Store, 'environment'>;
  /** The tracker whose events are observed. Without it, alerts can only be listed and their messages delivered */
  readonly tracker?: Pick<Tracker, 'events'> | undefined;
  /** Each job uses the first rule that matches it; a job that matches no rule is not watched */
  readonly rules: readonly AlertRuleOptions[];
  readonly silences?: readonly SilenceOptions[] | undefined;
  /** The receivers of messages, by name. @default none */
  readonly webhooks?: Readonly<Record<string, WebhookTarget>> | undefined;
  /** `freshness` of `syncline.yaml`, for alerts of stale data and missed runs. @default none */
  readonly freshness?: readonly FreshnessEntry[] | undefined;
  /** When the volume of a run is unusual. Only jobs with `volume` in their rule are checked */
  readonly volume?: VolumeOptions | undefined;
  /**
   * The moment since which the store has all runs, in milliseconds since 1970. Runs that were due earlier do not count
   * as missed. @default 0
   */
  readonly since?: number | undefined;
  /** What is known about the jobs of the service. @default only that those with runs exist */
  readonly jobs?: (() => KnownJobs) | undefined;
  /** The source of the CloudEvents. @default `urn:syncline:` and the name of the environment */
  readonly source?: string | undefined;
  /** The name under which the tracker's events are read. @default 'alerts' */
  readonly consumer?: string | undefined;
  /** Receives a sentence about each message that is not sent because its webhook is no longer configured. @default none */
  readonly log?: ((line: string) => unknown) | undefined;
  /** Sends the requests to the webhooks. @default the platform's fetch */
  readonly fetch?: Transport | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** The result of one evaluation. */
export interface AlertsResult {
  /** The transitions for which messages were written, in order */
  readonly notifications: readonly AlertEvent[];
  readonly delivery: DeliveryResult;
}

interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** The alerts of an environment, from the events of its tracker to its webhooks. */
export interface Alerts {
  /**
   * Calls `observe` and `deliver`. Call it after each poll of the tracker. If several processes share a store, call it
   * in the process that polls.
   *
   * @throws {StoreError} when the store fails. Nothing is lost: call it again
   */
  tick(options?: Abortable): Promise<AlertsResult>;
  /**
   * Handles the events that the tracker has stored, and checks the freshness of all jobs. It writes the messages to the
   * outbox of the store, but does not send them. An alert, its messages and the acknowledgement of the event are written
   * in one transaction.
   *
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails. Nothing is lost: call it again
   */
  observe(options?: Abortable): Promise<readonly AlertEvent[]>;
  /**
   * Delivers everything in the outbox that is due, the messages of each job and receiver in order. It may run at the
   * same time as `observe`. While it runs, another call returns the same promise.
   *
   * @throws {StoreError} when the store fails. Nothing is lost: a message that was sent but not marked as delivered is
   * sent again, with the same id
   */
  deliver(options?: Abortable): Promise<DeliveryResult>;
  /**
   * Looks up every address and every secret of the webhooks once, without sending anything.
   *
   * @throws {ConfigError} when one cannot be looked up, or cannot be used
   */
  check(): Promise<void>;
  /** @returns the alerts that are or were open, the open ones first, then by job and kind */
  list(): Promise<readonly Alert[]>;
  /**
   * Closes an open alert by hand, and writes a message to the receivers that were notified of it. A later run that is
   * bad opens it again.
   *
   * @returns whether it was open
   * @throws {StoreError} when the store fails
   */
  close(job: string, kind: Alert['kind']): Promise<boolean>;
}

const names: OptionNames<AlertsOptions> = {
  store: 1,
  tracker: 1,
  rules: 1,
  silences: 1,
  webhooks: 1,
  freshness: 1,
  volume: 1,
  since: 1,
  jobs: 1,
  source: 1,
  consumer: 1,
  log: 1,
  fetch: 1,
  clock: 1,
};
/** The longest name of a consumer that `tracker.events` takes. */
const longestName = 200;
/** Maximum number of events in one transaction. When a store is filled, there are thousands. */
const atOnce = 200;
const noJobs: KnownJobs = { schedules: new Map(), isComplete: false };

/**
 * Creates alerts whose state is kept in a store: they open and close by the rules, and each transition is one message to
 * the webhooks, also across restarts. Messages wait in an outbox until their receiver accepts them.
 *
 * @throws {ConfigError} when an option cannot be used. The message shows neither an address nor a secret
 *
 * @example
 * ```ts
 * import type { Environment } from '@syncline/ops';
 * import { createAlerts } from '@syncline/ops/alerts';
 * import type { Tracker } from '@syncline/runs';
 * import type { SqliteStore } from '@syncline/runs/sqlite';
 *
 * export async function watch(environment: Environment, tracker: Tracker, store: SqliteStore) {
 *   const { alerts: settings, freshness } = environment;
 *   if (settings === undefined) return;
 *   const alerts = createAlerts({ ...settings, freshness, tracker, store });
 *   await tracker.tick();
 *   const { notifications, delivery } = await alerts.tick();
 *   for (const { data } of notifications) console.log(data.text, delivery.problems);
 * }
 * ```
 */
export function createAlerts(options: AlertsOptions): Alerts {
  return createAlertsOver(options, undefined);
}

/**
 * The same over the results of a job index that its owner keeps up to date.
 *
 * @param watched - undefined if the alerts need their own
 */
export function createAlertsOver(options: AlertsOptions, watched: JobIndex | undefined): Alerts {
  const checked = ownOptions(options, names);
  const { store, tracker, freshness = [], webhooks = {}, since = 0, fetch } = checked;
  const settings = readSettings(checked);
  const { clock, origin } = settings;
  const engine = new AlertEngine(settings);
  const sender = new WebhookSender({ store, webhooks, fetch, clock });
  let index = watched;
  /** The judging up to which the engine knows the results. Each that is the same as before is known. */
  let evaluated = -1;
  /** What happened before the start is not told step by step. */
  let isCatchingUp = true;
  const observe = async (abortable?: Abortable): Promise<readonly AlertEvent[]> => {
    const { signal } = ownOptions(abortable, { signal: 1 });
    if (tracker === undefined) throw new ConfigError('tracker', 'must be set to observe its events');
    const notifications: AlertEvent[] = [];
    if (freshness.length > 0) index ??= await JobIndex.open({ store, entries: freshness, notBefore: since });
    let batch: TrackerEvent[] = [];
    for await (const { event } of tracker.events({ consumer: origin.consumer, follow: false, signal })) {
      batch.push(event);
      if (watched === undefined) index?.note(event);
      if (batch.length < atOnce) continue;
      notifications.push(...(await engine.handle(batch, isCatchingUp)));
      batch = [];
    }
    notifications.push(...(await engine.handle(batch, isCatchingUp)));
    const knownJobs = checked.jobs === undefined ? noJobs : guardSync(checked.jobs, failJobs, isKnownJobs);
    const now = clock.date();
    const facts = { known: knownJobs.schedules, now, since: freshnessWindow(freshness, undefined, now) };
    if (watched === undefined) await index?.judge(facts);
    const judged = [...(index?.judgedSince(evaluated) ?? [])].map(judgedForAlerts);
    const hasRuns = index && ((job: string) => index?.summaryOf(job) !== undefined);
    notifications.push(...(await engine.evaluate({ judged, jobs: knownJobs, hasRuns })));
    evaluated = index?.revision ?? -1;
    isCatchingUp = false;
    return notifications;
  };
  const deliver = (abortable?: Abortable) => sender.deliver(ownOptions(abortable, { signal: 1 }).signal);
  return {
    observe,
    deliver,
    check: () => sender.check(),
    tick: async (abortable) => ({ notifications: await observe(abortable), delivery: await deliver(abortable) }),
    list: () => engine.list(),
    close: (job, kind) => engine.close(job, kind),
  };
}

/** @throws {ConfigError} that names the option that is missing or cannot be used */
function readSettings(options: AlertsOptions): EngineSettings {
  const { store, tracker, rules, silences = [], webhooks = {}, consumer = 'alerts', since = 0, log } = options;
  const { freshness = [], volume } = options;
  if (typeof store?.writeAlerts !== 'function')
    throw new ConfigError('store', 'must keep alerts, as openSqliteStore does');
  if (tracker !== undefined && typeof tracker?.events !== 'function')
    throw new ConfigError('tracker', 'must be a tracker, as createTracker returns it');
  if (!Array.isArray(rules)) throw new ConfigError('rules', 'must be a list of rules, such as [{ jobs: "*" }]');
  if (!Array.isArray(silences)) throw new ConfigError('silences', 'must be a list of silences');
  if (!isName(consumer) || consumer.length > longestName)
    throw new ConfigError('consumer', `must be a name of at most ${longestName} characters`);
  const { source = `urn:syncline:${store.environment}` } = options;
  if (!isName(source)) throw new ConfigError('source', 'must be a URI, such as urn:syncline:production');
  if (!Number.isFinite(since)) throw new ConfigError('since', 'must be milliseconds since 1970');
  // It would otherwise be refused with each run.
  detectVolume({ outcome: 'succeeded' }, [], volume);
  const receivers = Object.keys(webhooks);
  return {
    store,
    rules: rules.map((rule: AlertRuleOptions, index) => readAlertRule(`rules.${index}`, rule, receivers)),
    silences: silences.map((silence: SilenceOptions, index) => readSilence(`silences.${index}`, silence)),
    webhooks: receivers,
    origin: { environment: store.environment, source, consumer },
    freshness,
    volume,
    clock: guardClock(options.clock),
    log: (line) => void (log !== undefined && notify(log, line)),
  };
}

/** The function of the caller throws, or returns an invalid value. The error shows neither. */
function failJobs(): never {
  throw new ConfigError(
    'jobs',
    'must be a function that returns the jobs as { schedules: Map, isComplete: true or false }',
  );
}

function isKnownJobs(value: unknown): boolean {
  const { schedules, isComplete } = Object(value) as Partial<KnownJobs>;
  return typeof schedules?.has === 'function' && typeof schedules.get === 'function' && typeof isComplete === 'boolean';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
