import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * The engine of a store failed: the database cannot be reached, a time limit passed, or the disk is full. A change is
 * written whole or not at all, so the same call can be made again.
 */
export class StoreError extends SynclineError {
  override readonly name = 'StoreError';
  readonly code = 'STORE_FAILED';
  /** What the engine calls the failure, such as `57P01` of PostgreSQL, `SQLITE_FULL` or `ECONNREFUSED`. */
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
