import { ConfigError, isSynclineError, type OptionNames, ownOptions, SynclineError } from '@syncline/core/internal';

/** Options of {@link createRecorder}. */
export interface RecorderOptions {
  /** The HAR file. It is created, or emptied, immediately. Only its owner can read it */
  readonly file: string;
  /**
   * Texts that must never be in the file, such as a password that your tests send. The recording fails if one of them,
   * in any spelling, would be written. At least 6 characters each.
   *
   * @default none; the secrets that credentials put into requests are always checked
   */
  readonly canaries?: readonly string[] | undefined;
  /** More headers that carry no secret. The values of all others are not recorded */
  readonly headers?: readonly string[] | undefined;
  /**
   * More query parameters that carry no secret. The values of all others are not recorded, except those of the
   * parameters that the service adds to its next links
   */
  readonly parameters?: readonly string[] | undefined;
  /** Changes a body before it is written, to remove confidential data from your records. It returns the new body */
  readonly redact?: ((body: string, message: RecordedMessage) => string) | undefined;
  /** The largest body that is recorded, in decoded bytes, from 1. @default 33554432 (32 MiB) */
  readonly maxBodyBytes?: number | undefined;
}

/** Which body `redact` receives. */
export interface RecordedMessage {
  readonly side: 'request' | 'response';
  readonly method: string;
  /** The path of the request, without a query string */
  readonly path: string;
}

/** The options, checked and with their defaults. */
type RecorderSettings = { [Name in keyof RecorderOptions]-?: Exclude<RecorderOptions[Name], undefined> };

const optionNames: OptionNames<RecorderOptions> = {
  file: 1,
  canaries: 1,
  headers: 1,
  parameters: 1,
  redact: 1,
  maxBodyBytes: 1,
};

/** @throws {ConfigError} naming the first option that cannot be used. No message repeats a canary. */
export function checkRecorderOptions(options: RecorderOptions): RecorderSettings {
  const checked = ownOptions(options ?? (null as never), optionNames);
  const { file, canaries = [], headers = [], parameters = [], redact, maxBodyBytes = 32 * 1024 * 1024 } = checked;
  if (typeof file !== 'string' || file === '') throw new ConfigError('file', 'must be the path of a file');
  for (const [name, list] of Object.entries({ canaries, headers, parameters }))
    if (!Array.isArray(list) || !list.every((text) => typeof text === 'string' && text !== ''))
      throw new ConfigError(name, 'must be an array of texts that are not empty');
  if (!canaries.every((canary) => canary.length >= 6))
    throw new ConfigError('canaries', 'must have at least 6 characters each; shorter ones are found everywhere');
  if (redact !== undefined && typeof redact !== 'function') throw new ConfigError('redact', 'must be a function');
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1)
    throw new ConfigError('maxBodyBytes', 'must be a whole number of bytes, 1 or more');
  return { file, canaries, headers, parameters, redact: redact ?? ((body) => body), maxBodyBytes };
}

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
