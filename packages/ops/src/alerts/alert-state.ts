import type { AlertKind, AlertRun } from '../webhooks/alert-event.ts';
import type { AlertReason, AlertRule } from '../alert-rule/alert-rule.ts';

/** One thing that was seen of a job, good or bad. All times are milliseconds since 1970. */
export interface Observation {
  readonly job: string;
  readonly kind: AlertKind;
  readonly isBad: boolean;
  /** Since when it is so */
  readonly at: number;
  /** What is bad; of a good observation, anything */
  readonly reason?: AlertReason | undefined;
  readonly because: readonly string[];
  readonly run?: AlertRun | undefined;
  /** What was looked at. The same again is no second observation. @default each is one of its own */
  readonly identity?: string | undefined;
  /** When the run started. Of an earlier run than the newest one, a correction says nothing of the job. */
  readonly start?: number | undefined;
  /** Whether the run had ended before, and has another outcome now */
  readonly isCorrection?: boolean | undefined;
  /** How many in a row it stands for. @default 1 */
  readonly count?: number | undefined;
  /**
   * Until when no message is sent: a problem that is found long after it happened is old, unless it still exists later.
   * @default no pause
   */
  readonly quietUntil?: number | undefined;
}

/** What is remembered of one job and one kind. All times are milliseconds since 1970. */
export interface AlertState {
  readonly job: string;
  readonly kind: AlertKind;
  readonly isOpen: boolean;
  /** Whether the receivers were told that it is open */
  readonly isTold: boolean;
  /** How many observations in a row were bad, and since when */
  readonly bad: number;
  readonly badSince: number;
  readonly good: number;
  readonly goodSince: number;
  /** When it opened, or was open last; 0 if it never was */
  readonly openedAt: number;
  readonly closedAt: number;
  /** The last bad observation */
  readonly reason?: AlertReason | undefined;
  readonly because: readonly string[];
  readonly run?: AlertRun | undefined;
  /** What was looked at last, and what it was */
  readonly last?: string | undefined;
  readonly quietUntil: number;
  /** The start of the latest run, of kind `run` */
  readonly newest?: number | undefined;
}

/** The alerts as a change has left them so far. */
export interface StatesSoFar {
  get(key: string): AlertState | undefined;
  /** The last event that is acknowledged */
  readonly position: number;
}

/** The state of an alert of which nothing has been seen. */
export function firstState(job: string, kind: AlertKind): AlertState {
  return {
    job,
    kind,
    isOpen: false,
    isTold: false,
    bad: 0,
    badSince: 0,
    good: 0,
    goodSince: 0,
    openedAt: 0,
    closedAt: 0,
    because: [],
    quietUntil: 0,
  };
}

type Hysteresis = Pick<AlertRule, 'after' | 'recover' | 'settle'>;

/** The state after an observation. It is the same object if nothing is new. */
export function observe(before: AlertState, seen: Observation, rule: Hysteresis): AlertState {
  const last = seen.identity === undefined ? undefined : `${seen.isBad ? 'bad' : 'good'} ${seen.identity}`;
  if (last !== undefined && last === before.last) return before;
  const { start = 0, isCorrection = false } = seen;
  if (isCorrection && start < (before.newest ?? 0)) return before;
  // An alert that had settled by then is a new one if it opens again.
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
  // Receivers that still believe that it is open hear nothing: for them it never closed.
  return { ...next, isOpen: true, openedAt: state.isTold ? state.openedAt : badSince };
}

function turnGood(state: AlertState, seen: Observation, { recover }: Hysteresis): AlertState {
  const good = state.good + (seen.count ?? 1);
  const goodSince = state.good === 0 ? seen.at : state.goodSince;
  const next = { ...state, bad: 0, badSince: 0, good, goodSince };
  return state.isOpen && good >= recover ? { ...next, isOpen: false, closedAt: goodSince } : next;
}

/** The state at a moment: an open alert closes when nothing was bad for the time of its rule. */
export function settle(state: AlertState, now: number, { settle: quiet }: Pick<Hysteresis, 'settle'>): AlertState {
  if (!state.isOpen || state.good === 0 || now - state.goodSince < quiet) return state;
  return { ...state, isOpen: false, closedAt: state.goodSince };
}

/**
 * The message that the receivers must get: they know whether an alert is open or closed, and get a message only if this
 * has changed.
 *
 * @returns the transition and the state after it; undefined if there is nothing to tell, or not now
 */
export function transition(
  state: AlertState,
  now: number,
  isSilent: boolean,
): { readonly state: AlertState; readonly to: 'opened' | 'recovered' } | undefined {
  if (state.isOpen === state.isTold || isSilent || now < state.quietUntil) return undefined;
  return { state: { ...state, isTold: state.isOpen }, to: state.isOpen ? 'opened' : 'recovered' };
}

/** Closes an alert that the rules no longer watch: otherwise it would stay open forever. */
export function forgotten(state: AlertState, now: number): AlertState {
  return state.isOpen ? { ...state, isOpen: false, closedAt: now, bad: 0, badSince: 0 } : state;
}

/** What tells an alert from all others. */
export function keyOf(job: string, kind: string): string {
  return `${kind} ${job}`;
}

/** Orders alerts by job and kind. */
export function compareStates(one: AlertState, other: AlertState): number {
  const [a, b] = [keyOf(one.kind, one.job), keyOf(other.kind, other.job)];
  return a < b ? -1 : a > b ? 1 : 0;
}
