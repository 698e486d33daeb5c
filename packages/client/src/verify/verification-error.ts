import { isSynclineError, SynclineError } from '@syncline/core/internal';

/**
 * A read with `verify` received a wrong record: it does not match the filter that was sent (`filter`), or it is not in
 * the requested order (`order`). The service ignores or misreads the query.
 */
export class VerificationError extends SynclineError {
  override readonly name = 'VerificationError';
  readonly code = 'VERIFICATION_FAILED';
  readonly reason: 'filter' | 'order';
  /** The collection: `history` or `connectors` */
  readonly collection: string;
  /** Which record it is, from 1. Its values are not shown. */
  readonly position: number;

  constructor(collection: string, reason: 'filter' | 'order', position: number) {
    super(
      reason === 'filter'
        ? `${collection}: record ${position} does not match the filter that was sent, so the service ignores or misreads ` +
            '$filter. Read without a filter, and select the records with createEvaluator of @syncline/odata.'
        : `${collection}: record ${position} is not in the order that was requested, so the service ignores or misreads ` +
            '$orderby. Read without orderBy, and sort the records with compareBy of @syncline/odata.',
    );
    this.collection = collection;
    this.reason = reason;
    this.position = position;
  }
}

/** Whether a value is a {@link VerificationError}, from any copy of the package. */
export function isVerificationError(error: unknown): error is VerificationError {
  return isSynclineError(error) && error.code === 'VERIFICATION_FAILED';
}
