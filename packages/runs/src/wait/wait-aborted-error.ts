import { isSynclineError } from '@syncline/core/errors';
import { WaitError } from './wait-error.ts';

/** Your signal ended a wait. The run continues. */
export class WaitAbortedError extends WaitError {
  override readonly name = 'WaitAbortedError';
  readonly code = 'WAIT_ABORTED';
}

/** Whether a value is a `WaitAbortedError`, from any copy of the package. */
export function isWaitAbortedError(value: unknown): value is WaitAbortedError {
  return isSynclineError(value) && value.code === 'WAIT_ABORTED';
}
