import { cleanText, ConfigError } from '@syncline/core/internal';
import type { Finding, LintReport, ReportedJob } from '../lint/lint-report.ts';
import { type Severity, severities } from '../rule/lint-rule.ts';
import { checkLists } from '../text/check-lists.ts';
import { checkNames } from '../text/check-names.ts';

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
 * Writes a report as JUnit XML, which CI services show: a test suite for each rule, and a test case for each job. A rule
 * that was not checked is a skipped test case, and a job that could not be read is an error.
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
export function toJUnit(report: LintReport, options: JUnitOptions = {}): string {
  checkNames(options, ['failOn', 'passed']);
  checkLists('report', report, ['findings', 'notChecked', 'jobs', 'rules', 'unread'], 'lintJobs');
  const { failOn = 'error', passed = true } = options;
  if (!severities.includes(failOn)) throw new ConfigError('failOn', `must be one of ${severities.join(', ')}`);
  if (typeof passed !== 'boolean') throw new ConfigError('passed', 'must be true or false');
  const findings = groupByRule(report.findings);
  const skipped = groupByRule(report.notChecked);
  const keyed = report.jobs.map((job) => [job, keyOf(job)] as const);
  const suites = report.rules.map(({ id }) => {
    const cases = new Map<string, Case>();
    for (const one of findings.get(id) ?? []) caseOf(cases, one.job).findings.push(one);
    for (const one of skipped.get(id) ?? []) caseOf(cases, one.job).because = one.because;
    const jobs = passed ? keyed : keyed.filter(([, key]) => cases.has(key));
    return toSuite(
      id,
      jobs.map(([job, key]) => toCase(id, job, cases.get(key), failOn)),
    );
  });
  const unread = report.unread.map(
    ({ job, because }): TestCase => ({
      kind: 'error',
      xml: `<testcase classname="unread" name="${nameOf(job)}"><error message="${escapeXml(`The job was not checked: ${because}.`)}"/></testcase>`,
    }),
  );
  const all = [...(unread.length > 0 ? [toSuite('unread', unread)] : []), ...suites];
  const count = (kind: keyof Suite['counts']) => all.reduce((sum, { counts }) => sum + counts[kind], 0);
  // Jenkins' schema counts skipped cases only in suites.
  const head = `tests="${count('tests')}" failures="${count('failures')}" errors="${count('errors')}"`;
  const lines = all.map(({ xml }) => xml).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="syncline lint" ${head}>\n${lines}\n</testsuites>\n`;
}

interface Case {
  readonly findings: Finding[];
  because: string | undefined;
}

interface TestCase {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly xml: string;
}

interface Suite {
  readonly counts: {
    readonly tests: number;
    readonly failures: number;
    readonly errors: number;
    readonly skipped: number;
  };
  readonly xml: string;
}

function groupByRule<One extends { readonly rule: string }>(all: readonly One[]): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(one.rule);
    if (group === undefined) groups.set(one.rule, [one]);
    else group.push(one);
  }
  return groups;
}

function caseOf(cases: Map<string, Case>, job: ReportedJob): Case {
  const key = keyOf(job);
  const known = cases.get(key) ?? { findings: [], because: undefined };
  cases.set(key, known);
  return known;
}

function toCase(rule: string, job: ReportedJob, found: Case | undefined, failOn: Severity): TestCase {
  const start = `<testcase classname="${escapeXml(rule)}" name="${nameOf(job)}"`;
  if (found === undefined) return { kind: 'passed', xml: `${start}/>` };
  if (found.findings.length === 0)
    return { kind: 'skipped', xml: `${start}><skipped message="${escapeXml(found.because ?? '')}"/></testcase>` };
  const text = found.findings.map(describe).join('\n');
  const [{ message, severity } = { message: '', severity: failOn }] = found.findings;
  if (severities.indexOf(severity) > severities.indexOf(failOn))
    return { kind: 'passed', xml: `${start}><system-out>${escapeXml(`${severity}: ${text}`)}</system-out></testcase>` };
  const failure = `<failure type="${severity}" message="${escapeXml(message)}">${escapeXml(text)}</failure>`;
  return { kind: 'failure', xml: `${start}>${failure}</testcase>` };
}

function describe({ message, fix, values }: Finding): string {
  const shown = Object.entries(values).map(([field, value]) => `\n  ${field}: ${value}`);
  return `${message}${shown.join('')}\n  ${fix}`;
}

function toSuite(name: string, cases: readonly TestCase[]): Suite {
  const count = (wanted: TestCase['kind']) => cases.filter(({ kind }) => kind === wanted).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const numbers = Object.entries(counts).map(([key, value]) => ` ${key}="${value}"`);
  const lines = cases.map(({ xml }) => `\n    ${xml}`);
  return { counts, xml: `  <testsuite name="${escapeXml(name)}"${numbers.join('')}>${lines.join('')}\n  </testsuite>` };
}

function keyOf({ name, workspace, id }: ReportedJob): string {
  return JSON.stringify([workspace, name, id]);
}

function nameOf({ name, workspace }: ReportedJob): string {
  return escapeXml(cleanText(workspace === undefined ? name : `${workspace} / ${name}`, 250));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** XML 1.0 cannot contain most control characters or halves of surrogate pairs, so they are replaced. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character);
}
