import { isSynclineError, SynclineError } from '@syncline/core/errors';

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
