export type { CommandContext, CommandOutput } from './context/command-context.ts';
export { drift } from './commands/drift.ts';
export { type ExitStatus, exitStatus, worstStatus } from './commands/exit-status.ts';
export { freshness, type FreshnessOptions } from './commands/freshness.ts';
export { history, type HistoryOptions } from './commands/history.ts';
export { jobs, type JobsOptions } from './commands/jobs.ts';
export { lint, type LintCommandOptions, snapshotOf } from './commands/lint.ts';
export { monitor, type MonitorCommandOptions, type MonitorHooks } from './commands/monitor.ts';
export { report, type ReportOptions } from './commands/report.ts';
export { snapshot } from './commands/snapshot.ts';
export { status, type StatusOptions } from './commands/status.ts';
export { wait, type WaitCommandOptions } from './commands/wait.ts';
export { type Screen, watch, type WatchOptions } from './commands/watch.ts';
export type { Environment, FreshnessEntry } from './environment/environment.ts';
export { createReport, type ReportFacts } from './report/create-report.ts';
export type { EarlierReport } from './report/earlier-report.ts';
export type {
  FailureGroup,
  JobVolume,
  Report,
  ReportChanges,
  ReportFreshness,
  ReportJob,
  ReportLint,
  ReportRun,
  Result,
  RuleFindings,
  VolumePoint,
} from './report/report.ts';
export type { JobFreshness } from './freshness/evaluate-jobs.ts';
export {
  createMonitor,
  type Monitor,
  type MonitorConsumer,
  type MonitoredFreshness,
  type MonitorOptions,
  type MonitorState,
  type MonitorTick,
} from './monitor/create-monitor.ts';
export type { IndexedRun } from './monitor/run-index.ts';
export { openStore, type OpenStore, type OpenStoreOptions } from './store/open-store.ts';
export { type LivePage, renderPage } from './page/render-page.ts';
export type { Column, View } from './print/column.ts';
export { formatDuration, formatTime, relativeTime, toRfc3339 } from './print/format-time.ts';
export { type Format, formats, formatsOf, printRows, type PrintOptions, toJson } from './print/print-rows.ts';
export { sparkline } from './print/sparkline.ts';
export { paint, type Style } from './print/style.ts';
export { checkConfig, type ConfigCheck } from './environment/check-config.ts';
export { ConfigFileError } from './config/config-file-error.ts';
export { type ConfigPath, type ConfigProblem, printProblem } from './config/config-problem.ts';
export { type Config, configSchema, type EnvironmentConfig, type SecretReference } from './config/config-schema.ts';
export {
  type Connection,
  type Interface,
  loadConfig,
  type LoadedConfig,
  type LoadOptions,
} from './environment/load-config.ts';
export { openEnvironment, type OpenOptions } from './environment/open-environment.ts';
export { readConfig, type ReadConfig } from './config/read-config.ts';
export { readVocabulary } from './config/read-vocabulary.ts';
export { resolveSecret, type SecretContext, sourceOf } from './credentials/resolve-secret.ts';
