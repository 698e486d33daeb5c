import type { WorkspaceMember } from '@syncline/openapi';
import type { JobDefinition } from '../job/job-definition.ts';
import type { JobView } from './job-view.ts';
import type { LintContext } from './lint-context.ts';
import type { LintSettings } from './lint-settings.ts';
import type { Verdict } from './verdict.ts';

/** How serious a finding is. */
export type Severity = 'info' | 'warn' | 'error';

/** The severities, the most serious first. */
export const severities: readonly Severity[] = ['error', 'warn', 'info'];

/** A job that shows what a rule does, with the other information that the rule needs. */
export interface RuleExample {
  /** The job, with all its fields: absent ones have their default. `JobName` may be left out */
  readonly job: JobDefinition;
  /** Whether the job has all its fields. @default true */
  readonly whole?: boolean | undefined;
  /** Other jobs of the same workspace */
  readonly others?: readonly JobDefinition[] | undefined;
  /** The connections of the workspace. @default not known */
  readonly connections?: readonly WorkspaceMember[] | undefined;
  /** The error that the workspace shows for the job. @default not known */
  readonly error?: string | undefined;
  /** How many jobs of the inventory could not be read. @default 0 */
  readonly unread?: number | undefined;
  /** Settings of the linter */
  readonly settings?: LintSettings | undefined;
}

/** A rule of the linter: what it looks for, why, and how to fix it. */
export interface LintRule {
  /** A stable name in kebab case, which the configuration uses */
  readonly id: string;
  /** What it finds, as a phrase */
  readonly title: string;
  /** How serious a finding is, unless the configuration says otherwise */
  readonly severity: Severity;
  /** Whether the rule is off unless the configuration sets its severity. @default false */
  readonly offByDefault?: boolean | undefined;
  /** Why a finding matters */
  readonly why: string;
  /** How the rule interprets what the specification leaves open, and what the rule infers */
  readonly reading: string;
  /** How to fix a finding */
  readonly fix: string;
  /** The fields that the rule reads. A finding shows their values */
  readonly fields: readonly string[];
  /** A job with a finding, and a job without one */
  readonly example?: { readonly finding: RuleExample; readonly pass: RuleExample } | undefined;
  /**
   * Checks one job. It returns a verdict, or several findings. It must not keep state between jobs, so that the order
   * of the jobs does not matter; use `context.groupsBy` and `context.once` for checks over several jobs.
   */
  check(job: JobView, context: LintContext): Verdict | readonly Verdict[];
}
