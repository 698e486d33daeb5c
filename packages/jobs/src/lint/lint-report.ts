import type { LintRule, Severity } from '../rule/lint-rule.ts';

/** The job that a result is about. */
export interface ReportedJob {
  /** The name of the job, exactly as it was read */
  readonly name: string;
  readonly id?: string | undefined;
  /** The name of its workspace, if it is known */
  readonly workspace?: string | undefined;
}

/** A finding of a rule in a job. */
export interface Finding {
  /** The id of the rule */
  readonly rule: string;
  readonly severity: Severity;
  readonly job: ReportedJob;
  /** What is wrong */
  readonly message: string;
  /** How to fix it */
  readonly fix: string;
  /** The field that the finding is about */
  readonly field: string;
  /** The line inside the field, from 1, for fields that hold code */
  readonly line?: number | undefined;
  /** The fields that the rule reads */
  readonly fields: readonly string[];
  /**
   * The values of the fields that the rule reads, if the job has them: shortened, without invisible characters, and
   * without anything that looks like a credential. Code and option strings are never shown.
   */
  readonly values: Readonly<Record<string, string>>;
}

/** A rule that could not be checked for a job. The job did not pass it. */
export interface NotChecked {
  /** The id of the rule */
  readonly rule: string;
  readonly job: ReportedJob;
  /** The reason, as the rest of the sentence "not checked because …" */
  readonly because: string;
}

/** A job whose definition could not be read, so that no rule was checked. */
export interface UnreadJob {
  readonly job: ReportedJob;
  readonly because: string;
}

/** A rule with its configured severity. */
export interface AppliedRule extends Omit<LintRule, 'check' | 'example'> {
  /** The severity of its findings */
  readonly severity: Severity;
}

/** The number of results of each kind. There is one result for each rule and each job that was read. */
export interface LintCounts {
  readonly jobs: number;
  readonly rules: number;
  readonly passed: number;
  /** Pairs of a rule and a job with at least one finding */
  readonly found: number;
  readonly notChecked: number;
  readonly unread: number;
  /** Findings by severity */
  readonly findings: Readonly<Record<Severity, number>>;
}

/** The result of the linter. The order of everything in it does not depend on the order of the jobs. */
export interface LintReport {
  readonly findings: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
  readonly unread: readonly UnreadJob[];
  /** The jobs that were read */
  readonly jobs: readonly ReportedJob[];
  /** The rules that were applied */
  readonly rules: readonly AppliedRule[];
  readonly counts: LintCounts;
}
