/** What the exit status of every command means. */
export const EXIT = {
  /** The command did its work, and the result is good. */
  ok: 0,
  /** The command did its work, and the answer is no: files differ, a change breaks, a release is not covered. */
  no: 1,
  /** The input cannot be used. Nothing was written. */
  unusable: 2,
  /** The command did its work, but the answer is unknown. */
  unknown: 3,
  /** Ctrl-C or SIGTERM ended the command. */
  interrupted: 130,
} as const;

/** The input cannot be used. The command line prints the message and exits with 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'INPUT_UNUSABLE';
}
