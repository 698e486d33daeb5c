import type { Clock, Duration } from '@syncline/core/internal';
import { isSynclineError, SynclineError } from '@syncline/core/errors';
import type { Classify } from '../outcome/define-outcomes.ts';
import type { Classification, Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../reading/run-parser.ts';
import type { CronOptions } from '../schedule/cron-dialect.ts';
import type { RunSource } from '../reading/run-source.ts';
import type { WaitTally } from './wait-state.ts';

/** The options that a wait needs in every process. */
export interface WaitContext<Item = unknown> {
  /** The source of the runs: `historySource` or `statusSource` */
  readonly source: RunSource<Item>;
  /** The vocabulary, created by `defineOutcomes` */
  readonly classify: Classify<never>;
  readonly signal?: AbortSignal | undefined;
  /** The maximum number of requests per minute, from 1 to 600. @default 12 */
  readonly requestsPerMinute?: number | undefined;
  /** Called with the result of each poll. Errors that it throws are ignored. */
  readonly onPoll?: ((poll: WaitPoll<Item>) => unknown) | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** Returns a number in [0, 1) for random pauses. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** The result of one poll. */
export interface WaitPoll<Item = unknown> {
  /** The run of the wait; undefined if it does not exist yet */
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
   * finished is not mistaken for it. It is compared with the starts that the service reports: if the clock of the service
   * is ahead, a run that started before it can be taken for the new one. Either `after` or `run` is required.
   */
  readonly after?: string | number | Date | undefined;
  /** The key of one run. */
  readonly run?: string | undefined;
  /**
   * The maximum time to wait, such as `2h`. Required, because no default is right for every job. A source that does not
   * respond is abandoned when the time is over. One last poll follows, which may take another 30 seconds.
   */
  readonly timeout: Duration;
  /**
   * Whether the first run that fails ends the wait. With `false`, the wait continues until a later run of the job
   * succeeds, such as an automatic retry, or until the time limit.
   *
   * @default true
   */
  readonly failFast?: boolean | undefined;
  /** Whether a run that ended with a warning is a success. @default false */
  readonly acceptWarned?: boolean | undefined;
  /** How long runs of the job usually take. @default the median of the runs of the week before, if they have an end */
  readonly expectedRuntime?: Duration | undefined;
  /** The job's schedule. Until its next tick, the service is polled only once a minute. */
  readonly cron?: (CronOptions & { readonly expression: string }) | undefined;
}

/** The result of a wait. */
export interface RunResult<Item = unknown> extends Classification {
  /** Whether the run succeeded; a run that ended with a warning only with `acceptWarned` */
  readonly ok: boolean;
  readonly run: SourceRun<Item>;
  readonly tally: WaitTally;
}

/** A wait that can be serialized and continued in another process. */
export interface Wait<Item = unknown> {
  /**
   * Polls until the run has ended. Later calls return the same promise.
   *
   * @throws WaitTimeoutError at the time limit, after one last poll; WaitUnreadableError if the service refuses three
   *   times in a row; WaitAbortedError if the signal is aborted; SourceError if your own source throws; ConfigError if
   *   one of your functions returns a wrong value
   */
  result(): Promise<RunResult<Item>>;
  /** The wait as a text without secrets, for `restoreWait` in another process. The original time limit applies. */
  serialize(): string;
}

/** The base class of the errors that end a wait, with what the wait has seen. */
export abstract class WaitError extends SynclineError {
  /** The last run that was seen; undefined if there was none */
  readonly last: SourceRun | undefined;
  /** What the wait has seen */
  readonly tally: WaitTally;

  constructor(message: string, last: SourceRun | undefined, tally: WaitTally, options?: ErrorOptions) {
    super(message, options);
    this.last = last;
    this.tally = tally;
  }
}

/** Your signal ended a wait. The run continues. */
export class WaitAbortedError extends WaitError {
  override readonly name = 'WaitAbortedError';
  readonly code = 'WAIT_ABORTED';
}

/** Whether a value is a `WaitAbortedError`, from any copy of the package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isSynclineError(value) && value.code === 'WAIT_ABORTED';
}

/** The time limit of a wait passed before the run ended. The run may continue. */
export class WaitTimeoutError extends WaitError {
  override readonly name = 'WaitTimeoutError';
  readonly code = 'WAIT_TIMEOUT';
}

/** Whether a value is a `WaitTimeoutError`, from any copy of the package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isSynclineError(value) && value.code === 'WAIT_TIMEOUT';
}

/**
 * A wait could not find out how the run ended, because the service keeps refusing its requests. `cause` is the last
 * error.
 */
export class WaitUnreadableError extends WaitError {
  override readonly name = 'WaitUnreadableError';
  readonly code = 'WAIT_UNREADABLE';
}

/** Whether a value is a `WaitUnreadableError`, from any copy of the package. */
export function isWaitUnreadableError(value: unknown): value is WaitUnreadableError {
  return isSynclineError(value) && value.code === 'WAIT_UNREADABLE';
}
