import { cleanText } from '@syncline/core/internal';
import type { Finding } from '@syncline/jobs';
import { needsAttention, type ReportFailures, type ReportChanges, type ReportJob } from './report.ts';
import type { EarlierReport } from './earlier-report.ts';

/**
 * Compares a report with an earlier one. A job whose last run is the same counts neither as newly broken nor as
 * recovered.
 */
export function compareReports(
  before: EarlierReport,
  now: {
    readonly jobs: readonly ReportJob[];
    readonly failures: readonly ReportFailures[];
    readonly findings: readonly Finding[] | undefined;
  },
): ReportChanges {
  const known = new Map(before.jobs.map((job) => [job.name, job]));
  const names = new Set(now.jobs.map(({ name }) => name));
  const earlier = new Set(before.failures.map(({ id }) => id));
  const current = new Set(now.failures.map(({ id }) => id));
  const findings = before.findings === undefined ? undefined : new Set(before.findings);
  const found = new Set(now.findings?.map(findingId));
  const isWorse = (job: ReportJob): boolean => {
    const then = known.get(job.name);
    return needsAttention(job) && (then === undefined || !needsAttention(then));
  };
  const isBetter = (job: ReportJob): boolean => {
    const then = known.get(job.name);
    return then !== undefined && needsAttention(then) && !needsAttention(job);
  };
  return {
    since: before.at,
    broke: now.jobs.filter(isWorse).map(({ name }) => name),
    recovered: now.jobs.filter(isBetter).map(({ name }) => name),
    added: now.jobs.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    removed: before.jobs.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    newFailures: now.failures.filter(({ id }) => !earlier.has(id)),
    goneFailures: before.failures.filter(({ id }) => !current.has(id)).map(({ message }) => cleanText(message, 500)),
    newFindings:
      findings === undefined ? [] : (now.findings?.filter((finding) => !findings.has(findingId(finding))) ?? []),
    fixedFindings:
      findings === undefined || now.findings === undefined ? 0 : [...findings].filter((id) => !found.has(id)).length,
  };
}

/** The key that identifies a finding in a report. */
export function findingId({ rule, job, field }: Pick<Finding, 'rule' | 'job' | 'field'>): string {
  return [rule, job.workspace ?? '', job.name, field].join('\n');
}
