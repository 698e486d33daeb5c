import {
  ConfigError,
  checkChoice,
  checkLists,
  compareCodeUnits,
  isConfigError,
  isSynclineError,
  ownOptions,
  scrubError,
  withoutPrototype,
} from '@syncline/core/internal';
import { type Inventory, type JobEntry, type ReadEntry, createInventory } from '../inventory/inventory.ts';
import type { AppliedRule, Finding, LintReport, NotChecked, ReportedJob, UnreadJob } from './lint-report.ts';
import { JobView, cleanError } from '../rule/job-view.ts';
import { LintContext } from '../rule/lint-context.ts';
import { type LintRule, type RuleExample, type Severity, severities } from '../rule/lint-rule.ts';
import { type LintSettings, checkLintSettings, lintSettingNames } from '../rule/lint-settings.ts';
import { type Verdict, pass } from '../rule/verdict.ts';
import { lintRules } from '../rules/lint-rules.ts';

/** The severity of a rule's findings, or `off`. */
export type RuleLevel = 'off' | Severity;

/** How jobs are linted: which rules, with which severity, and the information that they need. */
export interface LintOptions extends LintSettings {
  /**
   * The level of rules, by id. Rules that are not listed have their own severity, or are off if they are off by
   * default.
   */
  readonly rules?: Readonly<Record<string, RuleLevel>> | undefined;
  /** Your own rules, which are applied after the built-in ones */
  readonly ownRules?: readonly LintRule[] | undefined;
  /** The jobs to report on, by name. They are still compared with the others. @default all jobs */
  readonly only?: ((name: string) => boolean) | undefined;
}

/** The rules that are on, each with its configured severity, and the settings. */
interface Configuration {
  readonly rules: readonly { readonly rule: LintRule; readonly applied: AppliedRule }[];
  readonly settings: LintSettings;
  readonly only: (name: string) => boolean;
}

/** @throws {ConfigError} when an option or the id of a rule is unknown, or a value cannot be used */
function configureLint(options: LintOptions): Configuration {
  const names = { rules: 1, ownRules: 1, only: 1, ...lintSettingNames };
  const checked = ownOptions(options, names);
  const { rules: levels, ownRules = [], only = () => true } = checked;
  if (typeof only !== 'function') throw new ConfigError('only', 'must be a function of the name of a job');
  const settings = checkLintSettings(checked);
  ownRules.forEach(checkOwnRule);
  const all = [...lintRules, ...ownRules];
  const ids = all.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new ConfigError('ownRules', `must not have two rules with the id ${twice}; built-in rules count too`);
  const configured = ownOptions(levels, Object.fromEntries(ids.map((id) => [id, 1])), 'rules');
  const rules = all.flatMap((rule): Configuration['rules'] => {
    const severity =
      checkChoice(`rules.${rule.id}`, configured[rule.id], 'off', ...severities) ??
      (rule.offByDefault ? 'off' : rule.severity);
    if (severity === 'off') return [];
    const { check: _check, example: _example, ...facts } = rule;
    return [{ rule, applied: { ...facts, severity } }];
  });
  return { rules, settings, only };
}

function checkOwnRule(rule: LintRule, index: number): void {
  const check = (isRight: boolean, property: string, text: string): void => {
    if (!isRight) throw new ConfigError(`ownRules[${index}]${property}`, text);
  };
  check(typeof rule === 'object' && rule !== null, '', 'must be a rule');
  check(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(rule.id), '.id', 'must be a name in kebab case');
  check(severities.includes(rule.severity), '.severity', `must be one of ${severities.join(', ')}`);
  for (const name of ['title', 'why', 'reading', 'fix'] as const)
    check(typeof rule[name] === 'string', `.${name}`, 'must be a text');
  check(Array.isArray(rule.fields) && rule.fields.length > 0, '.fields', 'must name at least one field');
  check(typeof rule.check === 'function', '.check', 'must be a function');
}

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
  const steps = lintSteps(inventory, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * The same in steps of one rule, so that a server can do other work in between: 10,000 jobs take half a second.
 *
 * @throws {ConfigError} in the first step that finds a reason
 * @example
 * ```ts
 * import { createInventory, lintSteps } from '@syncline/jobs';
 *
 * export async function lintSlowly() {
 *   const steps = lintSteps(createInventory({ jobs: [{ JobName: 'Nightly' }], whole: true }));
 *   for (;;) {
 *     const { done, value } = steps.next();
 *     if (done === true) return value;
 *     await new Promise((resolve) => setTimeout(resolve));
 *   }
 * }
 * ```
 */
export function* lintSteps(inventory: Inventory, options: LintOptions = {}): Generator<undefined, LintReport, void> {
  checkLists('inventory', inventory, ['entries'], 'readInventory or createInventory');
  const { rules, settings, only } = configureLint(options);
  const read = inventory.entries.filter((entry): entry is ReadEntry => entry.kind === 'read');
  const all = read.map((entry) => new JobView(entry));
  const unreadAll = inventory.entries.flatMap((entry): UnreadJob[] =>
    entry.kind === 'read' ? [] : [{ job: reportedOf(entry), because: reasonOf(entry) }],
  );
  const now = settings.now ?? new Date();
  const context = new LintContext(all, unreadAll.length, guardHistory(settings), now.getTime());
  const jobs = all.filter(({ name }) => only(name));
  const unread = unreadAll.filter(({ job }) => only(job.name));

  const findings: Finding[] = [];
  const skipped: NotChecked[] = [];
  let found = 0;
  const reported = jobs.map((job) => reportedOf(job));
  for (const { rule, applied } of rules) {
    jobs.forEach((job, index) => {
      const verdicts = checkJob(rule, job, context);
      const about = { rule: rule.id, job: reported[index] as ReportedJob };
      for (const verdict of verdicts) {
        if (verdict.result === 'finding') {
          const { message, field = rule.fields[0] ?? '', line } = verdict;
          const { fields, fix } = rule;
          const values = job.displayValues(fields);
          const finding = { ...about, severity: applied.severity, message, fix, field, fields, values };
          findings.push(line === undefined ? finding : { ...finding, line });
        } else if (verdict.result === 'not checked') {
          skipped.push({ ...about, because: verdict.because || unknownFields(rule, job) });
        }
      }
      // Several verdicts of a rule are all findings.
      if (verdicts[0]?.result === 'finding') found += 1;
    });
    yield;
  }
  const order = new Map(rules.map(({ rule }, index) => [rule.id, index]));
  const byJob = (left: Finding | NotChecked, right: Finding | NotChecked): number =>
    compareJobs(left.job, right.job) || (order.get(left.rule) ?? 0) - (order.get(right.rule) ?? 0);
  const bySeverity: Record<Severity, number> = { error: 0, warn: 0, info: 0 };
  for (const { severity } of findings) bySeverity[severity] += 1;
  return {
    findings: findings.sort((a, b) => byJob(a, b) || compareCodeUnits(detailOf(a), detailOf(b))),
    notChecked: skipped.sort((a, b) => byJob(a, b) || compareCodeUnits(a.because, b.because)),
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
  return withoutPrototype({
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
  });
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
      return `${code === undefined ? '' : `${code}: `}${cleanError(messageOf(entry.reason))}`;
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
function compareJobs(left: ReportedJob, right: ReportedJob): number {
  return (
    compareCodeUnits(left.workspace ?? '', right.workspace ?? '') ||
    compareCodeUnits(left.name, right.name) ||
    compareCodeUnits(left.id ?? '', right.id ?? '')
  );
}

function detailOf({ field, line = 0, message, values }: Finding): string {
  return JSON.stringify([field, String(line).padStart(9, '0'), message, Object.entries(values)]);
}

/**
 * Applies one rule to the job of an example, and returns the result. Use it to test your own rules.
 *
 * @throws {ConfigError} when the rule or a setting cannot be used
 * @example
 * ```ts
 * import { lintExample, lintRules } from '@syncline/jobs';
 *
 * const rule = lintRules.find(({ id }) => id === 'job-retry-off')!;
 * lintExample(rule, { job: { AutomaticJobRetry: 'FALSE' } }); // 'finding'
 * ```
 */
export function lintExample(rule: LintRule, example: RuleExample): Verdict['result'] {
  if (typeof example?.job !== 'object') throw new ConfigError('example', 'must have a job');
  const tested: LintRule = { ...rule, id: 'example-rule', offByDefault: false };
  const { findings, notChecked } = lintJobs(inventoryOf(example), {
    ...example.settings,
    ownRules: [tested],
    rules: allOff,
  });
  const isThis = (result: { readonly rule: string; readonly job: { readonly id?: string | undefined } }) =>
    result.rule === tested.id && result.job.id === exampleId;
  return findings.some(isThis) ? 'finding' : notChecked.some(isThis) ? 'not checked' : 'pass';
}

const exampleId = 'example';
const allOff = Object.fromEntries(lintRules.map(({ id }) => [id, 'off' as const]));

function inventoryOf({ job, whole = true, others = [], connections, error, unread = 0 }: RuleExample): Inventory {
  const workspace = { id: 'workspace', name: 'Workspace', connections };
  const { entries, ...inventory } = createInventory({
    jobs: [{ JobName: 'Example', ...job }, ...others],
    whole,
    workspaces: [workspace],
  });
  const lost = Array.from({ length: unread }, (_, index): JobEntry => ({ kind: 'listed', name: `unread ${index}` }));
  const placed = entries.map(
    (entry, index): JobEntry =>
      index === 0 ? { ...entry, id: exampleId, workspace, error } : { ...entry, id: `other ${index}`, workspace },
  );
  return { ...inventory, entries: [...placed, ...lost] };
}
