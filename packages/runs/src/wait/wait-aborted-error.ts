import { isSynclineError, SynclineError } from '@syncline/core/errors';
import type { SourceRun } from '../run/accessors.ts';
import type { WaitTally } from './tally.ts';

/** Your signal ended a wait. The run goes on. */
export class WaitAbortedError extends SynclineError {
  override readonly name = 'WaitAbortedError';
  readonly code = 'WAIT_ABORTED';
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

/** Whether a value is a `WaitAbortedError`, from any copy of the package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isSynclineError(value) && value.code === 'WAIT_ABORTED';
}
