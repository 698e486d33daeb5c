import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * The service does not return all runs of a period, and there is no way to request the others. The tracker does not
 * continue as if it had seen them.
 */
export class IncompleteHistoryError extends SynclineError {
  override readonly name = 'IncompleteHistoryError';
  readonly code = 'HISTORY_INCOMPLETE';
}

/** Whether a value is an `IncompleteHistoryError`, from any copy of the package. */
export function isIncompleteHistoryError(value: unknown): value is IncompleteHistoryError {
  return isSynclineError(value) && value.code === 'HISTORY_INCOMPLETE';
}
