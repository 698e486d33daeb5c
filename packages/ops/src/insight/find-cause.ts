import { cleanText } from '@syncline/core/internal';
import { foldText, partPattern, wholePattern } from '../config/text-pattern.ts';

/** One entry of `causes` in `syncline.yaml`. */
export interface CauseRule {
  /** Where the cause is, in your own words, such as `source`, `network` or `credential` */
  readonly origin: string;
  /** What kind of cause it is, such as `timeout` */
  readonly type?: string | undefined;
  /**
   * The entry matches if the failure contains one of these texts, in upper or lower case; `*` matches any characters
   */
  readonly contains: readonly string[];
  /** Only for these jobs, by name; `*` matches any characters. @default all jobs */
  readonly jobs?: string | undefined;
  /** What to do about it */
  readonly advice?: string | undefined;
}

/** The fields that contain the texts of a failure. */
export type FailurePlace = 'error' | 'details' | 'status' | 'step';

/** The texts of a failure. */
export interface FailureTexts {
  readonly job: string;
  readonly texts: readonly { readonly in: FailurePlace; readonly text: string }[];
}

/** Why a run failed, according to the rules. */
export interface Cause {
  /** `unknown` if no rule matches */
  readonly origin: string;
  readonly type?: string | undefined;
  readonly advice?: string | undefined;
  /** The matching rule; absent if there is none */
  readonly because?:
    | {
        /** Its index in `causes`, from 0 */
        readonly rule: number;
        readonly contains: string;
        readonly in: FailurePlace;
      }
    | undefined;
}

/** How much of a text is searched, in characters. */
const longest = 4_000;

/**
 * Finds the cause of a failure: the first rule that matches applies. The time is linear in the length of the texts, of
 * which the first 4,000 characters are searched.
 *
 * @example
 * ```ts
 * import { findCause } from '@syncline/ops';
 *
 * const rules = [{ origin: 'network', type: 'timeout', contains: ['timed out', 'Zeitüberschreitung'] }];
 * findCause(rules, { job: 'Orders', texts: [{ in: 'error', text: 'The connection timed out.' }] }).origin; // "network"
 * ```
 */
export function findCause(rules: readonly CauseRule[], failure: FailureTexts): Cause {
  return createCauseFinder(rules)(failure);
}

/** The same for many failures. */
export function createCauseFinder(rules: readonly CauseRule[]): (failure: FailureTexts) => Cause {
  const prepared = rules.map(({ jobs, contains, ...cause }, rule) => ({
    fits: jobs === undefined ? () => true : wholePattern(jobs),
    patterns: contains.map((text) => ({ text, matches: partPattern(text) })),
    cause,
    rule,
  }));
  return ({ job, texts }) => {
    const bounded = texts.map((each) => ({ in: each.in, text: foldText(cleanText(each.text, longest)) }));
    for (const { fits, patterns, cause, rule } of prepared) {
      if (!fits(job)) continue;
      for (const { text: contains, matches } of patterns)
        for (const { in: place, text } of bounded)
          if (matches(text)) return { ...cause, because: { rule, contains, in: place } };
    }
    return { origin: 'unknown' };
  };
}
