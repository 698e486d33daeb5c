import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * Saved state cannot be read: it is truncated, or belongs to another version or another environment. It is never
 * replaced by an empty state, because that would lose or repeat runs.
 */
export class StateError extends SynclineError {
  override readonly name = 'StateError';
  readonly code = 'STATE_UNREADABLE';
}

/** Whether a value is a `StateError`, from any copy of the package. */
export function isStateError(value: unknown): value is StateError {
  return isSynclineError(value) && value.code === 'STATE_UNREADABLE';
}
