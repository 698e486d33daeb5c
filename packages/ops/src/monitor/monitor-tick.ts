import type { TickResult, Tracker, TrackerEvent } from '@syncline/runs';
import type { JobFreshness } from '../insight/evaluate-jobs.ts';
import type { IndexedRun } from '../insight/run-index.ts';

/** The freshness of one job after a tick. */
export type MonitoredFreshness = JobFreshness<IndexedRun>;

/** The result of one tick of the monitor. */
export interface MonitorTick {
  /** When it ended, in milliseconds since 1970 */
  readonly at: number;
  /** What the tracker did; undefined if the tick failed */
  readonly result: TickResult | undefined;
  /** The events since the previous tick, in order, whichever worker found them */
  readonly events: readonly TrackerEvent[];
  readonly freshness: readonly MonitoredFreshness[];
  /** Why it failed: the code and the message of the error */
  readonly problem: { readonly code: string; readonly message: string } | undefined;
}

/**
 * Called after each tick, for example to send alerts. If it throws or takes longer than 30 seconds, the tick has a
 * problem, but the monitor goes on. The monitor does not wait longer than that, and calls the function again after the
 * next tick.
 */
export type MonitorConsumer = (tick: MonitorTick, tracker: Tracker) => unknown;
