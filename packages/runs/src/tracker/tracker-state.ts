import { StateError } from '../errors/errors.ts';
import type { RunSource } from '../reading/run-source.ts';

/** One pass over the history from a moment on, in one or more steps. */
export interface Pass {
  /**
   * `first` begins at the tracker's `since`, `window` at the overlap, `reconcile` further back; `backfill` reads runs
   * that are older than everything read so far.
   */
  readonly kind: 'first' | 'window' | 'reconcile' | 'backfill';
  readonly from: number;
  /** The end of the pass. Only a backfill has one. */
  readonly until?: number | undefined;
  /** All runs that started before this moment have been read. */
  readonly next: number;
  /** Whether a run was seen */
  readonly hasRuns: boolean;
  /** Whether a response was cut off */
  readonly hasCut: boolean;
}

/** The state of a tracker. All times are milliseconds since 1970. */
export interface TrackerState {
  readonly version: 1;
  readonly environment: string;
  readonly source: RunSource['kind'];
  /** All runs from this moment on are read */
  readonly since: number;
  /** The latest start of a record that may move it */
  readonly highWater?: number | undefined;
  /** The service's time in its last response */
  readonly date?: number | undefined;
  readonly pass?: Pass | undefined;
  /** When the last wide pass ended, by the tracker's clock */
  readonly reconciledAt: number;
  /**
   * What the service does with filters: `all`: it applies them. `start`: it applies all except those on keys. `none`: it
   * applies no filter, so everything is requested, and only once.
   */
  readonly filters: 'all' | 'start' | 'none';
  /** Whether a pass has been completed. After a pass without any runs, later runs are not a gap */
  readonly isBegun: boolean;
  /**
   * Whether an event has reported that the service does not return everything at once. A wide pass without a cut resets
   * it.
   */
  readonly isTruncated: boolean;
  /** The latest start for which a gap was found, so that it is reported only once */
  readonly gapAfter?: number | undefined;
  /** The keys of open runs that the service no longer returns. They are requested again with each wide pass. */
  readonly missing: readonly string[];
}

export function writeTrackerState(state: TrackerState): string {
  return JSON.stringify({ tracker: state });
}

/** @throws StateError if the text is truncated, or is the state of another version, environment or kind of source */
export function readTrackerState(text: string, environment: string, source: RunSource['kind']): TrackerState {
  let state: Partial<TrackerState> | undefined;
  try {
    state = (JSON.parse(text) as { tracker?: Partial<TrackerState> } | null)?.tracker;
  } catch {
    throw new StateError('The state of the tracker is truncated or damaged. Restore a copy of the store.');
  }
  if (typeof state !== 'object' || state === null)
    throw new StateError('The state in the store is not the state of a tracker. Use another store.');
  if (state.version !== 1)
    throw new StateError(
      `The state of the tracker has version ${JSON.stringify(state.version)}, and this package reads version 1. ` +
        'Use the version of @syncline/runs that wrote it, or a later one.',
    );
  if (state.environment !== environment)
    throw new StateError(
      `The state belongs to the environment ${JSON.stringify(state.environment)}, not to ${JSON.stringify(environment)}. ` +
        'Use one store for each environment.',
    );
  if (state.source !== source)
    throw new StateError(
      `The store was filled from a ${state.source} source, whose runs have different keys from the runs of a ${source} source. ` +
        'Use one store for each source.',
    );
  if (!isComplete(state)) throw new StateError('The state of the tracker is incomplete. Restore a copy of the store.');
  return state;
}

function isComplete(state: Partial<TrackerState>): state is TrackerState {
  const { since, highWater, date, pass, reconciledAt, filters, isBegun, isTruncated, gapAfter, missing } = state;
  return (
    [since, reconciledAt].every(Number.isFinite) &&
    [highWater, date, gapAfter].every((time) => time === undefined || Number.isFinite(time)) &&
    (filters === 'all' || filters === 'start' || filters === 'none') &&
    typeof isBegun === 'boolean' &&
    typeof isTruncated === 'boolean' &&
    Array.isArray(missing) &&
    missing.every((key) => typeof key === 'string') &&
    (pass === undefined || isPass(pass))
  );
}

function isPass(pass: Partial<Pass> | null): boolean {
  if (typeof pass !== 'object' || pass === null) return false;
  const { kind, from, until, next, hasRuns, hasCut } = pass;
  return (
    ['first', 'window', 'reconcile', 'backfill'].includes(kind as string) &&
    [from, next].every(Number.isFinite) &&
    (kind === 'backfill' ? Number.isFinite(until) : until === undefined) &&
    typeof hasRuns === 'boolean' &&
    typeof hasCut === 'boolean'
  );
}
