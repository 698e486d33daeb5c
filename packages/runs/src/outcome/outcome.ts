/**
 * The outcome of a run. `unknown` means that the vocabulary does not define the status; it is never a success.
 * `running` means that the run has not ended.
 */
export type Outcome = 'succeeded' | 'warned' | 'partial' | 'failed' | 'cancelled' | 'running' | 'unknown';

/** Every outcome, from best to worst. If two fields contradict each other, the later one in this list counts. */
export const outcomes = [
  'succeeded',
  'running',
  'warned',
  'unknown',
  'partial',
  'cancelled',
  'failed',
] as const satisfies readonly Outcome[];

/** Why a run has its outcome: the field that decides it, its value, and the rule that it matched. */
export interface Reason {
  /** The name of the field, such as `status` */
  readonly field: string;
  /** The value of the field, at most 200 characters without control characters; empty if the record does not have it */
  readonly value: string;
  /**
   * The outcome whose words or patterns match; `error` for a field that contains an error; `tasks` for "N of M tasks
   * failed"; `unknown` if nothing matches
   */
  readonly rule: Outcome | 'error' | 'tasks';
}

/** An outcome with its reasons. The reasons for the outcome come first, then those that disagree. */
export interface Classification {
  readonly outcome: Outcome;
  /** If the record has none of the fields, the only reason names the missing field, with an empty value. */
  readonly because: readonly Reason[];
}

/** Returns the worse of two outcomes. */
export function worseOutcome(left: Outcome, right: Outcome): Outcome {
  return outcomes.indexOf(left) >= outcomes.indexOf(right) ? left : right;
}

/**
 * Whether the run has ended. An `unknown` outcome is not an end: a word that the vocabulary does not define, such as
 * PAUSED, must not hide what follows it. A wait ends at it nevertheless.
 */
export function isEnded(outcome: Outcome): boolean {
  return outcome !== 'running' && outcome !== 'unknown';
}
