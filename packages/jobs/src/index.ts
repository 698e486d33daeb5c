export type { ClockChange, CronOptions, WallSchedule } from '@syncline/runs/schedule';
export {
  type AmbiguousEntry,
  createInventory,
  type Inventory,
  type InventoryParts,
  type InventoryWorkspace,
  type JobEntry,
  type ListedEntry,
  type ReadEntry,
  type UnreadableEntry,
} from './inventory/inventory.ts';
export * from './inventory/read-inventory.ts';
export { type JobDefinition, type JobFields, jobFields } from './job/job-definition.ts';
export { type LintOptions, type RuleLevel, lintExample, lintJobs, lintSteps } from './lint/lint-jobs.ts';
export type * from './lint/lint-report.ts';
export * from './report/junit.ts';
export * from './report/sarif.ts';
export type { JobConnection, JobView } from './rule/job-view.ts';
export type { JobGroups, LintContext, ScheduleReading } from './rule/lint-context.ts';
export type { LintRule, RuleExample, Severity } from './rule/lint-rule.ts';
export {
  type EndedRun,
  type HistoryJob,
  historyOf,
  type HistoryOfOptions,
  type JobHistory,
  type LintSettings,
} from './rule/lint-settings.ts';
export * from './rule/verdict.ts';
export { lintRules } from './rules/lint-rules.ts';
export * from './snapshot/compare-snapshots.ts';
export { parseSnapshot, type SnapshotText } from './snapshot/parse-snapshot.ts';
export type { Json, Snapshot, SnapshotFile, SnapshotGap, SnapshotJob } from './snapshot/snapshot.ts';
export { takeSnapshot } from './snapshot/take-snapshot.ts';
