import { isSynclineError, SynclineError } from '@syncline/core/errors';

/**
 * A store of runs failed, or did not answer in time: the database cannot be reached, or the disk is full. A change is
 * written whole or not at all, so nothing is lost: what was not written, the next poll finds again. `cause` is a copy of
 * what the store threw, without anything that could be a secret.
 */
export class StoreError extends SynclineError {
  override readonly name = 'StoreError';
  readonly code = 'STORE_FAILED';
  /** What the engine calls the failure, such as `57P01` of PostgreSQL, `SQLITE_FULL`, `ECONNREFUSED` or `TIMEOUT` */
  readonly reason: string | undefined;

  constructor(message: string, { reason, ...options }: ErrorOptions & { readonly reason?: string | undefined } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Whether a value is a `StoreError`, from any copy of the package. */
export function isStoreError(value: unknown): value is StoreError {
  return isSynclineError(value) && value.code === 'STORE_FAILED';
}
