import type { AlertKind, AlertRun } from './webhooks/alert-event.ts';
import type { AlertReason, AlertRule } from '../config/alert-schema.ts';

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
  /** When the run started. A correction of a run that is not the newest says nothing about the job. */
  readonly start?: number | undefined;
  /** Whether the run had already ended and now has another outcome */
  readonly isCorrection?: boolean | undefined;
  /** How many observations in a row this one counts for. @default 1 */
  readonly count?: number | undefined;
  /**
   * No message is sent before this moment, because a problem that is found long after it happened matters only if it
   * still exists later.
   * @default no pause
   */
  readonly quietUntil?: number | undefined;
}

/** The stored state of one job and one kind. All times are milliseconds since 1970. */
export interface AlertState {
  readonly job: string;
  readonly kind: AlertKind;
  readonly isOpen: boolean;
  /** Whether the receivers have been notified that it is open */
  readonly isNotified: boolean;
  /** How many observations in a row were bad, and when the first one was made */
  readonly bad: number;
  readonly badSince: number;
  readonly good: number;
  readonly goodSince: number;
  /** When it last opened; 0 if it never did */
  readonly openedAt: number;
  readonly closedAt: number;
  /** How many alerts there were, because two of them may have opened at the same moment */
  readonly openings: number;
  /** The last bad observation */
  readonly reason?: AlertReason | undefined;
  readonly because: readonly string[];
  readonly run?: AlertRun | undefined;
  /** The last observation: its identity and its result */
  readonly last?: string | undefined;
  readonly quietUntil: number;
  /** The start of the latest run, of kind `run` */
  readonly newest?: number | undefined;
}

/** The state of an alert without observations. */
export function firstState(job: string, kind: AlertKind): AlertState {
  return {
    job,
    kind,
    isOpen: false,
    isNotified: false,
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

/** The state after an observation. It is the same object if nothing has changed. */
export function observe(before: AlertState, seen: Observation, rule: Hysteresis): AlertState {
  const last = seen.identity === undefined ? undefined : `${seen.isBad ? 'bad' : 'good'} ${seen.identity}`;
  if (last !== undefined && last === before.last) return before;
  const { start = 0, isCorrection = false } = seen;
  if (isCorrection && start < (before.newest ?? 0)) return before;
  // If the alert had settled by then, opening it again makes a new alert.
  const settled = settle(before, seen.at, rule);
  const state = {
    ...settled,
    last,
    newest: Math.max(settled.newest ?? 0, start),
    quietUntil: Math.max(settled.quietUntil, seen.quietUntil ?? 0),
  };
  return seen.isBad ? turnBad(state, seen, rule) : turnGood(state, seen, rule);
}

function turnBad(state: AlertState, seen: Observation, { after }: Hysteresis): AlertState {
  const bad = Math.max(state.bad + 1, seen.count ?? 1);
  const badSince = state.bad === 0 ? seen.at : state.badSince;
  const { reason, because, run } = seen;
  const next = { ...state, bad, badSince, good: 0, goodSince: 0, reason, because, run };
  if (state.isOpen || bad < (state.kind === 'stale' ? 1 : after)) return next;
  // Receivers that were notified that it is open get no message, because for them it never closed.
  return state.isNotified
    ? { ...next, isOpen: true }
    : { ...next, isOpen: true, openedAt: badSince, openings: state.openings + 1 };
}

function turnGood(state: AlertState, seen: Observation, { recover }: Hysteresis): AlertState {
  const good = state.good + (seen.count ?? 1);
  const goodSince = state.good === 0 ? seen.at : state.goodSince;
  const next = { ...state, bad: 0, badSince: 0, good, goodSince };
  return state.isOpen && good >= recover ? { ...next, isOpen: false, closedAt: goodSince } : next;
}

/** The state at a moment: an open alert closes when nothing bad has happened for the `settle` time of its rule. */
export function settle(state: AlertState, now: number, { settle: quiet }: Pick<Hysteresis, 'settle'>): AlertState {
  if (!state.isOpen || state.good === 0 || now - state.goodSince < quiet) return state;
  return { ...state, isOpen: false, closedAt: state.goodSince };
}

/**
 * The message that the receivers must get. They get a message only if an alert has opened or closed since the last one.
 *
 * @returns the transition and the state after it; undefined if there is no message, or none now
 */
export function transition(
  state: AlertState,
  now: number,
  isSilent: boolean,
): { readonly state: AlertState; readonly to: 'opened' | 'recovered' } | undefined {
  if (state.isOpen === state.isNotified || isSilent || now < state.quietUntil) return undefined;
  return { state: { ...state, isNotified: state.isOpen }, to: state.isOpen ? 'opened' : 'recovered' };
}

/** Closes an alert that the rules no longer watch: otherwise it would stay open forever. */
export function unwatched(state: AlertState, now: number): AlertState {
  return state.isOpen ? { ...state, isOpen: false, closedAt: now, bad: 0, badSince: 0 } : state;
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
