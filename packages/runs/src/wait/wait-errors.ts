import { isSynclineError, SynclineError } from '@syncline/core/errors';
import type { SourceRun } from '../reading/run-parser.ts';
import type { WaitTally } from './wait-state.ts';

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
