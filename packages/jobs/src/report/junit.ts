import {
  checkBoolean,
  checkChoice,
  checkLists,
  cleanLines,
  cleanText,
  ConfigError,
  groupBy,
  ownOptions,
} from '@syncline/core/internal';
import type { Finding, LintReport, ReportedJob } from '../lint/lint-report.ts';
import { type Severity, severities } from '../rule/lint-rule.ts';

/** Why a test case did not pass. */
export interface JUnitResult {
  /** `failure`: the answer is no. `error`: the answer is not known. `skipped`: it was not checked */
  readonly kind: 'failure' | 'error' | 'skipped';
  /** One line */
  readonly message: string;
  /** The kind of failure, such as a severity */
  readonly type?: string | undefined;
  /** The message with details, on several lines */
  readonly text?: string | undefined;
}

/** A test case. It passes unless it has a result. */
export interface JUnitCase {
  /** What was tested, such as a job */
  readonly name: string;
  readonly result?: JUnitResult | undefined;
  /** What to tell about a case that passes, on several lines */
  readonly output?: string | undefined;
}

/** Test cases about one question, such as a rule. */
export interface JUnitSuite {
  readonly name: string;
  readonly cases: readonly JUnitCase[];
}

/** Options of {@link toJUnit}. */
export interface JUnitOptions {
  /** The lowest severity that fails a test case. Findings with a lower severity become its output. @default 'error' */
  readonly failOn?: Severity | undefined;
  /**
   * Whether jobs that pass a rule are listed. A large service has hundreds of thousands of them.
   *
   * @default true
   */
  readonly passed?: boolean | undefined;
}

/**
 * Prints JUnit XML, which CI services show, for results of any kind. `toJUnit` uses it for the findings of the linter.
 * Characters that are invisible or that XML does not allow are replaced. Names are cut at 250 characters, and messages
 * at 1,000.
 *
 * @param name - the name of the whole report, such as `syncline freshness`
 * @throws {ConfigError} when the suites are not a list
 * @example
 * ```ts
 * import { printJUnit } from '@syncline/jobs';
 *
 * const result = { kind: 'failure', message: 'The last run started 9h ago.' } as const;
 * printJUnit('my checks', [{ name: 'freshness', cases: [{ name: 'Nightly', result }, { name: 'Hourly' }] }]);
 * ```
 */
export function printJUnit(name: string, suites: readonly JUnitSuite[]): string {
  if (!Array.isArray(suites as unknown)) throw new ConfigError('suites', 'must be a list');
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? escapeXml(cleanText(text, 250));
    names.set(text, known);
    return known;
  };
  const totals = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  const printed = suites.map(({ name: suite, cases }) => {
    const counts = { tests: cases.length, failures: 0, errors: 0, skipped: 0 };
    const lines = cases.map(({ name, result, output }) => {
      if (result !== undefined) counts[countOf[result.kind]] += 1;
      const start = `    <testcase classname="${nameOf(suite)}" name="${nameOf(name)}"`;
      const content = result === undefined ? printOutput(output) : printResult(result);
      return content === '' ? `${start}/>` : `${start}>${content}</testcase>`;
    });
    for (const key of countNames) totals[key] += counts[key];
    const numbers = countNames.map((key) => ` ${key}="${counts[key]}"`).join('');
    return [`  <testsuite name="${nameOf(suite)}"${numbers}>`, ...lines, '  </testsuite>'].join('\n');
  });
  // Jenkins' schema counts skipped cases only in suites.
  const head = `tests="${totals.tests}" failures="${totals.failures}" errors="${totals.errors}"`;
  const lines = printed.map((suite) => `${suite}\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${nameOf(name)}" ${head}>\n${lines}</testsuites>\n`;
}

const countNames = ['tests', 'failures', 'errors', 'skipped'] as const;
const countOf = { failure: 'failures', error: 'errors', skipped: 'skipped' } as const;

function printOutput(output: string | undefined): string {
  return output === undefined ? '' : `<system-out>${escapeXml(cleanLines(output))}</system-out>`;
}

function printResult({ kind, message, type, text }: JUnitResult): string {
  const attributes = `${type === undefined ? '' : ` type="${escapeXml(type)}"`} message="${escapeXml(cleanText(message, 1000))}"`;
  return text === undefined
    ? `<${kind}${attributes}/>`
    : `<${kind}${attributes}>${escapeXml(cleanLines(text))}</${kind}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot contain halves of surrogate pairs, U+FFFE and U+FFFF, so they are replaced. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/**
 * Writes a report as JUnit XML, which CI services show: a test suite for each rule, and a test case for each job. A rule
 * that was not checked is a skipped test case; a job that could not be read is an error, and so is a report on no job.
 *
 * @throws {ConfigError} when an option cannot be used
 * @example
 * ```ts
 * import { createInventory, lintJobs, toJUnit } from '@syncline/jobs';
 *
 * const report = lintJobs(createInventory({ jobs: [{ JobName: 'Nightly' }], whole: true }));
 * toJUnit(report).includes('<testsuite name="source-missing"'); // true
 * ```
 */
export function toJUnit(report: LintReport, options?: JUnitOptions): string {
  checkLists('report', report, ['findings', 'notChecked', 'jobs', 'rules', 'unread'], 'lintJobs');
  const { failOn = 'error', passed = true } = ownOptions(options, { failOn: 1, passed: 1 });
  checkChoice('failOn', failOn, ...severities);
  checkBoolean('passed', passed);
  const findings = groupBy(report.findings, ({ rule }) => rule);
  const skipped = groupBy(report.notChecked, ({ rule }) => rule);
  const keyed = report.jobs.map((job) => [keyOf(job), { name: nameOf(job) }] as const);
  const suites = report.rules.map(({ id }): JUnitSuite => {
    const details = new Map<string, Omit<JUnitCase, 'name'>>();
    for (const { job, because } of skipped.get(id) ?? [])
      details.set(keyOf(job), { result: { kind: 'skipped', message: because } });
    const found = groupBy(findings.get(id) ?? [], ({ job }) => keyOf(job));
    for (const [key, all] of found) details.set(key, caseOf(all, failOn));
    const cases = passed ? keyed : keyed.filter(([key]) => details.has(key));
    return { name: id, cases: cases.map(([key, job]) => (details.has(key) ? { ...job, ...details.get(key) } : job)) };
  });
  const unread = report.unread.map(
    ({ job, because }): JUnitCase => ({
      name: nameOf(job),
      result: { kind: 'error', message: `The job was not checked: ${because}.` },
    }),
  );
  // A file without a case looks like a success.
  const nothing: JUnitCase = {
    name: 'jobs',
    result: { kind: 'error', message: 'No jobs found, so nothing was checked.' },
  };
  const first = unread.length > 0 ? unread : report.jobs.length === 0 ? [nothing] : [];
  return printJUnit('syncline lint', [...(first.length > 0 ? [{ name: 'unread', cases: first }] : []), ...suites]);
}

/** The case of a job and a rule with findings. */
function caseOf(findings: readonly Finding[], failOn: Severity): Omit<JUnitCase, 'name'> {
  const text = findings.map(describe).join('\n');
  const [{ message, severity } = { message: '', severity: failOn }] = findings;
  return severities.indexOf(severity) > severities.indexOf(failOn)
    ? { output: `${severity}: ${text}` }
    : { result: { kind: 'failure', type: severity, message, text } };
}

function describe({ message, fix, values }: Finding): string {
  const lines = Object.entries(values).map(([field, value]) => `\n  ${field}: ${value}`);
  return `${message}${lines.join('')}\n  ${fix}`;
}

function keyOf({ name, workspace, id }: ReportedJob): string {
  return JSON.stringify([workspace, name, id]);
}

function nameOf({ name, workspace }: ReportedJob): string {
  return workspace === undefined ? name : `${workspace} / ${name}`;
}
