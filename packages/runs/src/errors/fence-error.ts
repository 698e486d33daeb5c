import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * A poll was not written, because another process has written to the store in the meantime, or has taken over the
 * lease. No data is lost: the next poll continues from what the other process wrote.
 */
export class FenceError extends SynclineError {
  override readonly name = 'FenceError';
  readonly code = 'STORE_FENCED';
}

/** Whether a value is a `FenceError`, from any copy of the package. */
export function isFenceError(value: unknown): value is FenceError {
  return isSynclineError(value) && value.code === 'STORE_FENCED';
}
