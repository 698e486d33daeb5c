import { isSynclineError, SynclineError } from '@syncline/core/errors';

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
