import { worseOutcome } from '@syncline/runs';
import { type AlertReason, type AlertRule, runReasons } from '../config/alert-schema.ts';
import type { AlertKind, AlertRun } from './webhooks/alert-event.ts';

/** One observation of a job, good or bad. All times are milliseconds since 1970. */
export interface Observation {
  readonly job: string;
  readonly kind: AlertKind;
  readonly isBad: boolean;
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
  /** When the run started, and `at` is when it ended. @default the observation is about no run, and is always news */
  readonly start?: number | undefined;
  /** Whether the run had already ended and now has another outcome */
  readonly isCorrection?: boolean | undefined;
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
  /** The worst reason of which the receivers were notified */
  readonly notifiedReason?: AlertReason | undefined;
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
  /** The start and the end of the observed run that started last, of kinds `run` and `volume` */
  readonly newest?: number | undefined;
  readonly newestEnd?: number | undefined;
  /** Whether the list of jobs has the job, or had it and does not anymore. Undefined if no list has had it */
  readonly listing?: 'listed' | 'gone' | undefined;
}

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
 * before, or it is history.
 */
export function observe(before: AlertState, seen: Observation, rule: Hysteresis): AlertState {
  const last = seen.identity === undefined ? undefined : `${seen.isBad ? 'bad' : 'good'} ${seen.identity}`;
  if (last !== undefined && last === before.last) return before;
  if (isHistory(before, seen)) return before;
  // If the alert had settled by then, opening it again makes a new alert.
  const settled = settle(before, seen.at, rule);
  const state = { ...settled, last, ...newestOf(settled, seen) };
  return seen.isBad ? turnBad(state, seen, rule) : turnGood(state, seen, rule);
}

/**
 * Whether a newer run has already told how the job is, as after an outage, when an old run is found last. A run that
 * started earlier but ended later than the newest one is news, unless it is only a correction.
 */
function isHistory({ newest, newestEnd }: AlertState, { start, at, isCorrection }: Observation): boolean {
  if (start === undefined || newest === undefined || start >= newest) return false;
  // A store of an earlier version does not know when the newest run ended.
  return isCorrection === true || (newestEnd !== undefined && at < newestEnd);
}

function newestOf({ newest, newestEnd = -Infinity }: AlertState, { start, at }: Observation): Partial<AlertState> {
  if (start === undefined) return {};
  // No run starts after it ended. An odd start in the far future must not make all later runs older ones.
  const began = Math.min(start, at);
  if (newest !== undefined && began < newest) return {};
  return { newest: began, newestEnd: began === newest ? Math.max(newestEnd, at) : at };
}

function turnBad(state: AlertState, seen: Observation, { after }: Hysteresis): AlertState {
  const bad = Math.max(state.bad + 1, seen.count ?? 1);
  const badSince = state.bad === 0 ? seen.at : state.badSince;
  const { reason, because, run } = seen;
  // What was just found to be bad needs no pause, whatever was found late before it.
  const quietUntil = seen.quietUntil === undefined ? 0 : Math.max(state.quietUntil, seen.quietUntil);
  const next = { ...state, bad, badSince, good: 0, goodSince: 0, reason, because, run, quietUntil };
  if (state.isOpen || bad < (state.kind === 'stale' ? 1 : after)) return next;
  // Receivers that were notified that it is open get no message, because for them it never closed.
  return state.isNotified
    ? { ...next, isOpen: true }
    : { ...next, isOpen: true, openedAt: badSince, openings: state.openings + 1 };
}

function turnGood(state: AlertState, seen: Observation, { recover }: Hysteresis): AlertState {
  const good = state.good + (seen.count ?? 1);
  const goodSince = state.good === 0 ? seen.at : state.goodSince;
  const quietUntil = Math.max(state.quietUntil, seen.quietUntil ?? 0);
  const next = { ...state, bad: 0, badSince: 0, good, goodSince, quietUntil };
  return state.isOpen && good >= recover ? close(next, 'recovered', goodSince) : next;
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
  return { ...close(state, 'unwatched', now), gone, bad: 0, badSince: 0, last: undefined };
}

/** The state of an alert that a person has closed. What is bad in another way, or again, opens it again. */
export function closeByHand(state: AlertState, now: number): AlertState {
  return state.isOpen ? { ...close(state, 'closed', now), bad: 0, badSince: 0 } : state;
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
  if (to === 'opened') return { ...state, isNotified: true, receivers, notifiedReason: state.reason };
  if (to === 'changed') return { ...state, notifiedReason: state.reason };
  return { ...state, isNotified: false, receivers: [], notifiedReason: undefined };
}

/** Whether the last bad observation is worse than what the receivers know. */
function isWorse({ reason, notifiedReason }: AlertState): boolean {
  const [now, before] = [outcomeOf(reason), outcomeOf(notifiedReason)];
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
