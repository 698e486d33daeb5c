import type { Clock, SynclineError } from '@syncline/core';
import type { Classify } from '../outcome/define-outcomes.ts';
import type { Classification, Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../run/accessors.ts';
import type { CronOptions } from '../schedule/cron-options.ts';
import type { RunSource } from '../source/run-source.ts';
import type { Duration } from '../time/duration.ts';
import type { WaitTally } from './tally.ts';

/** What a wait needs wherever it goes on. */
export interface WaitContext<Item = unknown> {
  /** Where the runs are read: `historySource` or `statusSource` */
  readonly source: RunSource<Item>;
  /** Made by `defineOutcomes` */
  readonly classify: Classify<never>;
  readonly signal?: AbortSignal | undefined;
  /** The most requests in a minute, from 1 to 600. @default 12 */
  readonly requestsPerMinute?: number | undefined;
  /** Called with the result of each poll. Its errors are ignored. */
  readonly onPoll?: ((poll: WaitPoll<Item>) => unknown) | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** A number in [0, 1), for the length of pauses. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** What one poll found. */
export interface WaitPoll<Item = unknown> {
  /** The run that the wait is about; undefined if it is not there yet */
  readonly run: SourceRun<Item> | undefined;
  readonly outcome: Outcome | undefined;
  /** The error of a poll that failed */
  readonly error: SynclineError | undefined;
  /** Milliseconds until the next poll; 0 if it was the last */
  readonly pauseMs: number;
}

/** Options of `createWait` and `waitForRun`. */
export interface WaitOptions<Item = unknown> extends WaitContext<Item> {
  /** The job, as the source names it: a name in the history, an id in the job status. */
  readonly job: string;
  /**
   * The moment after which the run must have started. Take it before you start the run, so that a run that has just
   * finished is not mistaken for it. Either `after` or `run` is required.
   */
  readonly after?: string | number | Date | undefined;
  /** The key of one run. */
  readonly run?: string | undefined;
  /**
   * How long to wait at most, such as `2h`. Required, because no default is right for every job. A source that does not
   * respond is abandoned when the time is over. The last look, which begins then, may take another 30 seconds.
   */
  readonly timeout: Duration;
  /**
   * Whether the first run that fails ends the wait. With `false`, the wait goes on for a later run of the job that
   * succeeds, such as an automatic retry, until its time limit. @default true
   */
  readonly failFast?: boolean | undefined;
  /** Whether a run that ended with a warning is a success. @default false */
  readonly acceptWarned?: boolean | undefined;
  /** How long runs of the job usually take. @default the median of the runs of the week before, if they have an end */
  readonly expectedRuntime?: Duration | undefined;
  /** The job's schedule: until its next tick, the service is asked only once a minute. */
  readonly cron?: (CronOptions & { readonly expression: string }) | undefined;
}

/** How a wait ended. */
export interface RunResult<Item = unknown> extends Classification {
  /** Whether the run succeeded; a run that ended with a warning only with `acceptWarned` */
  readonly ok: boolean;
  readonly run: SourceRun<Item>;
  readonly tally: WaitTally;
}

/** A wait that can be put down and taken up again elsewhere. */
export interface Wait<Item = unknown> {
  /**
   * Polls until the run has ended. Later calls return the same promise.
   *
   * @throws WaitTimeoutError at the time limit, after one last look; WaitUnreadableError if the service refuses three
   *   times in a row; WaitAbortedError if the signal is aborted; SourceError if a source of your own throws; ConfigError if
   *   a function of yours returns something other than it should
   */
  result(): Promise<RunResult<Item>>;
  /** The wait as a text without secrets, for `restoreWait` in another process. The time limit stays the original one. */
  serialize(): string;
}
