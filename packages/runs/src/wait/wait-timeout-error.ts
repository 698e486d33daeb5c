import { isSynclineError, SynclineError } from '@syncline/core/errors';
import type { SourceRun } from '../run/accessors.ts';
import type { WaitTally } from './tally.ts';

/** The time limit of a wait passed before the run ended. It says nothing about the run, which may go on. */
export class WaitTimeoutError extends SynclineError {
  override readonly name = 'WaitTimeoutError';
  readonly code = 'WAIT_TIMEOUT';
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

/** Whether a value is a `WaitTimeoutError`, from any copy of the package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isSynclineError(value) && value.code === 'WAIT_TIMEOUT';
}
