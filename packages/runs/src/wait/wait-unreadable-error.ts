import { isSynclineError } from '@syncline/core/errors';
import { WaitError } from './wait-error.ts';

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
