export type { ClockChange, CronOptions, ScheduleDays, WallSchedule } from '@syncline/runs/schedule';
export { createInventory, type InventoryParts } from './inventory/create-inventory.ts';
export type {
  AmbiguousEntry,
  Inventory,
  InventoryWorkspace,
  JobEntry,
  ListedEntry,
  ReadEntry,
  UnreadableEntry,
} from './inventory/inventory.ts';
export {
  type InventoryODataClient,
  type InventoryProgress,
  type ReadInventoryOptions,
  readInventory,
} from './inventory/read-inventory.ts';
export { type JobDefinition, type JobField, type JobFields, jobFields } from './job/job-definition.ts';
export { type EndedRun, historyOf, type HistoryOfOptions } from './lint/history-of.ts';
export { lintExample } from './lint/lint-example.ts';
export { lintJobs } from './lint/lint-jobs.ts';
export type { LintOptions, RuleLevel } from './lint/lint-options.ts';
export type {
  AppliedRule,
  Finding,
  LintCounts,
  LintReport,
  NotChecked,
  ReportedJob,
  UnreadJob,
} from './lint/lint-report.ts';
export type { JobConnection, JobView } from './rule/job-view.ts';
export type { JobGroups, LintContext, ScheduleReading } from './rule/lint-context.ts';
export { type LintRule, type RuleExample, type Severity } from './rule/lint-rule.ts';
export type { HistoryJob, JobHistory, LintSettings } from './rule/lint-settings.ts';
export { allOf, anyOf, type Known, not } from './rule/logic.ts';
export { finding, findingIf, type FindingVerdict, notChecked, pass, type Verdict } from './rule/verdict.ts';
export { lintRules } from './rules/lint-rules.ts';
export type { CompareOptions } from './snapshot/compare-options.ts';
export {
  type ChangedJob,
  type ChangedSide,
  compareSnapshots,
  type FieldChange,
  type OneSidedJob,
  type SnapshotComparison,
  type UncomparedJob,
} from './snapshot/compare-snapshots.ts';
export type { Json } from './snapshot/json.ts';
export { parseSnapshot, type SnapshotText } from './snapshot/parse-snapshot.ts';
export type { Snapshot, SnapshotFile, SnapshotGap, SnapshotJob } from './snapshot/snapshot.ts';
export { takeSnapshot } from './snapshot/take-snapshot.ts';
export {
  type JUnitCase,
  type JUnitOptions,
  type JUnitResult,
  type JUnitSuite,
  printJUnit,
  toJUnit,
} from './report/junit.ts';
export {
  createSarifLog,
  locateFindings,
  type SarifContent,
  type SarifLevel,
  type SarifLocation,
  type SarifLog,
  type SarifNotification,
  type SarifOptions,
  type SarifResult,
  type SarifRule,
  toSarif,
} from './report/sarif.ts';
