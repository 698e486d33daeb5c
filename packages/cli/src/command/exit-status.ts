/** The meaning of the exit status of every command. */
export const exitStatus = {
  /** Success: the run succeeded, the data is fresh, nothing was found, nothing differs. */
  yes: 0,
  /** A problem was found: the run failed, the data is stale, there are findings, something differs. */
  no: 1,
  /** The input cannot be used: an argument, the configuration. Nothing was sent. */
  badInput: 2,
  /** The outcome is unknown: the service cannot be reached, a status word is unknown, or the time limit has passed. */
  unknown: 3,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const;
/** The exit status of a command: 0, 1, 2, 3 or 130. */
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Combines several statuses: `no` if one is `no`, otherwise `unknown` if one is `unknown`. */
export function worstStatus(statuses: Iterable<ExitStatus>): ExitStatus {
  const all = new Set(statuses);
  return all.has(exitStatus.no) ? exitStatus.no : all.has(exitStatus.unknown) ? exitStatus.unknown : exitStatus.yes;
}
