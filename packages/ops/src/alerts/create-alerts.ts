import { detectVolume, isFenceError, type OutboxMessage, type TrackerEvent } from '@syncline/runs';
import type { AlertRule } from '../config/alert-rule.ts';
import type { AlertEvent } from './webhooks/alert-event.ts';
import { type Alert, alertOf, stateOf, storedOf } from './alert-record.ts';
import {
  type AlertState,
  compareStates,
  firstState,
  unwatched,
  keyOf,
  type Observation,
  observe,
  settle,
  type StatesSoFar,
  transition,
} from './alert-state.ts';
import { type AlertsOptions, readAlertsOptions } from './alerts-options.ts';
import { isRunEvent, observeRun, observeVolume } from './observe-event.ts';
import { type JudgedJob, observeFreshness } from './observe-freshness.ts';
import { toAlertEvent } from './to-alert-event.ts';

/** Alerts that keep track of the messages that were sent. */
export interface Alerts {
  /**
   * Handles an event of the tracker. The alert, its messages and the acknowledgement of the event are written in one
   * transaction, so do not call the delivery's `ack`. An event that was already handled changes nothing.
   *
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails. Pass the same event again
   */
  handle(event: TrackerEvent): Promise<readonly AlertEvent[]>;
  /**
   * Handles several events in one transaction, which is much faster. The messages are the same as if the events were
   * handled one after the other.
   *
   * @param events - the events, in order
   */
  handleAll(events: readonly TrackerEvent[]): Promise<readonly AlertEvent[]>;
  /**
   * Evaluates the freshness and the time: alerts settle, and silences end. Call it about every minute.
   *
   * @param judged - the result of `judgeFreshness`. @default only the time is evaluated
   * @returns the transitions for which messages were written, in order
   * @throws {StoreError} when the store fails
   */
  evaluate(judged?: readonly JudgedJob[]): Promise<readonly AlertEvent[]>;
  /** @returns the alerts that are or were open, the open ones first, then by job and kind */
  list(): Promise<readonly Alert[]>;
}

/** How far back runs are read to determine the usual volume. */
const volumeWindow = 30 * 86_400_000;
/** How often a change is retried after another process has changed the alerts. */
const mostConflicts = 5;

/** The alerts as this process knows them. */
interface Known {
  fence: string;
  /** The last acknowledged event */
  position: number;
  readonly states: Map<string, AlertState>;
}

/**
 * Creates alerts whose state is kept in a store. They open after `after` bad runs in a row, and close after `recover`
 * good ones, or when nothing bad happens for the time of `settle` after a good run. Only these transitions cause
 * messages, also across restarts: a job that alternates between failure and success causes one alert.
 *
 * @throws {ConfigError} when an option cannot be used
 *
 * @example
 * ```ts
 * import { createAlerts } from '@syncline/ops';
 * import type { Tracker } from '@syncline/runs';
 * import type { SqliteStore } from '@syncline/runs/sqlite';
 *
 * export async function watch(tracker: Tracker, store: SqliteStore, signal: AbortSignal) {
 *   const alerts = createAlerts({ store, rules: [{ jobs: '*', on: ['failed', 'partial'] }], webhooks: ['ops'] });
 *   for await (const { event } of tracker.events({ consumer: 'alerts', signal }))
 *     for (const { data } of await alerts.handle(event)) console.log(data.text);
 * }
 * ```
 */
export function createAlerts(options: AlertsOptions): Alerts {
  const { store, rules, silences, webhooks, origin, late, volume, clock } = readAlertsOptions(options);
  const { consumer } = origin;

  let known: Known | undefined;
  /** The last handled event. An event that changed nothing is acknowledged with the next change. */
  let handled = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const ruleOf = (job: string): AlertRule | undefined => rules.find(({ fits }) => fits(job));
  const isSilent = ({ job, kind, reason = 'failed' }: AlertState, now: number): boolean =>
    silences.some(
      ({ fits, on, until }) => until > now && fits(job) && (on?.has(kind === 'run' ? reason : kind) ?? true),
    );
  /** Whether the rules watch a job for the kind of an alert. */
  const isWatched = ({ kind, job }: AlertState): boolean => {
    const rule = ruleOf(job);
    return rule !== undefined && (kind === 'run' ? rule.watchesRuns : rule.on.has(kind));
  };

  const load = async (): Promise<Known> => {
    if (known !== undefined) return known;
    const { fence, position, alerts } = await store.readAlerts(consumer);
    const states = new Map(alerts.map((alert) => [keyOf(alert.job, alert.kind), stateOf(alert)]));
    handled = Math.max(handled, position);
    return (known = { fence, position, states });
  };

  /** Changes the states and writes them. If another process was faster, the change is made again. */
  const change = async (
    position: number,
    make: (states: ReadonlyMap<string, AlertState>, current: StatesSoFar) => Iterable<AlertState>,
  ): Promise<readonly AlertEvent[]> => {
    for (let conflicts = 0; ; conflicts += 1) {
      const current = await load();
      if (position > 0 && position <= current.position) return [];
      const now = clock.date();
      const told: AlertEvent[] = [];
      const messages: OutboxMessage[] = [];
      const changed = new Map<string, AlertState>();
      const get = (key: string): AlertState | undefined => changed.get(key) ?? current.states.get(key);
      for (const state of make(current.states, { get, position: current.position })) {
        const step = transition(state, now, isSilent(state, now));
        const next = step?.state ?? state;
        const key = keyOf(next.job, next.kind);
        if (next !== get(key)) changed.set(key, next);
        if (step === undefined) continue;
        const event = toAlertEvent(next, step.to, origin);
        told.push(event);
        const body = JSON.stringify(event);
        for (const target of ruleOf(next.job)?.webhooks ?? webhooks)
          messages.push({ id: event.id, target, job: next.job, at: now, body });
      }
      const reached = Math.max(position, handled);
      if (changed.size === 0 && (position > 0 || reached <= current.position)) {
        handled = reached;
        return [];
      }
      const alerts = [...changed.values()].map(storedOf);
      try {
        current.fence = await store.writeAlerts({
          consumer,
          fence: current.fence,
          position: reached,
          alerts,
          messages,
        });
      } catch (error) {
        // It is not known whether it was written, unless the fence was refused.
        known = undefined;
        if (isFenceError(error) && conflicts < mostConflicts) continue;
        throw error;
      }
      for (const [key, state] of changed) current.states.set(key, state);
      current.position = Math.max(current.position, reached);
      handled = reached;
      return told;
    }
  };

  /** Makes one change after the other. Each begins with the states that the previous one has written. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };

  const observationsOf = async (event: TrackerEvent): Promise<readonly Observation[]> => {
    const rule = isRunEvent(event) ? ruleOf(event.run.job) : undefined;
    if (rule === undefined || !isRunEvent(event)) return [];
    const seen = [observeRun(event, rule, late)];
    const { job, start, key, outcome } = event.run;
    if (rule.on.has('volume') && event.type === 'ended' && outcome === 'succeeded') {
      const earlier = await store.readRuns({ job, since: start - volumeWindow, until: start });
      seen.push(
        observeVolume(
          event,
          detectVolume(
            event.run,
            earlier.filter((run) => run.key !== key),
            volume,
          ),
          late,
        ),
      );
    }
    return seen.filter((each) => each !== undefined);
  };

  const handleAll = (events: readonly TrackerEvent[]): Promise<readonly AlertEvent[]> =>
    inTurn(async () => {
      const { position } = await load();
      const seen: { readonly position: number; readonly observations: readonly Observation[] }[] = [];
      for (const event of events)
        if (event.position > position)
          seen.push({ position: event.position, observations: await observationsOf(event) });
      const last = seen.at(-1);
      if (last === undefined) return [];
      return change(last.position, function* (_states, current) {
        // Each observation applies to the state after the previous one.
        for (const each of seen)
          if (each.position > current.position)
            for (const one of each.observations) yield observed(current, one, ruleOf(one.job));
      });
    });

  return {
    handle: (event) => handleAll([event]),
    handleAll,
    evaluate: (judged = []) =>
      inTurn(() =>
        change(0, (states) => {
          const next = new Map(states);
          for (const seen of judged.flatMap(observeFreshness)) {
            if (ruleOf(seen.job)?.on.has(seen.reason ?? 'stale') !== true) continue;
            next.set(keyOf(seen.job, seen.kind), observed(next, seen, ruleOf(seen.job)));
          }
          const now = clock.date();
          return [...next.values()].map((state) => {
            const rule = ruleOf(state.job);
            return rule !== undefined && isWatched(state) ? settle(state, now, rule) : unwatched(state, now);
          });
        }),
      ),
    list: () =>
      inTurn(async () => {
        const { states } = await load();
        return [...states.values()]
          .filter(({ openedAt }) => openedAt > 0)
          .sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || compareStates(one, other))
          .map(alertOf);
      }),
  };
}

function observed(states: Pick<StatesSoFar, 'get'>, seen: Observation, rule: AlertRule | undefined): AlertState {
  const before = states.get(keyOf(seen.job, seen.kind)) ?? firstState(seen.job, seen.kind);
  return rule === undefined ? before : observe(before, seen, rule);
}
