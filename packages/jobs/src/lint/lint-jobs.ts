import {
  checkLists,
  compareCodeUnits,
  ConfigError,
  isConfigError,
  isSynclineError,
  scrubError,
} from '@syncline/core/internal';
import type { Inventory, JobEntry, ReadEntry } from '../inventory/inventory.ts';
import { JobView } from '../rule/job-view.ts';
import { LintContext } from '../rule/lint-context.ts';
import type { LintRule, Severity } from '../rule/lint-rule.ts';
import type { LintSettings } from '../rule/lint-settings.ts';
import { shownError } from '../rule/shown-error.ts';
import { pass, type Verdict } from '../rule/verdict.ts';
import { configureLint, type LintOptions } from './lint-options.ts';
import type { Finding, LintReport, NotChecked, ReportedJob, UnreadJob } from './lint-report.ts';

/**
 * Checks every job of an inventory with every rule that is on. For each job, a rule has one of three results: the job
 * passes, there is a finding, or the rule was not checked. A job never passes because information is missing.
 *
 * @throws {ConfigError} when an option cannot be used, or one of your own rules or `history` fails
 * @example
 * ```ts
 * import { createInventory, lintJobs } from '@syncline/jobs';
 *
 * const jobs = [{ JobName: 'Nightly', Source: 'CRM', Destination: 'Lake', DropTable: 'true', HistoryMode: 'true' }];
 * const { findings } = lintJobs(createInventory({ jobs, whole: true }), { rules: { 'job-retry-off': 'error' } });
 * findings.map(({ rule }) => rule); // ['drop-with-history', 'continue-without-notification']
 * ```
 */
export function lintJobs(inventory: Inventory, options: LintOptions = {}): LintReport {
  checkLists('inventory', inventory, ['entries'], 'readInventory or createInventory');
  const { rules, settings } = configureLint(options);
  const read = inventory.entries.filter((entry): entry is ReadEntry => entry.kind === 'read');
  const jobs = read.map((entry) => new JobView(entry));
  const unread = inventory.entries.flatMap((entry): UnreadJob[] =>
    entry.kind === 'read' ? [] : [{ job: reportedOf(entry), because: reasonOf(entry) }],
  );
  const now = settings.now ?? new Date();
  const context = new LintContext(jobs, unread.length, guardHistory(settings), now.getTime());

  const findings: Finding[] = [];
  const skipped: NotChecked[] = [];
  let found = 0;
  const reported = jobs.map((job) => reportedOf(job));
  for (const { rule, applied } of rules) {
    jobs.forEach((job, index) => {
      const verdicts = checkJob(rule, job, context);
      let hasFinding = false;
      for (const verdict of verdicts) {
        const place = reported[index] as ReportedJob;
        if (verdict.result === 'finding') {
          hasFinding = true;
          const { message, field = rule.fields[0] ?? '', line } = verdict;
          const { fields, fix } = rule;
          const values = job.shownValues(fields);
          const what = { rule: rule.id, severity: applied.severity, job: place, message, fix, field, fields, values };
          findings.push(line === undefined ? what : { ...what, line });
        } else if (verdict.result === 'not checked') {
          skipped.push({ rule: rule.id, job: place, because: verdict.because || unknownFields(rule, job) });
        }
      }
      if (hasFinding) found += 1;
    });
  }
  const order = new Map(rules.map(({ rule }, index) => [rule.id, index]));
  const byPlace = (one: Finding | NotChecked, other: Finding | NotChecked): number =>
    compareJobs(one.job, other.job) || (order.get(one.rule) ?? 0) - (order.get(other.rule) ?? 0);
  const bySeverity: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) bySeverity[severity] += 1;
  return {
    findings: findings.sort((a, b) => byPlace(a, b) || compareCodeUnits(detailOf(a), detailOf(b))),
    notChecked: skipped.sort((a, b) => byPlace(a, b) || compareCodeUnits(a.because, b.because)),
    unread: unread.sort((a, b) => compareJobs(a.job, b.job) || compareCodeUnits(a.because, b.because)),
    jobs: reported.sort(compareJobs),
    rules: rules.map(({ applied }) => applied),
    counts: {
      jobs: jobs.length,
      rules: rules.length,
      passed: jobs.length * rules.length - found - skipped.length,
      found,
      notChecked: skipped.length,
      unread: unread.length,
      findings: bySeverity,
    },
  };
}

const nothing: readonly Verdict[] = [];

/** The results of a rule for a job, without passes. */
function checkJob(rule: LintRule, job: JobView, context: LintContext): readonly Verdict[] {
  let result: unknown;
  try {
    result = rule.check(job, context);
  } catch (error) {
    if (isConfigError(error)) throw error;
    const where = `failed for the job ${JSON.stringify(job.name.slice(0, 100))}`;
    throw new ConfigError(`${rule.id}.check`, `${where}: ${scrubError(error).message}. Fix the rule`);
  }
  if (result === pass) return nothing;
  const verdicts = (Array.isArray(result) ? result : [result]) as readonly Verdict[];
  const isRight =
    verdicts.every(isVerdict) && (verdicts.length === 1 || verdicts.every((verdict) => verdict.result === 'finding'));
  if (!isRight || verdicts.length === 0)
    throw new ConfigError(`${rule.id}.check`, 'must return pass, a finding, notChecked(), or a list of findings');
  return verdicts;
}

function isVerdict(value: Verdict): boolean {
  const { result } = (value ?? {}) as { readonly result?: unknown };
  if (result === 'finding') return typeof (value as { message?: unknown }).message === 'string';
  if (result === 'not checked') return typeof (value as { because?: unknown }).because === 'string';
  return result === 'pass';
}

/** The history is code of the caller, so its errors and results are checked here. */
function guardHistory(settings: LintSettings): LintSettings {
  const { history } = settings;
  if (history === undefined) return settings;
  return {
    ...settings,
    history: {
      runtimesOf: (job) => {
        let runtimes: unknown;
        try {
          runtimes = history.runtimesOf(job);
        } catch (error) {
          throw new ConfigError('history.runtimesOf', `failed: ${scrubError(error).message}`);
        }
        if (runtimes !== undefined && !Array.isArray(runtimes))
          throw new ConfigError('history.runtimesOf', 'must return a list of milliseconds, or undefined');
        return runtimes;
      },
    },
  };
}

function unknownFields(rule: LintRule, job: JobView): string {
  const fields = job.unknownOf(rule.fields);
  return fields.length === 0 ? 'a value that it needs is not known' : `${fields.join(', ')} cannot be known`;
}

function reportedOf({ name, id, workspace }: Pick<JobEntry, 'name' | 'id' | 'workspace'>): ReportedJob {
  return { name, id, workspace: workspace?.name ?? workspace?.id };
}

function reasonOf(entry: Exclude<JobEntry, ReadEntry>): string {
  switch (entry.kind) {
    case 'listed':
      return 'its definition was not read: the inventory has no OData client';
    case 'unreadable': {
      const { code } = (isSynclineError(entry.reason) ? entry.reason : {}) as { readonly code?: string };
      return `${code === undefined ? '' : `${code}: `}${shownError(messageOf(entry.reason))}`;
    }
    case 'ambiguous':
      return ambiguity[entry.because];
  }
}

const ambiguity = {
  'other-id': 'the definition of this name has another id: another workspace has a job with the same name',
  'no-id': 'the definition or the workspace has no id, so the job cannot be distinguished from others with its name',
  'no-name': 'its workspace lists it without a name',
} as const;

function messageOf(error: unknown): unknown {
  return (error as { readonly message?: unknown } | null | undefined)?.message ?? error;
}

/** Orders jobs by workspace, name and id. */
function compareJobs(one: ReportedJob, other: ReportedJob): number {
  return (
    compareCodeUnits(one.workspace ?? '', other.workspace ?? '') ||
    compareCodeUnits(one.name, other.name) ||
    compareCodeUnits(one.id ?? '', other.id ?? '')
  );
}

function detailOf({ field, line = 0, message, values }: Finding): string {
  return JSON.stringify([field, String(line).padStart(9, '0'), message, Object.entries(values)]);
}
