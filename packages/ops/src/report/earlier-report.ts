import { type Static, Type } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { readProblem, readText } from '@syncline/core/files';
import { cleanText, ConfigError } from '@syncline/core/internal';
import { isIdle, needsAttention, type ReportChanges, type ReportFailures, type ReportJob, results } from './report.ts';
import type { Finding, LintReport } from '@syncline/jobs';

/** The data of a report for the comparison with the next one. It is in the page as JSON. */
const earlierReport = Type.Object({
  version: Type.Literal(1),
  environment: Type.String(),
  at: Type.Number(),
  jobs: Type.Array(Type.Object({ name: Type.String(), result: Type.Union(results.map((each) => Type.Literal(each))) })),
  failures: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
  findings: Type.Optional(Type.Array(Type.String())),
});

/** The data of an earlier report. */
export type EarlierReport = Static<typeof earlierReport>;

const block = /<script type="application\/json" id="data">([^<]*)<\/script>/;

/**
 * Reads the data of an earlier report from its file.
 *
 * @param option - the option that names the file
 * @throws {ConfigError} when the file cannot be read, is not a report, or is one of another environment
 */
export async function readEarlierReport(file: string, environment: string, option: string): Promise<EarlierReport> {
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    throw new ConfigError(option, `names ${file}, which ${readProblem(error)}`);
  }
  const earlier = parseReport(text);
  if (earlier === undefined)
    throw new ConfigError(option, `names ${file}, which is not a page that \`syncline report\` wrote`);
  if (earlier.environment !== environment)
    throw new ConfigError(
      option,
      `names ${file}, a report of the environment ${JSON.stringify(earlier.environment)} and not of ${JSON.stringify(environment)}`,
    );
  return earlier;
}

/** Parses the data in the page of a report; undefined if the text is not such a page. */
export function parseReport(text: string): EarlierReport | undefined {
  try {
    const data: unknown = JSON.parse(block.exec(text)?.[1] ?? '');
    return Check(earlierReport, data) ? data : undefined;
  } catch {
    return undefined;
  }
}

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
    const key = `${workspace}\n${name}`;
    return !found.has(id) && checked.has(key) && !unchecked.has(`${rule}\n${key}`);
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
