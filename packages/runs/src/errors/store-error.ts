import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * A store of runs failed, or did not answer in time. Nothing is lost: what it did not write, the next poll finds again.
 * `cause` is a copy of what the store threw, without anything that could be a secret.
 */
export class StoreError extends SynclineError {
  override readonly name = 'StoreError';
  readonly code = 'STORE_FAILED';
}

/** Whether a value is a `StoreError`, from any copy of the package. */
export function isStoreError(value: unknown): value is StoreError {
  return isSynclineError(value) && value.code === 'STORE_FAILED';
}
