/**
 * True, false, or undefined for "cannot be known". Rules combine conditions with these functions, so that a job never
 * passes because a field is missing.
 */
export type Known = boolean | undefined;

/** False if any part is false; otherwise true only if every part is known to be true. */
export function allOf(...parts: readonly Known[]): Known {
  return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
}

/** True if any part is true; otherwise false only if every part is known to be false. */
export function anyOf(...parts: readonly Known[]): Known {
  return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
}

/** The opposite of a condition; undefined stays undefined. */
export function not(part: Known): Known {
  return part === undefined ? undefined : !part;
}

/** The finding of a rule about a job. */
export interface FindingVerdict {
  readonly result: 'finding';
  /** What is wrong, in one sentence. It must not contain secrets: code and option strings are never shown */
  readonly message: string;
  /** The field that the finding is about. @default the first field of the rule */
  readonly field?: string | undefined;
  /** The line inside the field, from 1, for fields that hold code */
  readonly line?: number | undefined;
}

/**
 * The result of a rule for one job: it passes, there is a finding, or the rule could not be checked, with the reason.
 */
export type Verdict =
  | { readonly result: 'pass' }
  | FindingVerdict
  | { readonly result: 'not checked'; readonly because: string };

/** The job passes the rule. */
export const pass: Verdict = { result: 'pass' };

/** The rule has a finding about the job. */
export function finding(
  message: string,
  position: { readonly field?: string; readonly line?: number } = {},
): FindingVerdict {
  return { result: 'finding', message, ...position };
}

/**
 * The rule could not be checked.
 *
 * @param because - the rest of the sentence "not checked because …"; empty if fields of the rule are not known, which
 *   the report then names
 */
export function notChecked(because = ''): Verdict {
  return { result: 'not checked', because };
}

/** A finding if the condition is true, a pass if it is false, and not checked if it cannot be known. */
export function findingIf(condition: Known, message: string | (() => string), because = ''): Verdict {
  if (condition === undefined) return notChecked(because);
  if (!condition) return pass;
  return finding(typeof message === 'string' ? message : message());
}
