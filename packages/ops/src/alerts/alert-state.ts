import { worseOutcome } from '@syncline/runs';
import { type AlertReason, type AlertRule, runReasons } from '../config/alert-schema.ts';
import type { AlertKind, AlertRun } from './webhooks/alert-event.ts';

/** When a run started, and the limits of when it ended. They are equal if that is known. */
export interface RunTimes {
  readonly key: string;
  readonly start: number;
  readonly endsFrom: number;
  readonly endsBy: number;
}

/** One observation of a job. All times are milliseconds since 1970. */
export interface Observation {
  readonly job: string;
  readonly kind: AlertKind;
  /** Undefined if it is neither bad nor good: it only withdraws what was observed of the same run before */
  readonly isBad: boolean | undefined;
  /** When this state began */
  readonly at: number;
  /** The reason; for a good observation, any value */
  readonly reason?: AlertReason | undefined;
  readonly because: readonly string[];
  readonly run?: AlertRun | undefined;
  /**
   * Identifies what was observed. The same identity again does not count as a second observation.
   *
   * @default every observation counts
   */
  readonly identity?: string | undefined;
  /** The run that was observed. @default the observation is about no run, and is always news */
  readonly times?: RunTimes | undefined;
  /** How many observations in a row this one counts for. @default 1 */
  readonly count?: number | undefined;
  /**
   * No message that an alert is open is sent before this moment, because a problem that is found long after it happened
   * matters only if it still exists later.
   * @default no pause
   */
  readonly quietUntil?: number | undefined;
}

/** Why an alert closed: the job is good again, nothing watches it anymore, or a person closed the alert. */
export type AlertEnding = 'recovered' | 'unwatched' | 'closed';

/** What the receivers are notified of. */
export type Transition = 'opened' | 'changed' | AlertEnding;

/** The stored state of one job and one kind. All times are milliseconds since 1970. */
export interface AlertState {
  readonly job: string;
  readonly kind: AlertKind;
  readonly isOpen: boolean;
  /** Whether the receivers have been notified that it is open, and not yet that it is closed */
  readonly isNotified: boolean;
  /** The receivers that were notified that it is open. They are the ones that hear of its changes and of its end */
  readonly receivers: readonly string[];
  /** The worst bad observation of which the receivers were notified */
  readonly notified?: BadObservation | undefined;
  /** How many observations in a row were bad, and when the first one was made */
  readonly bad: number;
  readonly badSince: number;
  readonly good: number;
  readonly goodSince: number;
  /** When it last opened; 0 if it never did */
  readonly openedAt: number;
  readonly closedAt: number;
  /** Why it last closed, and, if nothing watches it anymore, what is gone */
  readonly ending?: AlertEnding | undefined;
  readonly gone?: string | undefined;
  /** How many alerts there were, because two of them may have opened at the same moment */
  readonly openings: number;
  /** The last bad observation */
  readonly reason?: AlertReason | undefined;
  readonly because: readonly string[];
  readonly run?: AlertRun | undefined;
  /** The last observation: its identity and its result */
  readonly last?: string | undefined;
  readonly quietUntil: number;
  /** The observed run that ended last, of kinds `run` and `volume`, and the counts without it */
  readonly newest?: RunTimes | undefined;
  readonly withoutNewest?: Counts | undefined;
  /** Whether the list of jobs has the job, or had it and does not anymore. Undefined if no list has had it */
  readonly listing?: 'listed' | 'gone' | undefined;
}

type BadObservation = Pick<AlertState, 'reason' | 'because' | 'run'>;

/** What a run changes, as it was before the run. The observation is that of an open alert. */
type Counts = Pick<AlertState, 'isOpen' | 'bad' | 'badSince' | 'good' | 'goodSince'> & Partial<BadObservation>;

/** The state of an alert without observations. */
export function firstState(job: string, kind: AlertKind): AlertState {
  return {
    job,
    kind,
    isOpen: false,
    isNotified: false,
    receivers: [],
    bad: 0,
    badSince: 0,
    good: 0,
    goodSince: 0,
    openedAt: 0,
    closedAt: 0,
    openings: 0,
    because: [],
    quietUntil: 0,
  };
}

type Hysteresis = Pick<AlertRule, 'after' | 'recover' | 'settle'>;

/**
 * The state after an observation. It is the same object if the observation says nothing about the job: it was made
 * before, or a newer run has already told how the job is.
 *
 * Each run counts once, with its last outcome: what is observed of the newest run again, as after a correction or a
 * retry, replaces what was observed of it before.
 */
export function observe(before: AlertState, seen: Observation, rule: Hysteresis): AlertState {
  const last = seen.identity === undefined ? undefined : `${seen.isBad ? 'bad' : 'good'} ${seen.identity}`;
  if (last !== undefined && last === before.last) return before;
  const { newest } = before;
  if (seen.times === undefined || newest === undefined || seen.times.key !== newest.key) {
    if (seen.isBad === undefined || isOlder(seen.times, newest)) return before;
    // If the alert had settled by then, opening it again makes a new alert.
    const settled = settle(before, seen.at, rule);
    const ofRun = seen.times && { newest: seen.times, withoutNewest: countsOf(settled) };
    return count({ ...settled, last, ...ofRun }, seen, rule);
  }
  const times = narrow(seen.times, newest);
  const at = Math.min(seen.at, times.endsBy);
  const { withoutNewest } = before;
  const without = withoutNewest === undefined ? before : withdraw(before, withoutNewest, at);
  const state = { ...without, newest: times, withoutNewest: withoutNewest ?? countsOf(without) };
  return count(state, { ...seen, at }, rule);
}

/** Whether a run ended before another. Where their ends do not tell, their starts do. */
function isOlder(run: RunTimes | undefined, other: RunTimes | undefined): boolean {
  if (run === undefined || other === undefined) return false;
  if (run.endsBy < other.endsFrom) return true;
  return run.endsFrom < other.endsBy && run.start < other.start;
}

/** The times of a run that is observed again. Where the service says no end, the run had ended when it was first found. */
function narrow(now: RunTimes, before: RunTimes): RunTimes {
  if (now.endsFrom === now.endsBy) return now;
  return {
    ...now,
    endsFrom: Math.max(now.endsFrom, before.endsFrom),
    endsBy: Math.min(now.endsBy, before.endsBy),
  };
}

function countsOf({ isOpen, bad, badSince, good, goodSince, reason, because, run }: AlertState): Counts {
  return { isOpen, bad, badSince, good, goodSince, ...(isOpen ? { reason, because, run } : {}) };
}

/**
 * The state without its newest run. An alert that the run opened stays open if receivers know of it, so that a job whose
 * runs fail and then succeed does not cause an alert each time. It never opened if nobody knows.
 */
function withdraw(state: AlertState, { isOpen: wasOpen, ...counts }: Counts, at: number): AlertState {
  const without = { ...state, ...counts };
  if (wasOpen || !state.isOpen) return without;
  if (!state.isNotified) return close(without, 'recovered', at);
  // What was good before the alert opened does not close it.
  return { ...without, ...state.notified, good: 0, goodSince: 0 };
}

function count(state: AlertState, seen: Observation, rule: Hysteresis): AlertState {
  if (seen.isBad === undefined) return state;
  return seen.isBad ? turnBad(state, seen, rule) : turnGood(state, seen, rule);
}

function turnBad(state: AlertState, seen: Observation, { after }: Hysteresis): AlertState {
  const bad = Math.max(state.bad + 1, seen.count ?? 1);
  const badSince = state.bad === 0 ? seen.at : state.badSince;
  const { reason, because, run } = seen;
  // What was just found to be bad needs no pause, whatever was found late before it.
  const quietUntil = seen.quietUntil === undefined ? 0 : Math.max(state.quietUntil, seen.quietUntil);
  const next = { ...state, bad, badSince, good: 0, goodSince: 0, reason, because, run, quietUntil };
  // A run that closed the alert, and is bad after all, opens it again.
  const isEnough = bad >= (state.kind === 'stale' ? 1 : after) || state.withoutNewest?.isOpen === true;
  if (state.isOpen || !isEnough) return next;
  // Receivers that were notified that it is open get no message, because for them it never closed.
  return state.isNotified
    ? { ...next, isOpen: true }
    : { ...next, isOpen: true, openedAt: badSince, openings: state.openings + 1 };
}

function turnGood(state: AlertState, seen: Observation, { recover }: Hysteresis): AlertState {
  const quietUntil = Math.max(state.quietUntil, seen.quietUntil ?? 0);
  const next = { ...state, bad: 0, badSince: 0, good: 0, goodSince: 0, quietUntil };
  // What was good before an alert opened does not close it.
  if (!state.isOpen) return next;
  const good = state.good + (seen.count ?? 1);
  const goodSince = state.good === 0 ? seen.at : state.goodSince;
  const counted = { ...next, good, goodSince };
  return good >= recover ? close(counted, 'recovered', goodSince) : counted;
}

/** The state at a moment: an open alert closes when nothing bad has happened for the `settle` time of its rule. */
export function settle(state: AlertState, now: number, { settle: quiet }: Pick<Hysteresis, 'settle'>): AlertState {
  if (!state.isOpen || state.good === 0 || now - state.goodSince < quiet) return state;
  return close(state, 'recovered', state.goodSince);
}

/**
 * The state of an alert that nothing watches anymore: otherwise it would stay open forever. If it is watched again, what
 * is bad then opens it again.
 *
 * @param gone - what is gone, as a sentence for the receivers
 */
export function unwatch(state: AlertState, now: number, gone: string): AlertState {
  if (!state.isOpen) return state;
  return { ...close(state, 'unwatched', now), gone, bad: 0, badSince: 0, last: undefined, withoutNewest: undefined };
}

/** The state of an alert that a person has closed. What is bad in another way, or again, opens it again. */
export function closeByHand(state: AlertState, now: number): AlertState {
  return state.isOpen ? { ...close(state, 'closed', now), bad: 0, badSince: 0, withoutNewest: undefined } : state;
}

function close(state: AlertState, ending: AlertEnding, closedAt: number): AlertState {
  return { ...state, isOpen: false, closedAt, ending, gone: undefined };
}

/**
 * What the receivers must be notified of. They are notified when an alert has opened or closed since the last time, and
 * when the reason of an open one is worse than the one that they know. A silence or a pause holds only what says that
 * something is bad.
 *
 * @param isHeld - whether a silence names the alert by its current reason
 * @returns undefined if there is no notification, or none now
 */
export function dueTransition(state: AlertState, now: number, isHeld: boolean): Transition | undefined {
  const { isOpen, isNotified, ending = 'recovered', quietUntil } = state;
  if (!isOpen) return isNotified ? ending : undefined;
  if (isHeld || now < quietUntil) return undefined;
  if (!isNotified) return 'opened';
  return isWorse(state) ? 'changed' : undefined;
}

/** The state after a notification. */
export function notified(state: AlertState, to: Transition, receivers: readonly string[]): AlertState {
  const { reason, because, run } = state;
  if (to === 'opened') return { ...state, isNotified: true, receivers, notified: { reason, because, run } };
  if (to === 'changed') return { ...state, notified: { reason, because, run } };
  return { ...state, isNotified: false, receivers: [], notified: undefined };
}

/** Whether the last bad observation is worse than what the receivers know. */
function isWorse({ reason, notified: known }: AlertState): boolean {
  const [now, before] = [outcomeOf(reason), outcomeOf(known?.reason)];
  return now !== undefined && before !== undefined && now !== before && worseOutcome(now, before) === now;
}

/** The reasons that are not outcomes have nothing worse. */
function outcomeOf(reason: AlertReason | undefined): (typeof runReasons)[number] | undefined {
  return runReasons.find((outcome) => outcome === reason);
}

/** The key that identifies an alert. */
export function keyOf(job: string, kind: string): string {
  return `${kind} ${job}`;
}

/** Orders alerts by job and kind. */
export function compareStates(left: AlertState, right: AlertState): number {
  const [a, b] = [keyOf(left.kind, left.job), keyOf(right.kind, right.job)];
  return a < b ? -1 : a > b ? 1 : 0;
}
