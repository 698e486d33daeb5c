import { cleanText } from '@syncline/core/internal';
import type { Finding, LintReport } from '@syncline/jobs';
import { isIdle, needsAttention, type ReportFailures, type ReportChanges, type ReportJob } from './report.ts';
import type { EarlierReport } from './earlier-report.ts';

/**
 * Compares a report with an earlier one. A job whose last run is the same counts neither as newly broken nor as
 * recovered. Only what was looked at again can be better: a job of which no run is known anymore has not recovered, and
 * the findings of a job whose definition could not be read are not fixed.
 */
export function compareReports(
  before: EarlierReport,
  now: {
    readonly jobs: readonly ReportJob[];
    readonly failures: readonly ReportFailures[];
    readonly lint: LintReport | undefined;
    readonly isComplete: boolean;
  },
): ReportChanges {
  const known = new Map(before.jobs.map((job) => [job.name, job]));
  const names = new Set(now.jobs.map(({ name }) => name));
  const earlier = new Set(before.failures.map(({ id }) => id));
  const current = new Set(now.failures.map(({ id }) => id));
  const findings = before.findings === undefined ? undefined : new Set(before.findings);
  const found = new Set(now.lint?.findings.map(findingId));
  const checked = new Set(now.lint?.jobs.map((job) => placeOf(job)));
  const unchecked = new Set(now.lint?.notChecked.map(({ rule, job }) => `${rule}\n${placeOf(job)}`));
  const isFixed = (id: string): boolean => {
    const [rule, workspace, name] = id.split('\n');
    const place = `${workspace}\n${name}`;
    return !found.has(id) && checked.has(place) && !unchecked.has(`${rule}\n${place}`);
  };
  const hasEndedRuns = now.isComplete && now.jobs.some(({ hasEnded }) => hasEnded);
  const isWorse = (job: ReportJob): boolean => {
    const then = known.get(job.name);
    return needsAttention(job) && (then === undefined || !needsAttention(then));
  };
  const isBetter = (job: ReportJob): boolean => {
    const then = known.get(job.name);
    return then !== undefined && needsAttention(then) && !needsAttention(job) && !isIdle(job) && now.isComplete;
  };
  return {
    since: before.at,
    broke: now.jobs.filter(isWorse).map(({ name }) => name),
    recovered: now.jobs.filter(isBetter).map(({ name }) => name),
    added: now.jobs.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    removed: before.jobs.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    newFailures: now.failures.filter(({ id }) => !earlier.has(id)),
    goneFailures: before.failures
      .filter(({ id }) => hasEndedRuns && !current.has(id))
      .map(({ message }) => cleanText(message, 500)),
    newFindings:
      findings === undefined ? [] : (now.lint?.findings.filter((finding) => !findings.has(findingId(finding))) ?? []),
    fixedFindings: [...(findings ?? [])].filter(isFixed).length,
  };
}

/** The key that identifies a finding in a report. */
export function findingId({ rule, job, field }: Pick<Finding, 'rule' | 'job' | 'field'>): string {
  return [rule, placeOf(job), field].join('\n');
}

function placeOf({ workspace = '', name }: Finding['job']): string {
  return `${workspace}\n${name}`;
}
