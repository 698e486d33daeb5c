/** What a wait has seen so far, to explain how it ended. */
export interface WaitTally {
  /** Number of polls */
  readonly polls: number;
  /** Polls that found the run */
  readonly found: number;
  /** Polls that succeeded and did not find it */
  readonly missing: number;
  /** Failed polls by the error's code; those with a status as `HTTP_ERROR 503` */
  readonly failures: Readonly<Record<string, number>>;
  /** Polls by the status word of the run that they found */
  readonly statuses: Readonly<Record<string, number>>;
}

export const emptyTally: WaitTally = { polls: 0, found: 0, missing: 0, failures: {}, statuses: {} };

/** Maximum number of words or codes that are counted separately. */
const mostNames = 20;

/** Counts a poll that found a run with this status, or none. */
export function countPoll(tally: WaitTally, status: string | undefined): WaitTally {
  const { polls, found, missing } = tally;
  if (status === undefined) return { ...tally, polls: polls + 1, missing: missing + 1 };
  return { ...tally, polls: polls + 1, found: found + 1, statuses: countName(tally.statuses, status || '(empty)') };
}

/** Counts a poll that failed. */
export function countFailure(tally: WaitTally, name: string): WaitTally {
  return { ...tally, polls: tally.polls + 1, failures: countName(tally.failures, name) };
}

function countName(counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  const short = name.replace(/\p{C}+/gu, ' ').slice(0, 80);
  const key = Object.hasOwn(counts, short) || Object.keys(counts).length < mostNames ? short : '(others)';
  // A status may be called "constructor", like a property that every object has.
  const before = Object.hasOwn(counts, key) ? counts[key] : 0;
  return { ...counts, [key]: (before ?? 0) + 1 };
}

/** Describes a tally in one line: `12 polls: 10 × RUNNING, 2 × HTTP_ERROR 503`. */
export function describeTally({ polls, missing, failures, statuses }: WaitTally): string {
  const parts = [...Object.entries(statuses), ...Object.entries(failures)].map(([name, count]) => `${count} × ${name}`);
  if (missing > 0) parts.push(`${missing} × no run`);
  return `${polls} ${polls === 1 ? 'poll' : 'polls'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}
