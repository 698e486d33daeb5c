import { cleanText, type Clock, isSynclineError, systemClock } from '@syncline/core/internal';
import type { AlertStore, Backlog } from '@syncline/runs';
import { type Alerting, type AlertingOptions, createAlerting } from '../alerts/create-alerting.ts';
import type { DeliveryCounts, DeliveryResult } from '../alerts/create-delivery.ts';

/** The state of the alerts and their delivery. */
export interface AlertsState {
  /** The waiting messages for each webhook in the store, whichever monitor delivers them */
  readonly backlog: readonly Backlog[];
  /** The results of the attempts of this process, by the name of the webhook */
  readonly attempts: Readonly<Record<string, DeliveryCounts>>;
  /** Why messages to a webhook are not delivered, by its name or `(store)`. It contains no text from the receiver */
  readonly problems: Readonly<Record<string, string>>;
}

/** Raises the alerts of a monitor, and delivers them in parallel with its ticks. */
export interface MonitorAlerts {
  readonly state: AlertsState;
  /**
   * Handles what the tick has stored, and starts to deliver the waiting messages without waiting for the result.
   *
   * @param leads - whether this process read the history in the tick; undefined if the tick failed
   * @throws {StoreError} when the store fails. Nothing is lost: the next tick continues
   */
  follow(leads: boolean | undefined): Promise<void>;
  /** Ends the delivery, which may take 5 seconds. Messages that are not delivered by then stay in the outbox. */
  stop(): Promise<void>;
}

/** The dependencies of a monitor's alerts. */
export interface MonitorAlertsOptions {
  /** Creates the alerts with their state from the store */
  readonly create: () => Pick<Alerting, 'observe' | 'deliver'>;
  readonly store: Pick<AlertStore, 'readBacklog'>;
  readonly webhooks: readonly string[];
  readonly clock: Clock;
}

/** How often waiting messages are checked, in milliseconds, because the claims of a process that died expire. */
const lookAgain = 15_000;
const shortestPause = 1_000;
const stopWithin = 5_000;
/** The key for problems of the store. It cannot be the name of a webhook. */
const ofStore = '(store)';
/** An attempt that is aborted ends soon; a secret that is being looked up may not. */
const abortWithin = 1_000;

/** The period in which this process is the leader. Another monitor may change the alerts before and after it. */
class LeadershipTerm {
  readonly alerting: Pick<Alerting, 'observe' | 'deliver'>;
  readonly #clock: Clock;
  readonly #end = new AbortController();
  readonly #delivered: (result: DeliveryResult | undefined, error: unknown) => Promise<number | undefined>;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #cancelTimer = (): void => undefined;

  /** @param delivered - receives the result, and returns when to deliver again, in milliseconds since 1970 */
  constructor(
    alerting: Pick<Alerting, 'observe' | 'deliver'>,
    clock: Clock,
    delivered: (result: DeliveryResult | undefined, error: unknown) => Promise<number | undefined>,
  ) {
    this.alerting = alerting;
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
      result = await this.alerting.deliver({ signal: this.#end.signal });
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
 * Opens the alerts of a monitor and looks up the webhooks, so that a missing secret is found now and not with the first
 * alert.
 *
 * @returns undefined if the configuration has no `alerts`
 * @throws {ConfigError} when they cannot be used, or an address or a secret of a webhook cannot be looked up
 */
export async function openMonitorAlerts(options: AlertingOptions): Promise<MonitorAlerts | undefined> {
  const { environment, store, clock = systemClock } = options;
  if (environment.alerts === undefined) return undefined;
  const create = (): Alerting => createAlerting(options);
  await create().check();
  return createMonitorAlerts({ create, store, webhooks: Object.keys(environment.alerts.webhooks), clock });
}

/**
 * Creates the alerts of a monitor. If there are several monitors, the one that reads the history raises and delivers
 * them.
 */
export function createMonitorAlerts({ create, store, webhooks, clock }: MonitorAlertsOptions): MonitorAlerts {
  const attempts = Object.fromEntries(webhooks.map((name) => [name, { delivered: 0, failed: 0, setAside: 0 }]));
  const problems = new Map<string, string>();
  let backlog: readonly Backlog[] = [];
  let term: LeadershipTerm | undefined;
  let isStopped = false;

  const count = (result: DeliveryResult): void => {
    for (const [name, { delivered, failed, setAside }] of Object.entries(result.webhooks)) {
      const own = (attempts[name] ??= { delivered: 0, failed: 0, setAside: 0 });
      own.delivered += delivered;
      own.failed += failed;
      own.setAside += setAside;
      const problem = result.problems[name];
      // A webhook in a pause gets no request, so its last problem still applies.
      if (problem !== undefined) problems.set(name, problem);
      else problems.delete(name);
    }
  };
  const delivered = async (result: DeliveryResult | undefined, error: unknown): Promise<number | undefined> => {
    try {
      if (result !== undefined) count(result);
      backlog = await store.readBacklog();
    } catch (failure) {
      error ??= failure;
    }
    if (error === undefined) problems.delete(ofStore);
    else problems.set(ofStore, isSynclineError(error) ? cleanText(error.message, 300) : 'failed for an unknown reason');
    if (backlog.length === 0 && error === undefined) return undefined;
    return Math.min(result?.nextAt ?? Number.POSITIVE_INFINITY, clock.date() + lookAgain);
  };

  return {
    get state() {
      return { backlog, attempts, problems: Object.fromEntries(problems) };
    },
    async follow(leads) {
      if (isStopped) return;
      if (leads === false && term !== undefined) {
        await term.end(0);
        term = undefined;
        problems.clear();
      }
      if (leads === true) {
        term ??= new LeadershipTerm(create(), clock, delivered);
        await term.alerting.observe();
      }
      backlog = await store.readBacklog();
      term?.deliver();
    },
    async stop() {
      isStopped = true;
      await term?.end(stopWithin);
      term = undefined;
    },
  };
}

/** Waits until the work has ended, successfully or not, or the time has passed. */
async function settledWithin(clock: Clock, work: Promise<unknown> | undefined, milliseconds: number): Promise<void> {
  if (work === undefined) return;
  await new Promise<void>((resolve) => {
    const cancel = clock.wait(milliseconds, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    work.then(end, end);
  });
}
