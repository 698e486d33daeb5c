import { cleanText, ConfigError } from '@syncline/core/internal';
import type { Finding, LintReport, NotChecked } from '../lint/lint-report.ts';
import type { Severity } from '../rule/lint-rule.ts';
import { JobFinder } from '../snapshot/match-jobs.ts';
import type { Snapshot, SnapshotFile } from '../snapshot/snapshot.ts';
import { checkLists } from '../text/check-lists.ts';
import { checkNames } from '../text/check-names.ts';
import { compareText } from '../text/compare-text.ts';
import { hashText } from '../snapshot/canonical-fields.ts';

/** The files that SARIF refers to. */
export interface SarifOptions {
  /** The snapshot of the jobs that were linted */
  readonly snapshot: Snapshot;
  /** The folder of the snapshot, relative to the root of the repository, with `/`. @default the root itself */
  readonly folder?: string | undefined;
}

/** A log in the format SARIF 2.1.0, which code scanning services show next to the files of a repository. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly object[];
}

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;
const page = 'https://github.com/syncline/syncline/tree/main/packages/jobs';

/**
 * Writes a report as SARIF 2.1.0. Each finding refers to the file of its job in the snapshot, and to the line of its
 * field. Jobs that could not be read and rules that were not checked are notifications, so you can see what a run could
 * not check. Print the log with `JSON.stringify`.
 *
 * @throws {ConfigError} when there is no snapshot, or a job with a finding is not in it
 * @example
 * ```ts
 * import { createInventory, lintJobs, takeSnapshot, toSarif } from '@syncline/jobs';
 *
 * const inventory = createInventory({ jobs: [{ JobName: 'Nightly' }], whole: true });
 * const snapshot = await takeSnapshot(inventory);
 * const sarif = await toSarif(lintJobs(inventory), { snapshot, folder: 'jobs/production' });
 * JSON.stringify(sarif).length > 0; // true
 * ```
 */
export async function toSarif(report: LintReport, options: SarifOptions): Promise<SarifLog> {
  checkNames(options, ['snapshot', 'folder']);
  checkLists('report', report, ['findings', 'notChecked', 'rules', 'unread'], 'lintJobs');
  const { snapshot, folder = '' } = options;
  if (snapshot === undefined)
    throw new ConfigError('snapshot', 'is needed: SARIF refers to the files of a snapshot; see takeSnapshot');
  const prefix = folder.replace(/^\.?\/+|^\.$|\/+$/g, '');
  if (prefix.split('/').includes('..') || /^[a-z]:|\\/i.test(folder))
    throw new ConfigError('folder', 'must be relative to the root of the repository, with /');
  const place = createPlaces(snapshot, prefix);
  const rules = report.rules.map((rule) => ({
    id: rule.id,
    name: rule.id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${rule.title}.` },
    fullDescription: { text: rule.why },
    help: { text: `${rule.why}\n\n${rule.reading}\n\nFix: ${rule.fix}` },
    defaultConfiguration: { enabled: true, level: levels[rule.severity] },
    properties: { tags: [...rule.fields] },
  }));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const results = [];
  for (const finding of report.findings)
    results.push({
      ruleId: finding.rule,
      ruleIndex: indexes.get(finding.rule) ?? -1,
      level: levels[finding.severity],
      kind: 'fail',
      message: { text: `${cleanText(finding.job.name, 100)}: ${finding.message} ${finding.fix}` },
      locations: [place(finding)],
      partialFingerprints: { 'synclineFinding/v1': await fingerprint(finding) },
    });
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Syncline', informationUri: page, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notificationsOf(report) }],
        results,
      },
    ],
  };
}

function createPlaces(snapshot: Snapshot, prefix: string): (finding: Finding) => object {
  const finder = new JobFinder(snapshot.files);
  const lines = new Map<SnapshotFile, ReadonlyMap<string, number>>();
  return ({ job, field }) => {
    const file = finder.find(job);
    if (file === undefined)
      throw new ConfigError(
        'snapshot',
        `must have the job ${JSON.stringify(job.name.slice(0, 100))}, which has findings`,
      );
    const known = lines.get(file) ?? linesOf(file.text);
    lines.set(file, known);
    // An absent field has no line, so the line of the name is used.
    const startLine = known.get(field) ?? known.get('JobName') ?? 1;
    const uri = [...(prefix === '' ? [] : prefix.split('/')), ...file.path.split('/')]
      .map(encodeURIComponent)
      .join('/');
    return {
      physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine } },
      logicalLocations: [{ name: job.name, fullyQualifiedName: [job.workspace, job.name].join('/'), kind: 'resource' }],
    };
  };
}

/** The lines of the fields in a file of a snapshot, from 1. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, key] = /^ {4}("(?:[^"\\]|\\.)*"): /.exec(line) ?? [];
    if (key !== undefined) lines.set(JSON.parse(key) as string, index + 1);
  }
  return lines;
}

/** A fingerprint that stays the same for a finding, whatever else changes in the job. */
function fingerprint({ rule, job, field, line }: Finding): Promise<string> {
  return hashText(JSON.stringify([rule, job.workspace ?? '', job.name, field, line ?? 0]));
}

function notificationsOf({ unread, notChecked }: LintReport): object[] {
  const jobs = unread.map(({ job, because }) => ({
    level: 'warning',
    message: { text: `The job ${JSON.stringify(cleanText(job.name, 100))} was not checked: ${because}.` },
  }));
  const counts = new Map<string, number>();
  const keyOf = ({ rule, because }: NotChecked) => JSON.stringify([rule, because]);
  for (const one of notChecked) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const rules = [...counts]
    .sort(([one], [other]) => compareText(one, other))
    .map(([key, count]) => {
      const [rule, because] = JSON.parse(key) as [string, string];
      const text = `Not checked for ${count} ${count === 1 ? 'job' : 'jobs'}: ${because}.`;
      return { level: 'note', associatedRule: { id: rule }, message: { text } };
    });
  return [...jobs, ...rules];
}
