import { cleanText, type Clock, isSynclineError, withTimeLimit } from '@syncline/core/internal';
import type { AlertStore, Backlog } from '@syncline/runs';
import { type Alerts, type AlertsOptions, createAlertsOver } from '../alerts/create-alerts.ts';
import { addCounts, type DeliveryCounts, type DeliveryResult, noCounts } from '../alerts/webhook-sender.ts';
import type { Environment } from '../environment/environment.ts';
import type { JobIndex } from '../insight/job-index.ts';

/** How the delivery of alerts is going. */
export interface AlertsHealth {
  /** The waiting messages for each webhook in the store, whichever monitor delivers them; undefined before the first look */
  readonly backlog: readonly Backlog[] | undefined;
  /** The results of the attempts of this process, by the name of the webhook */
  readonly attempts: Readonly<Record<string, DeliveryCounts>>;
  /** Why messages to a webhook are not delivered, by its name or `(store)`. It contains no text from the receiver */
  readonly problems: Readonly<Record<string, string>>;
}

/** The alerts of a monitor and their receivers. */
interface MonitorAlertsSettings {
  /** Creates the alerts with their state from the store */
  readonly create: () => WatchedAlerts;
  readonly store: Pick<AlertStore, 'readBacklog'>;
  readonly webhooks: readonly string[];
  readonly clock: Clock;
}

type WatchedAlerts = Pick<Alerts, 'observe' | 'deliver'>;

/** How often waiting messages are checked, in milliseconds, because the claims of a process that died expire. */
const lookAgain = 15_000;
const shortestPause = 1_000;
const stopWithin = 5_000;
/** The key for problems of the store. It cannot be the name of a webhook. */
const ofStore = '(store)';
/** The problem of messages for a webhook that only another program, or an earlier configuration, has. */
const notConfigured = 'this monitor has no such webhook';
/** An attempt that is aborted ends soon; a secret that is being looked up may not. */
const abortWithin = 1_000;

/** Receives the result of a delivery. @returns when to deliver again, in milliseconds since 1970 */
type Delivered = (result: DeliveryResult | undefined, error: unknown) => Promise<number | undefined>;

/** The period in which this process is the leader. Another monitor may change the alerts before and after it. */
class LeadershipTerm {
  readonly alerts: WatchedAlerts;
  readonly #clock: Clock;
  readonly #end = new AbortController();
  readonly #delivered: Delivered;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #cancelTimer = (): void => undefined;

  constructor(alerts: WatchedAlerts, clock: Clock, delivered: Delivered) {
    this.alerts = alerts;
    this.#clock = clock;
    this.#delivered = delivered;
  }

  /** Delivers the waiting messages. Messages that are added during a delivery are delivered after it. */
  deliver(): void {
    this.#cancelTimer();
    if (this.#end.signal.aborted) return;
    this.#isAskedAgain = this.#running !== undefined;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAskedAgain) this.deliver();
    });
  }

  async #run(): Promise<void> {
    let result: DeliveryResult | undefined;
    let failure: unknown;
    try {
      result = await this.alerts.deliver({ signal: this.#end.signal });
    } catch (error) {
      failure = error;
    }
    const nextAt = await this.#delivered(result, failure);
    if (nextAt === undefined || this.#end.signal.aborted) return;
    const pause = Math.max(shortestPause, nextAt - this.#clock.date());
    this.#cancelTimer = this.#clock.wait(pause, () => this.deliver(), true);
  }

  /** @param within - how long a running delivery may still take, in milliseconds */
  async end(within: number): Promise<void> {
    this.#cancelTimer();
    this.#isAskedAgain = false;
    await settledWithin(this.#clock, this.#running, within);
    this.#end.abort();
    this.#cancelTimer();
    await settledWithin(this.#clock, this.#running, abortWithin);
  }
}

/**
 * Raises the alerts of a monitor, and delivers them in parallel with its ticks. If there are several monitors, the one
 * that reads the history does both, from the first tick in which it is the leader to the first in which it is not: the
 * term. Another process may change the alerts before and after a term, so each term reads them again from the store.
 * The counts of attempts are those of the process, and the problems those of the term.
 */
export class MonitorAlerts {
  readonly #settings: MonitorAlertsSettings;
  readonly #attempts: Record<string, ReturnType<typeof noCounts>>;
  readonly #problems = new Map<string, string>();
  /** Undefined before it was read */
  #backlog: readonly Backlog[] | undefined;
  #term: LeadershipTerm | undefined;
  #isStopped = false;

  /**
   * Opens the alerts of a monitor and looks up the webhooks, so that a missing secret is found now and not with the
   * first alert.
   *
   * @returns undefined if the configuration has no `alerts`
   * @throws {ConfigError} when they cannot be used, or an address or a secret of a webhook cannot be looked up
   */
  static async open(
    { alerts, freshness, volume }: Pick<Environment, 'alerts' | 'freshness' | 'volume'>,
    index: JobIndex,
    options: Omit<AlertsOptions, 'rules' | 'clock'> & { readonly clock: Clock },
  ): Promise<MonitorAlerts | undefined> {
    if (alerts === undefined) return undefined;
    const create = (): Alerts => createAlertsOver({ ...alerts, freshness, volume, ...options }, index);
    await create().check();
    const { store, clock } = options;
    return new MonitorAlerts({ create, store, webhooks: Object.keys(alerts.webhooks), clock });
  }

  constructor(settings: MonitorAlertsSettings) {
    this.#settings = settings;
    this.#attempts = Object.fromEntries(settings.webhooks.map((name) => [name, noCounts()]));
  }

  get health(): AlertsHealth {
    const orphans = (this.#backlog ?? []).filter(({ target }) => !this.#settings.webhooks.includes(target));
    const problems = [...this.#problems, ...orphans.map(({ target }) => [target, notConfigured] as const)];
    return { backlog: this.#backlog, attempts: this.#attempts, problems: Object.fromEntries(problems) };
  }

  /**
   * Handles what the tick has stored, and starts to deliver the waiting messages without waiting for the result.
   *
   * @param leads - whether this process read the history in the tick; undefined if the tick failed
   * @throws {StoreError} when the store fails. Nothing is lost: the next tick continues
   */
  async follow(leads: boolean | undefined): Promise<void> {
    if (this.#isStopped) return;
    const { create, store, clock } = this.#settings;
    if (leads === false && this.#term !== undefined) {
      await this.#term.end(0);
      this.#term = undefined;
      this.#problems.clear();
    }
    if (leads === true) {
      this.#term ??= new LeadershipTerm(create(), clock, (result, error) => this.#delivered(result, error));
      await this.#term.alerts.observe();
    }
    this.#backlog = await store.readBacklog();
    this.#term?.deliver();
  }

  /** Ends the delivery, which may take 5 seconds. Messages that are not delivered by then stay in the outbox. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#term?.end(stopWithin);
    this.#term = undefined;
  }

  /** @returns when to deliver again, in milliseconds since 1970; undefined if nothing waits */
  async #delivered(result: DeliveryResult | undefined, failure: unknown): Promise<number | undefined> {
    let error = failure;
    let backlog = this.#backlog ?? [];
    try {
      if (result !== undefined) this.#count(result);
      backlog = await this.#settings.store.readBacklog();
      this.#backlog = backlog;
    } catch (thrown) {
      error ??= thrown;
    }
    if (error === undefined) this.#problems.delete(ofStore);
    else
      this.#problems.set(
        ofStore,
        isSynclineError(error) ? cleanText(error.message, 300) : 'failed for an unknown reason',
      );
    if (backlog.length === 0 && error === undefined) return undefined;
    return Math.min(result?.nextAt ?? Number.POSITIVE_INFINITY, this.#settings.clock.date() + lookAgain);
  }

  #count({ webhooks, problems }: DeliveryResult): void {
    for (const [name, counts] of Object.entries(webhooks)) {
      addCounts((this.#attempts[name] ??= noCounts()), counts);
      const problem = problems[name];
      // A webhook in a pause gets no request, so its last problem still applies.
      if (problem !== undefined) this.#problems.set(name, problem);
      else this.#problems.delete(name);
    }
  }
}

/** Waits until the work has ended, successfully or not, or the time has passed. */
async function settledWithin(clock: Clock, work: Promise<unknown> | undefined, milliseconds: number): Promise<void> {
  if (work === undefined) return;
  await withTimeLimit(
    clock,
    milliseconds,
    () => work,
    () => undefined,
  ).catch(() => undefined);
}
