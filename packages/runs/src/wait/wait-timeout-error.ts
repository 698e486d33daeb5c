import { isSynclineError } from '@syncline/core/errors';
import { WaitError } from './wait-error.ts';

/** The time limit of a wait passed before the run ended. The run may continue. */
export class WaitTimeoutError extends WaitError {
  override readonly name = 'WaitTimeoutError';
  readonly code = 'WAIT_TIMEOUT';
}

/** Whether a value is a `WaitTimeoutError`, from any copy of the package. */
export function isWaitTimeoutError(value: unknown): value is WaitTimeoutError {
  return isSynclineError(value) && value.code === 'WAIT_TIMEOUT';
}
