import { isSynclineError, SynclineError } from '@syncline/core/internal';

/**
 * Why a recording failed. `secret`: a canary or a secret was about to be written. `callback`: `redact` or a
 * credential's `scrub` failed. `file`: the file cannot be written or read, or something else changed it.
 */
export type RecordingFailure = 'secret' | 'callback' | 'file';

/** A recording failed. Its file was removed. The calls of the clients were not affected. */
export class RecordingError extends SynclineError {
  override readonly name = 'RecordingError';
  readonly code = 'RECORDING_FAILED';
  readonly reason: RecordingFailure;
  /** The file that was removed */
  readonly file: string;

  constructor(file: string, reason: RecordingFailure, what: string, options?: ErrorOptions) {
    super(`${what} The recording stopped, and ${file} was removed.`, options);
    this.reason = reason;
    this.file = file;
  }
}

/** Whether a value is a {@link RecordingError}, from any copy of the package. */
export function isRecordingError(error: unknown): error is RecordingError {
  return isSynclineError(error) && error.code === 'RECORDING_FAILED';
}
