import { type Clock, ConfigError } from '@syncline/core/internal';
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
import type { AlertRule, Silence } from '../config/alert-schema.ts';
import { type AlertOrigin, toAlertEvent } from './alert-message.ts';
import {
  type AlertState,
  compareStates,
  firstState,
  keyOf,
  type Observation,
  observe,
  settle,
  transition,
  unwatched,
} from './alert-state.ts';
import { isRunEvent, type JudgedJob, observeFreshness, observeRun, observeVolume, toTime } from './observations.ts';
import type { AlertEvent, AlertKind } from './webhooks/alert-event.ts';

/** An alert as users see it. */
export interface Alert {
  readonly job: string;
  readonly kind: AlertKind;
  readonly status: 'open' | 'closed';
  /** When it opened, RFC 3339 in UTC */
  readonly openedAt: string;
  /** When it closed; undefined while it is open */
  readonly recoveredAt: string | undefined;
  /** Whether a silence or a pause delays the message about its status */
  readonly isHeldBack: boolean;
  readonly because: readonly string[];
}

/** The settings of an engine, checked and with their defaults. */
export interface EngineSettings {
  /** Where alerts and their messages are kept: the store of the tracker */
  readonly store: AlertStore & Pick<Store, 'readRuns'>;
  readonly rules: readonly AlertRule[];
  readonly silences: readonly Silence[];
  /** The names of the receivers */
  readonly webhooks: readonly string[];
  readonly origin: AlertOrigin;
  /** When the volume of a run is unusual */
  readonly volume: VolumeOptions | undefined;
  /**
   * A run that is found later than this after its end is old, such as when a store is first filled, in milliseconds. A
   * message about it is sent only after an hour, and only if the problem still exists then
   */
  readonly late: number;
  readonly clock: Clock;
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

/** How far back runs are read to determine the usual volume. */
const volumeWindow = 30 * 86_400_000;
/** How often a change is retried after another process has changed the alerts. */
const maxConflicts = 5;

/**
 * The alerts of one consumer. The store owns their state: this object holds a copy, which it drops when another process
 * has changed the alerts, or when it is not known whether a change was written. Nothing else changes the alerts. Changes
 * are made one after the other, each in one transaction with its messages and the acknowledgement of its events, so a
 * process that is killed neither loses nor repeats a message.
 *
 * Alerts open after `after` bad runs in a row, and close after `recover` good ones, or when nothing bad happens for the
 * time of `settle` after a good run. Only these transitions cause messages, also across restarts: a job that alternates
 * between failure and success causes one alert.
 */
export class AlertEngine {
  readonly #settings: EngineSettings;
  #known: Known | undefined;
  /** The last handled event. An event that changed nothing is acknowledged with the next change. */
  #handled = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  /**
   * Handles events of the tracker in one transaction. An event that was already handled changes nothing. The messages
   * are the same as if the events were handled one after the other.
   *
   * @param events - the events, in order
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails. Pass the same events again
   */
  handle(events: readonly TrackerEvent[]): Promise<readonly AlertEvent[]> {
    return this.#inTurn(async () => {
      const { position } = await this.#load();
      const seen: { readonly position: number; readonly observations: readonly Observation[] }[] = [];
      for (const event of events)
        if (event.position > position)
          seen.push({ position: event.position, observations: await this.#observationsOf(event) });
      const last = seen.at(-1);
      if (last === undefined) return [];
      return this.#change(last.position, (current, write) => {
        // Each observation applies to the state after the previous one.
        for (const { position: at, observations } of seen)
          if (at > current.position) for (const observation of observations) write(this.#observe(current, observation));
      });
    });
  }

  /**
   * Evaluates the freshness and the time: alerts settle, and silences end. Call it about every minute.
   *
   * @param judged - the result of `judgeFreshness`. @default only the time is evaluated
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails
   */
  evaluate(judged: readonly JudgedJob[] = []): Promise<readonly AlertEvent[]> {
    return this.#inTurn(() =>
      this.#change(0, ({ states }, write) => {
        const next = new Map(states);
        for (const seen of judged.flatMap(observeFreshness)) {
          if (this.#ruleOf(seen.job)?.on.has(seen.reason ?? 'stale') !== true) continue;
          next.set(keyOf(seen.job, seen.kind), this.#observe({ get: (key) => next.get(key) }, seen));
        }
        const now = this.#settings.clock.date();
        for (const state of next.values()) {
          const rule = this.#ruleOf(state.job);
          write(rule !== undefined && isWatched(state, rule) ? settle(state, now, rule) : unwatched(state, now));
        }
      }),
    );
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
    const states = new Map(alerts.map((alert) => [keyOf(alert.job, alert.kind), stateOf(alert)]));
    this.#handled = Math.max(this.#handled, position);
    return (this.#known = { fence, position, states });
  }

  /** Changes the states and writes them. If another process was faster, the change is made again. */
  async #change(
    position: number,
    make: (current: CurrentStates, write: (state: AlertState) => void) => void,
  ): Promise<readonly AlertEvent[]> {
    const { store, origin, clock } = this.#settings;
    for (let conflicts = 0; ; conflicts += 1) {
      const current = await this.#load();
      if (position > 0 && position <= current.position) return [];
      const now = clock.date();
      const notifications: AlertEvent[] = [];
      const messages: OutboxMessage[] = [];
      const changed = new Map<string, AlertState>();
      const get = (key: string): AlertState | undefined => changed.get(key) ?? current.states.get(key);
      make({ ...current, get }, (state) => {
        const step = transition(state, now, this.#isSilent(state, now));
        const next = step?.state ?? state;
        const key = keyOf(next.job, next.kind);
        if (next !== get(key)) changed.set(key, next);
        if (step === undefined) return;
        const event = toAlertEvent(next, step.to, origin);
        notifications.push(event);
        const body = JSON.stringify(event);
        for (const target of this.#ruleOf(next.job)?.webhooks ?? this.#settings.webhooks)
          messages.push({ id: event.id, target, job: next.job, at: now, body });
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
      return notifications;
    }
  }

  async #observationsOf(event: TrackerEvent): Promise<readonly Observation[]> {
    const { store, late, volume } = this.#settings;
    const rule = isRunEvent(event) ? this.#ruleOf(event.run.job) : undefined;
    if (rule === undefined || !isRunEvent(event)) return [];
    const seen = [observeRun(event, rule, late)];
    const { job, start, key, outcome } = event.run;
    if (rule.on.has('volume') && event.type === 'ended' && outcome === 'succeeded') {
      const runs = await store.readRuns({ job, since: start - volumeWindow, until: start });
      const earlier = runs.filter((run) => run.key !== key);
      seen.push(observeVolume(event, detectVolume(event.run, earlier, volume), late));
    }
    return seen.filter((observation) => observation !== undefined);
  }

  #observe(states: Pick<CurrentStates, 'get'>, seen: Observation): AlertState {
    const before = states.get(keyOf(seen.job, seen.kind)) ?? firstState(seen.job, seen.kind);
    const rule = this.#ruleOf(seen.job);
    return rule === undefined ? before : observe(before, seen, rule);
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

/** Whether a rule watches its jobs for the kind of an alert. */
function isWatched({ kind }: AlertState, { watchesRuns, on }: AlertRule): boolean {
  return kind === 'run' ? watchesRuns : on.has(kind);
}

/** The state as a store keeps it. */
function storedOf(state: AlertState): StoredAlert {
  const { job, kind, isOpen, openedAt, closedAt, ...data } = state;
  const times = { openedAt, closedAt };
  const since = isOpen ? openedAt : closedAt;
  return { job, kind, status: isOpen ? 'open' : 'closed', since, data: JSON.stringify({ ...times, ...data }) };
}

/** @throws {ConfigError} when the record cannot be read */
function stateOf({ job, kind, status, data }: StoredAlert): AlertState {
  let rest: Partial<AlertState>;
  try {
    rest = JSON.parse(data) as Partial<AlertState>;
  } catch {
    throw new ConfigError('store', `has an alert (${kind}) that cannot be read. Restore a copy of the store`);
  }
  return { ...firstState(job, kind as AlertKind), ...rest, isOpen: status === 'open' };
}

/** The state in the form for users. */
function alertOf({ job, kind, isOpen, isNotified, openedAt, closedAt, because }: AlertState): Alert {
  return {
    job,
    kind,
    status: isOpen ? 'open' : 'closed',
    openedAt: toTime(openedAt),
    recoveredAt: isOpen ? undefined : toTime(closedAt),
    isHeldBack: isOpen !== isNotified,
    because,
  };
}
