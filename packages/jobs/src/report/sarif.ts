import { ConfigError, checkLists, cleanLines, cleanText, compareCodeUnits, ownOptions } from '@syncline/core/internal';
import type { Finding, LintReport, NotChecked } from '../lint/lint-report.ts';
import type { Severity } from '../rule/lint-rule.ts';
import { type Snapshot, type SnapshotFile, hashText, JobFinder } from '../snapshot/snapshot.ts';

/** A log in the format SARIF 2.1.0, which code scanning services show next to the files of a repository. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly object[];
}

/** The levels of SARIF, most severe first. */
export type SarifLevel = (typeof sarifLevels)[number];
const sarifLevels = ['error', 'warning', 'note'] as const;

/** A rule, as code scanning describes it next to its results. */
export interface SarifRule {
  readonly id: string;
  /** The id in another form, such as PascalCase */
  readonly name?: string | undefined;
  /** One sentence */
  readonly title: string;
  readonly description?: string | undefined;
  /** The description, and how to fix a result */
  readonly help?: string | undefined;
  /** The level of most of its results */
  readonly level?: SarifLevel | undefined;
  /** Words to filter by. GitHub reads the first 10 */
  readonly tags?: readonly string[] | undefined;
}

/** A position in a file of the repository. */
export interface SarifLocation {
  /** Relative to the root of the repository, with `/`, not encoded */
  readonly file: string;
  /** The line and the columns, from 1. `endColumn` is the first column after the region */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endColumn?: number | undefined;
  /** What the region describes, if that is not code: for a job, its name, and the name with its workspace */
  readonly resource?: { readonly name: string; readonly qualifiedName: string } | undefined;
}

/** Something that a tool found. */
export interface SarifResult {
  /** The id of a rule of the log */
  readonly rule: string;
  readonly level: SarifLevel;
  /** One line or several: what is wrong, and how to fix it */
  readonly message: string;
  readonly location?: SarifLocation | undefined;
  /** Texts by name that stay the same when the result moves: code scanning recognizes the result by them */
  readonly fingerprints?: Readonly<Record<string, string>> | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
}

/** Something about the run itself, such as what could not be checked. */
export interface SarifNotification {
  readonly level: SarifLevel;
  readonly message: string;
  /** The id of the rule that it is about */
  readonly rule?: string | undefined;
  readonly location?: SarifLocation | undefined;
}

/** What {@link createSarifLog} writes. */
export interface SarifContent {
  /** The name of the tool, such as `syncline impact`, and the address of its documentation */
  readonly tool: { readonly name: string; readonly informationUri?: string | undefined };
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  readonly notifications?: readonly SarifNotification[] | undefined;
}

/** The files that SARIF refers to. */
export interface SarifOptions {
  /** The snapshot of the jobs that were linted */
  readonly snapshot: Snapshot;
  /** The folder of the snapshot, relative to the root of the repository, with `/`. @default the root itself */
  readonly folder?: string | undefined;
}

/**
 * Creates a SARIF 2.1.0 log of results of any kind. `toSarif` uses it for the findings of the linter. Control and
 * bidirectional characters are removed from messages. Print the log with `JSON.stringify`.
 *
 * Code scanning of GitHub refuses a log with more than 25,000 results. Of more, the log contains the most severe ones,
 * and within one level the first ones. A notification says how many are left out.
 *
 * @throws {ConfigError} when a list or the name of the tool is missing
 * @example
 * ```ts
 * import { createSarifLog } from '@syncline/jobs';
 *
 * const log = createSarifLog({
 *   tool: { name: 'my checks' },
 *   rules: [{ id: 'stale', title: 'The data is too old.' }],
 *   results: [{ rule: 'stale', level: 'error', message: 'No run for 3 days.', location: { file: 'jobs/a.json', line: 1 } }],
 * });
 * log.version; // '2.1.0'
 * ```
 */
export function createSarifLog(content: SarifContent): SarifLog {
  const { tool, rules, results, notifications = [] } = ownOptions(content, contentNames, 'content');
  if (![rules, results, notifications].every(Array.isArray))
    throw new ConfigError('content', 'must have the lists rules and results');
  if (typeof tool?.name !== 'string') throw new ConfigError('tool', 'must have a name');
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const { kept, omission } = capResults(results, ({ level }) => level);
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, informationUri: tool.informationUri, rules: rules.map(toRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [...omission, ...notifications].map(toNotification),
          },
        ],
        results: kept.map(({ rule, level, message, location, fingerprints, properties }) => ({
          ruleId: rule,
          ruleIndex: indexes.get(rule) ?? -1,
          level,
          kind: 'fail',
          message: { text: cleanLines(message) },
          locations: location && [toLocation(location)],
          partialFingerprints: fingerprints,
          properties,
        })),
      },
    ],
  };
}

const contentNames = { tool: 1, rules: 1, results: 1, notifications: 1 } as const;

/** @see https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning */
const maxResults = 25_000;
const maxTags = 20;

/** The results that fit into a log, and the notification about the rest. */
function capResults<Result>(
  results: readonly Result[],
  levelOf: (result: Result) => SarifLevel,
): { readonly kept: readonly Result[]; readonly omission: readonly SarifNotification[] } {
  if (results.length <= maxResults) return { kept: results, omission: [] };
  const byLevel = sarifLevels.map((level) => results.filter((result) => levelOf(result) === level));
  let room = maxResults;
  const omitted = byLevel.flatMap(({ length }, index) => {
    const count = Math.max(0, length - room);
    room = Math.max(0, room - length);
    return count === 0 ? [] : [`${count} of level ${sarifLevels[index]}`];
  });
  const left = results.length - maxResults;
  const message = `${left} of ${results.length} results are left out (${omitted.join(', ')}), because code scanning accepts ${maxResults}.`;
  return { kept: byLevel.flat().slice(0, maxResults), omission: [{ level: 'warning', message }] };
}

function toRule({ id, name, title, description, help, level, tags }: SarifRule): object {
  return {
    id,
    name,
    shortDescription: { text: title },
    fullDescription: description === undefined ? undefined : { text: description },
    help: help === undefined ? undefined : { text: help },
    defaultConfiguration: level && { enabled: true, level },
    properties: tags && { tags: tags.slice(0, maxTags) },
  };
}

function toNotification({ level, message, rule, location }: SarifNotification): object {
  return {
    level,
    associatedRule: rule === undefined ? undefined : { id: rule },
    message: { text: cleanLines(message) },
    locations: location && [toLocation(location)],
  };
}

function toLocation({ file, line, column, endColumn, resource }: SarifLocation): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
      region: line === undefined ? undefined : { startLine: line, startColumn: column, endColumn },
    },
    logicalLocations: resource && [
      { name: resource.name, fullyQualifiedName: resource.qualifiedName, kind: 'resource' },
    ],
  };
}

const levels = { error: 'error', warn: 'warning', info: 'note' } as const satisfies Record<Severity, SarifLevel>;
const page = 'https://github.com/syncline/syncline/tree/main/packages/jobs';

/**
 * Writes a report as SARIF 2.1.0. Each finding refers to the file of its job in the snapshot, and to the line of its
 * field. Jobs that could not be read and rules that were not checked are notifications, so you can see what a run could
 * not check. Of more than 25,000 findings, the log contains the most severe ones, and a notification says so. Print the
 * log with `JSON.stringify`.
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
  checkLists('report', report, ['findings', 'notChecked', 'jobs', 'rules', 'unread'], 'lintJobs');
  const locations = locateFindings(report.findings, options);
  const { kept, omission } = capResults(report.findings, ({ severity }) => levels[severity]);
  const results = kept.map(async (finding): Promise<SarifResult> => {
    const { rule, severity, job, message, fix } = finding;
    const location = locations.get(finding);
    if (location === undefined)
      throw new ConfigError(
        'snapshot',
        `must have the job ${JSON.stringify(job.name.slice(0, 100))}, which has findings`,
      );
    const fingerprints = { 'synclineFinding/v1': await fingerprint(finding) };
    const text = `${cleanText(job.name, 100)}: ${message} ${fix}`;
    return { rule, level: levels[severity], message: text, location, fingerprints };
  });
  return createSarifLog({
    tool: { name: 'Syncline', informationUri: page },
    rules: report.rules.map(({ id, title, why, reading, fix, severity, fields }) => ({
      id,
      name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
      title: `${title}.`,
      description: why,
      help: `${why}\n\n${reading}\n\nFix: ${fix}`,
      level: levels[severity],
      tags: fields,
    })),
    results: await Promise.all(results),
    notifications: [...omission, ...notificationsOf(report)],
  });
}

/**
 * Finds the lines of findings in the files of a snapshot, for SARIF and for annotations of a CI service. A finding about
 * a field that the job does not have is on the line of the job's name.
 *
 * @returns the location of each finding; a finding of a job that the snapshot does not have is left out
 * @throws {ConfigError} when there is no snapshot, or an option cannot be used
 */
export function locateFindings(
  findings: readonly Finding[],
  options: SarifOptions,
): ReadonlyMap<Finding, SarifLocation & { readonly line: number }> {
  checkLists('report', { findings }, ['findings'], 'lintJobs');
  const { snapshot, folder = '' } = ownOptions(options, { snapshot: 1, folder: 1 });
  if (snapshot === undefined)
    throw new ConfigError('snapshot', 'is needed: SARIF refers to the files of a snapshot; see takeSnapshot');
  checkLists('snapshot', snapshot, ['files'], 'takeSnapshot');
  const prefix = folder.replace(/^\.?\/+|^\.$|\/+$/g, '');
  if (prefix.split('/').includes('..') || /^[a-z]:|\\/i.test(folder))
    throw new ConfigError('folder', 'must be relative to the root of the repository, with /');
  const finder = new JobFinder(snapshot.files);
  const lines = new Map<SnapshotFile, ReadonlyMap<string, number>>();
  const locations = new Map<Finding, SarifLocation & { readonly line: number }>();
  for (const finding of findings) {
    const { job, field } = finding;
    const file = finder.find(job);
    if (file === undefined) continue;
    const lineOf = lines.get(file) ?? linesOf(file.text);
    lines.set(file, lineOf);
    locations.set(finding, {
      file: prefix === '' ? file.path : `${prefix}/${file.path}`,
      line: lineOf.get(field) ?? lineOf.get('JobName') ?? 1,
      resource: { name: job.name, qualifiedName: [job.workspace, job.name].join('/') },
    });
  }
  return locations;
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

function notificationsOf({ jobs: read, unread, notChecked }: LintReport): SarifNotification[] {
  if (read.length + unread.length === 0)
    return [{ level: 'warning', message: 'No jobs found, so nothing was checked.' }];
  const jobs = unread.map(
    ({ job, because }): SarifNotification => ({
      level: 'warning',
      message: `The job ${JSON.stringify(cleanText(job.name, 100))} was not checked: ${because}.`,
    }),
  );
  const counts = new Map<string, number>();
  const keyOf = ({ rule, because }: NotChecked) => JSON.stringify([rule, because]);
  for (const check of notChecked) counts.set(keyOf(check), (counts.get(keyOf(check)) ?? 0) + 1);
  const rules = [...counts]
    .sort(([left], [right]) => compareCodeUnits(left, right))
    .map(([key, count]): SarifNotification => {
      const [rule, reason] = JSON.parse(key) as [string, string];
      const message = `Not checked for ${count} ${count === 1 ? 'job' : 'jobs'}: ${reason}.`;
      return { level: 'note', rule, message };
    });
  return [...jobs, ...rules];
}
