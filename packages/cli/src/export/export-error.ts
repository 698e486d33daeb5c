import { SynclineError } from '@syncline/core/internal';

/**
 * Thrown when an export cannot be written, for example because the disk is full, or because the record of a run in the
 * store is damaged. The part that is already written is kept, and the export can be continued.
 */
export class ExportError extends SynclineError {
  override readonly name = 'ExportError';
  readonly code = 'EXPORT_FAILED';
  /** The system's code for the failure, such as `ENOSPC`, or `DAMAGED` for a record of the store */
  readonly reason: string;

  constructor(message: string, reason: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
