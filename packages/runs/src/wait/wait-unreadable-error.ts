import { isSynclineError, SynclineError } from '@syncline/core/errors';
import type { SourceRun } from '../run/accessors.ts';
import type { WaitTally } from './tally.ts';

/** A wait could not tell what became of the run, because the service keeps refusing to answer. `cause` is the last error. */
export class WaitUnreadableError extends SynclineError {
  override readonly name = 'WaitUnreadableError';
  readonly code = 'WAIT_UNREADABLE';
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

/** Whether a value is a `WaitUnreadableError`, from any copy of the package. */
export function isWaitUnreadableError(value: unknown): value is WaitUnreadableError {
  return isSynclineError(value) && value.code === 'WAIT_UNREADABLE';
}
