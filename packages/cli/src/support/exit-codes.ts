/** What the exit status of every command means. */
export const EXIT = {
  /** It was done, and there is nothing to say against the result. */
  ok: 0,
  /** It was done, and the answer is no: drift, a breaking change, a release that is not covered. */
  no: 1,
  /** It could not be done: bad input. Nothing was written. */
  unusable: 2,
} as const;

/** Input that cannot be used. The command line prints the message and ends with 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'INPUT_UNUSABLE';
}
