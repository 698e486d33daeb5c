import { type Clock, ConfigError, wholePattern } from '@syncline/core/internal';
import {
  type AlertStore,
  detectVolume,
  isFenceError,
  type OutboxMessage,
  type Store,
  type StoredAlert,
  type TrackerEvent,
  type VolumeOptions,
} from '@syncline/runs';
import type { AlertReason, AlertRule, Silence } from '../config/alert-schema.ts';
import type { FreshnessEntry } from '../environment/environment.ts';
import { type AlertOrigin, toAlertEvent } from './alert-message.ts';
import {
  type AlertEnding,
  type AlertState,
  closeByHand,
  compareStates,
  dueTransition,
  firstState,
  keyOf,
  notified,
  type Observation,
  observe,
  settle,
  unwatch,
} from './alert-state.ts';
import { type JudgedJob, observeFreshness, observeRun, observeVolume, toTime } from './observations.ts';
import { type AlertEvent, type AlertKind, alertKinds } from './webhooks/alert-event.ts';

/** An alert as users see it. */
export interface Alert {
  readonly job: string;
  readonly kind: AlertKind;
  readonly status: 'open' | 'closed';
  /** The last thing that was bad */
  readonly reason: AlertReason | undefined;
  /** When it opened, RFC 3339 in UTC */
  readonly openedAt: string;
  /** When it closed; undefined while it is open */
  readonly closedAt: string | undefined;
  /** Why it closed; undefined while it is open */
  readonly ending: AlertEnding | undefined;
  /** Whether a silence or a pause holds back a message about it */
  readonly isHeldBack: boolean;
  /** The webhooks that were notified that it is open, and will be notified when it closes */
  readonly receivers: readonly string[];
  /** Why it opened, in sentences */
  readonly because: readonly string[];
}

/** What is known about the jobs of the service. */
export interface KnownJobs {
  /** Each job with its cron expression; null if it is not scheduled, undefined if that is not known */
  readonly schedules: ReadonlyMap<string, string | null | undefined>;
  /** Whether these are all jobs of the service, so that a job that was among them and no longer is does not exist */
  readonly isComplete: boolean;
}

/** The settings of an engine, checked and with their defaults. */
export interface EngineSettings {
  /** Where alerts and their messages are kept: the store of the tracker */
  readonly store: AlertStore & Pick<Store, 'readPage'>;
  readonly rules: readonly AlertRule[];
  readonly silences: readonly Silence[];
  /** The names of the receivers */
  readonly webhooks: readonly string[];
  readonly origin: AlertOrigin;
  /** Which jobs have limits for their age, and expect scheduled runs */
  readonly freshness: readonly FreshnessEntry[];
  /** When the volume of a run is unusual */
  readonly volume: VolumeOptions | undefined;
  readonly clock: Clock;
  /** Receives a sentence about each message that nobody gets anymore */
  readonly log: (line: string) => void;
}

/** The alerts as this process last read or wrote them. */
interface Known {
  fence: string;
  /** The last acknowledged event */
  position: number;
  readonly states: Map<string, AlertState>;
}

/** The alerts during a change. */
interface CurrentStates {
  /** Before the change */
  readonly states: ReadonlyMap<string, AlertState>;
  /** As changed so far */
  get(key: string): AlertState | undefined;
  /** The last acknowledged event */
  readonly position: number;
}

/** What an evaluation looks at besides the time. */
export interface EvaluationFacts {
  /** The results of `judgedForAlerts`. @default freshness is not evaluated */
  readonly judged?: readonly JudgedJob[] | undefined;
  /** @default nothing is known of them */
  readonly jobs?: KnownJobs | undefined;
  /** Whether the store has a run of a job. @default it is not known */
  readonly hasRuns?: ((job: string) => boolean) | undefined;
}

/** What is written: a state, and whether a notification that is due is written with it. */
type WriteState = (state: AlertState, canNotify?: boolean) => void;

/** A step that ended longer ago has no message of its own, in milliseconds. */
const stepsWithin = 3_600_000;
/** How far back runs are read to determine the usual volume. */
const volumeWindow = 30 * 86_400_000;
/** How many successes of that time are read at most, the newest. */
const comparedWith = 1_000;
/** How often a change is retried after another process has changed the alerts. */
const maxConflicts = 5;

/**
 * The alerts of one consumer. The store owns their state: this object holds a copy, which it drops when another process
 * has changed the alerts, or when it is not known whether a change was written. Nothing else changes the alerts. Changes
 * are made one after the other, each in one transaction with its messages and the acknowledgement of its events, so a
 * process that is killed neither loses nor repeats a message.
 *
 * An alert opens and closes by the state machine of `alert-state.ts`, and each transition is one message, also across
 * restarts: a job that alternates between failure and success causes one alert. The rules that apply when it opens decide
 * who is notified. Those receivers hear of its changes and of its end, whatever the rules say by then. A receiver that is
 * no longer configured is left out. If none of them is, those of the rule are notified instead.
 */
export class AlertEngine {
  readonly #settings: EngineSettings;
  /** What the entries of `freshness` watch: the first one that fits a job applies */
  readonly #policies: readonly {
    readonly fits: (job: string) => boolean;
    readonly hasLimit: boolean;
    readonly hasCron: boolean;
  }[];
  #known: Known | undefined;
  /** The last handled event. An event that changed nothing is acknowledged with the next change. */
  #handled = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#policies = settings.freshness.map(({ jobs, warnAfter, errorAfter, cron }) => ({
      fits: wholePattern(jobs),
      hasLimit: warnAfter !== undefined || errorAfter !== undefined,
      hasCron: cron !== undefined,
    }));
  }

  /**
   * Handles events of the tracker in one transaction. An event that was already handled changes nothing.
   *
   * An event about a run that ended more than an hour ago changes the alert, but has no message of its own: the next
   * evaluation writes one if it is still true.
   *
   * @param events - the events, in order
   * @param isCatchingUp - whether the same applies to all events, as after a start. @default false
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails. Pass the same events again
   */
  handle(events: readonly TrackerEvent[], isCatchingUp = false): Promise<readonly AlertEvent[]> {
    return this.#inTurn(async () => {
      const { position } = await this.#load();
      const seen: { readonly position: number; readonly observations: readonly Observation[] }[] = [];
      for (const event of events)
        if (event.position > position)
          seen.push({ position: event.position, observations: await this.#observationsOf(event) });
      const last = seen.at(-1);
      if (last === undefined) return [];
      const now = this.#settings.clock.date();
      return this.#change(last.position, (current, write) => {
        for (const { position: at, observations } of seen) {
          if (at <= current.position) continue;
          for (const observation of observations) {
            // Each observation applies to the state after the previous one.
            const state = this.#observe(current, observation);
            if (state === undefined) continue;
            write(state, !isCatchingUp && now - observation.at <= stepsWithin);
            keepListed(observation.job, current, write);
          }
        }
      });
    });
  }

  /**
   * Evaluates the freshness and the time: alerts settle, silences end, and alerts that nothing watches anymore close.
   * Call it about every minute.
   *
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails
   */
  evaluate({ judged, jobs, hasRuns }: EvaluationFacts = {}): Promise<readonly AlertEvent[]> {
    return this.#inTurn(() =>
      this.#change(0, ({ states }, write) => {
        const next = new Map(states);
        for (const seen of (judged ?? []).flatMap(observeFreshness)) {
          const key = keyOf(seen.job, seen.kind);
          const isGone = next.get(key)?.listing === 'gone' && jobs?.schedules.has(seen.job) !== true;
          if (isGone || this.#ruleOf(seen.job)?.on.has(seen.reason ?? 'stale') !== true) continue;
          const state = this.#observe({ get: (otherKey) => next.get(otherKey) }, seen);
          if (state !== undefined) next.set(key, state);
        }
        const now = this.#settings.clock.date();
        for (const state of next.values()) {
          const listed = withListing(state, jobs);
          const rule = this.#ruleOf(state.job);
          const gone = this.#goneOf(listed, rule, { jobs, hasRuns });
          write(
            gone !== undefined || rule === undefined ? unwatch(listed, now, gone ?? '') : settle(listed, now, rule),
          );
        }
      }),
    );
  }

  /**
   * Closes an alert by hand, and notifies its receivers. What is bad in another way, or again, opens it again.
   *
   * @returns whether it was open
   * @throws {StoreError} when the store fails
   */
  async close(job: string, kind: AlertKind): Promise<boolean> {
    let wasOpen = false;
    await this.#inTurn(() =>
      this.#change(0, ({ states }, write) => {
        const state = states.get(keyOf(job, kind));
        wasOpen = state?.isOpen === true;
        if (state !== undefined) write(closeByHand(state, this.#settings.clock.date()));
      }),
    );
    return wasOpen;
  }

  /** @returns the alerts that are or were open, the open ones first, then by job and kind */
  list(): Promise<readonly Alert[]> {
    return this.#inTurn(async () => {
      const { states } = await this.#load();
      return [...states.values()]
        .filter(({ openedAt }) => openedAt > 0)
        .sort((left, right) => Number(right.isOpen) - Number(left.isOpen) || compareStates(left, right))
        .map(alertOf);
    });
  }

  /** Makes one change after the other. Each begins with the states that the previous one has written. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #load(): Promise<Known> {
    if (this.#known !== undefined) return this.#known;
    const { store, origin } = this.#settings;
    const { fence, position, alerts } = await store.readAlerts(origin.consumer);
    const states = new Map(alerts.map((alert) => [keyOf(alert.job, alert.kind), this.#stateOf(alert)]));
    this.#handled = Math.max(this.#handled, position);
    return (this.#known = { fence, position, states });
  }

  /** Changes the states and writes them. If another process was faster, the change is made again. */
  async #change(
    position: number,
    make: (current: CurrentStates, write: WriteState) => void,
  ): Promise<readonly AlertEvent[]> {
    const { store, origin, clock } = this.#settings;
    for (let conflicts = 0; ; conflicts += 1) {
      const current = await this.#load();
      if (position > 0 && position <= current.position) return [];
      const now = clock.date();
      const notifications: AlertEvent[] = [];
      const messages: OutboxMessage[] = [];
      const lines: string[] = [];
      const changed = new Map<string, AlertState>();
      const get = (key: string): AlertState | undefined => changed.get(key) ?? current.states.get(key);
      make({ ...current, get }, (written, canNotify = true) => {
        const key = keyOf(written.job, written.kind);
        const state = canNotify ? this.#withReceivers(written) : written;
        const to = canNotify ? dueTransition(state, now, this.#isSilent(state, now)) : undefined;
        const receivers = to === 'opened' ? (this.#ruleOf(state.job)?.webhooks ?? []) : state.receivers;
        const next = to === undefined ? state : notified(state, to, receivers);
        if (next !== get(key)) changed.set(key, next);
        if (to === undefined) return;
        const event = toAlertEvent(state, to, origin);
        notifications.push(event);
        const body = JSON.stringify(event);
        for (const target of receivers)
          if (this.#isConfigured(target)) messages.push({ id: event.id, target, job: next.job, at: now, body });
          else lines.push(`${target} is no longer configured, so it did not get: ${event.data.text}`);
      });
      const reached = Math.max(position, this.#handled);
      if (changed.size === 0 && (position > 0 || reached <= current.position)) {
        this.#handled = reached;
        return [];
      }
      const alerts = [...changed.values()].map(storedOf);
      try {
        current.fence = await store.writeAlerts({
          consumer: origin.consumer,
          fence: current.fence,
          position: reached,
          alerts,
          messages,
        });
      } catch (error) {
        // It is not known whether it was written, unless the fence was refused.
        this.#known = undefined;
        if (isFenceError(error) && conflicts < maxConflicts) continue;
        throw error;
      }
      for (const [key, state] of changed) current.states.set(key, state);
      current.position = Math.max(current.position, reached);
      this.#handled = reached;
      for (const line of lines) this.#settings.log(line);
      return notifications;
    }
  }

  async #observationsOf(event: TrackerEvent): Promise<readonly Observation[]> {
    if (!('run' in event)) return [];
    const { store, volume } = this.#settings;
    const rule = this.#ruleOf(event.run.job);
    if (rule === undefined) return [];
    const seen = [observeRun(event, rule)];
    const { job, start, key, outcome } = event.run;
    if (rule.on.has('volume') && (event.type === 'ended' || event.type === 'changed')) {
      const query = {
        job,
        since: start - volumeWindow,
        until: start,
        outcomes: ['succeeded'],
        limit: comparedWith,
      } as const;
      const { runs } = outcome === 'succeeded' ? await store.readPage(query) : { runs: [] };
      const earlier = runs.filter((run) => run.key !== key).reverse();
      seen.push(observeVolume(event, detectVolume(event.run, earlier, volume)));
    }
    return seen.filter((observation) => observation !== undefined);
  }

  /** @throws {ConfigError} when the record cannot be read */
  #stateOf({ job, kind, status, data }: StoredAlert): AlertState {
    let rest: Partial<AlertState> & { readonly isTold?: boolean };
    try {
      rest = JSON.parse(data) as typeof rest;
    } catch {
      throw new ConfigError('store', `has an alert (${kind}) that cannot be read. Restore a copy of the store`);
    }
    // The first version of a store does not know who was notified.
    const { isTold = false, isNotified = isTold, receivers } = rest;
    const notifiedNames = receivers ?? (isNotified ? (this.#ruleOf(job)?.webhooks ?? this.#settings.webhooks) : []);
    const state = { ...firstState(job, kind as AlertKind), ...rest, isOpen: status === 'open' };
    return { ...state, isNotified, receivers: notifiedNames };
  }

  /** The state after an observation; undefined if it changes nothing. */
  #observe(states: Pick<CurrentStates, 'get'>, seen: Observation): AlertState | undefined {
    const before = states.get(keyOf(seen.job, seen.kind)) ?? firstState(seen.job, seen.kind);
    const rule = this.#ruleOf(seen.job);
    const after = rule === undefined ? before : observe(before, seen, rule);
    return after === before ? undefined : after;
  }

  /** An open alert whose receivers are all gone is a new one for those that the rule has now. */
  #withReceivers(state: AlertState): AlertState {
    const { isOpen, isNotified, receivers, job, openings } = state;
    if (!isOpen || !isNotified || receivers.some((name) => this.#isConfigured(name))) return state;
    if ((this.#ruleOf(job)?.webhooks ?? []).length === 0) return state;
    return { ...state, isNotified: false, receivers: [], openings: openings + 1 };
  }

  #isConfigured(receiver: string): boolean {
    return this.#settings.webhooks.includes(receiver);
  }

  /** What an alert needs and is gone, as a sentence; undefined if it is still watched. */
  #goneOf(
    { job, kind, listing }: AlertState,
    rule: AlertRule | undefined,
    { jobs, hasRuns }: Pick<EvaluationFacts, 'jobs' | 'hasRuns'>,
  ) {
    if (rule === undefined) return 'No rule matches the job anymore.';
    if (kind === 'run' ? !rule.watchesRuns : !rule.on.has(kind))
      return `The rule of the job no longer includes ${kind === 'run' ? 'the outcome of its runs' : kind}.`;
    if (listing === 'gone') return 'The job does not exist anymore.';
    if (listing !== 'listed' && hasRuns?.(job) === false) return 'The store has no run of the job anymore.';
    if (kind !== 'stale' && kind !== 'missed') return undefined;
    const policy = this.#policies.find(({ fits }) => fits(job));
    if (kind === 'stale')
      return policy?.hasLimit === true ? undefined : 'No entry of freshness limits the age of its data anymore.';
    if (policy?.hasCron !== true) return 'No entry of freshness expects its scheduled runs anymore.';
    return jobs?.schedules.get(job) === null ? 'The job is not scheduled anymore.' : undefined;
  }

  #ruleOf(job: string): AlertRule | undefined {
    return this.#settings.rules.find(({ fits }) => fits(job));
  }

  #isSilent({ job, kind, reason = 'failed' }: AlertState, now: number): boolean {
    return this.#settings.silences.some(
      ({ fits, on, until }) => until > now && fits(job) && (on?.has(kind === 'run' ? reason : kind) ?? true),
    );
  }
}

/** A job that has runs exists, even if the list of jobs does not have it anymore. */
function keepListed(job: string, current: CurrentStates, write: WriteState): void {
  for (const kind of alertKinds) {
    const state = current.get(keyOf(job, kind));
    if (state?.listing === 'gone') write({ ...state, listing: undefined }, false);
  }
}

/** The state with what a list of jobs says about its job. A job that no list has had may have another name there. */
function withListing(state: AlertState, jobs: KnownJobs | undefined): AlertState {
  const isListed = jobs?.schedules.has(state.job) === true;
  if (isListed) return state.listing === 'listed' ? state : { ...state, listing: 'listed' };
  return jobs?.isComplete === true && state.listing === 'listed' ? { ...state, listing: 'gone' } : state;
}

/** The state as a store keeps it. */
function storedOf(state: AlertState): StoredAlert {
  const { job, kind, isOpen, openedAt, closedAt, ...data } = state;
  const times = { openedAt, closedAt };
  const since = isOpen ? openedAt : closedAt;
  return { job, kind, status: isOpen ? 'open' : 'closed', since, data: JSON.stringify({ ...times, ...data }) };
}

/** The state in the form for users. */
function alertOf(state: AlertState): Alert {
  const { job, kind, isOpen, isNotified, openedAt, closedAt, ending, reason, receivers, because } = state;
  return {
    job,
    kind,
    status: isOpen ? 'open' : 'closed',
    reason,
    openedAt: toTime(openedAt),
    closedAt: isOpen ? undefined : toTime(closedAt),
    ending: isOpen ? undefined : ending,
    isHeldBack: isOpen !== isNotified,
    receivers,
    because,
  };
}
