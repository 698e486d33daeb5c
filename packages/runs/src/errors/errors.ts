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

/**
 * Your own source failed: its `read` threw something that is not a Syncline error, or did not settle in time. The
 * thrown value is not shown, because it may contain a secret that only the source knows.
 */
export class SourceError extends SynclineError {
  override readonly name = 'SourceError';
  readonly code = 'SOURCE_FAILED';
  /** `TIMEOUT`, or the code or the class of what the source threw, such as `ECONNREFUSED` or `TypeError` */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a value is a {@link SourceError}, from any copy of the package. */
export function isSourceError(value: unknown): value is SourceError {
  return isSynclineError(value) && value.code === 'SOURCE_FAILED';
}

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

/**
 * The database of a store failed: it cannot be reached, a time limit passed, or the disk is full. A change is written
 * completely or not at all, so you can make the same call again.
 */
export class StoreError extends SynclineError {
  override readonly name = 'StoreError';
  readonly code = 'STORE_FAILED';
  /** The database's code for the failure, such as `57P01` of PostgreSQL, `SQLITE_FULL` or `ECONNREFUSED`. */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a value is a {@link StoreError}, from any copy of the package. */
export function isStoreError(value: unknown): value is StoreError {
  return isSynclineError(value) && value.code === 'STORE_FAILED';
}
