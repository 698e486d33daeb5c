export { type Annotation, toWorkflowCommands } from './ci/annotation.ts';
export { type CommandReport, type ReportCommand, reportOnGithub } from './ci/command-report.ts';
export { type StepSummary, toStepSummary } from './ci/step-summary.ts';
export type { CommandContext, CommandOutput } from './context/command-context.ts';
export { diagnose as diagnoseCommand, type DiagnoseOptions } from './commands/diagnose.ts';
export { drift } from './commands/drift.ts';
export { ExportError, isExportError } from './export/export-error.ts';
export { type ExportFormat, exportFormats } from './export/export-query.ts';
export { type ExitStatus, exitStatus, worstStatus } from './commands/exit-status.ts';
export { type ExportOptions, exportRuns } from './commands/export.ts';
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
export type { AlertSettings, Environment, FreshnessEntry, McpSettings } from './environment/environment.ts';
export { createReport, type ReportFacts } from './report/create-report.ts';
export type { EarlierReport } from './report/earlier-report.ts';
export type {
  JobVolume,
  Report,
  ReportChanges,
  ReportFailures,
  ReportFreshness,
  ReportJob,
  ReportLint,
  ReportRun,
  Result,
  RuleFindings,
  VolumePoint,
} from './report/report.ts';
export {
  evaluateJobs,
  type FreshnessFacts,
  freshnessWindow,
  type JobFreshness,
  readSchedules,
} from './freshness/evaluate-jobs.ts';
export { type JudgedRuns, readJudgedRuns } from './freshness/read-judged-runs.ts';
export {
  createMonitor,
  type Monitor,
  type MonitorConsumer,
  type MonitoredFreshness,
  type MonitorOptions,
  type MonitorState,
  type MonitorTick,
} from './monitor/create-monitor.ts';
export { createMetricsPage, type MetricsPage } from './monitor/metrics-page.ts';
export type { MonitorResponse } from './monitor/monitor-response.ts';
export type { MetricParts } from './monitor/metric-parts.ts';
export type { AlertsState } from './monitor/monitor-alerts.ts';
export type { IndexedRun } from './freshness/run-index.ts';
export { parseMoment } from './commands/moment.ts';
export { type OutputTarget, outputTarget } from './output/output-target.ts';
export { openStore, type OpenStore, type OpenStoreOptions } from './store/open-store.ts';
export { type LivePage, renderPage } from './page/render-page.ts';
export type { Column, View } from './print/column.ts';
export { formatTime, relativeTime, toRfc3339 } from './print/format-time.ts';
export { type Format, formats, formatsOf, printRows, type PrintOptions } from './print/print-rows.ts';
export { toJson } from './print/to-json.ts';
export {
  type ClassifiedRun,
  createRunQuery,
  jobPattern,
  type ReadFacts,
  readRuns,
  type RunReader,
  type RunSelection,
} from './run/read-runs.ts';
export { durationOf } from './run/duration-of.ts';
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
export { jobIds } from './environment/job-ids.ts';
export { needed, runSource } from './environment/needed.ts';
export { openEnvironment, type OpenOptions } from './environment/open-environment.ts';
export { readConfig, type ReadConfig } from './config/read-config.ts';
export { readVocabulary } from './config/read-vocabulary.ts';
export { resolveSecret, type SecretContext, sourceOf } from './credentials/resolve-secret.ts';
export type { Alert } from './alerts/alert-record.ts';
export type { AlertsOptions } from './alerts/alerts-options.ts';
export { type Alerts, createAlerts } from './alerts/create-alerts.ts';
export { type FreshnessEvidence, type JobRun, type JudgedJob, judgeFreshness } from './alerts/observe-freshness.ts';
export type { AlertData, AlertEvent, AlertKind } from './webhooks/alert-event.ts';
export type { AlertReason, AlertRuleOptions, SilenceOptions } from './alert-rule/alert-rule.ts';
export {
  createDelivery,
  type Delivery,
  type DeliveryCounts,
  type DeliveryOptions,
  type DeliveryResult,
} from './delivery/create-delivery.ts';
export type { WebhookTarget } from './delivery/webhook-target.ts';
export {
  type Alerting,
  type AlertingOptions,
  type AlertingResult,
  createAlerting,
} from './alerting/create-alerting.ts';
export {
  diagnose,
  type Diagnosis,
  type DiagnosisFacts,
  type FailedStep,
  type Known,
} from './diagnose/diagnose.ts';
export type { DiagnosedRun } from './diagnose/failure.ts';
export { type Cause, type CauseRule, type FailurePlace, type FailureTexts, findCause } from './diagnose/find-cause.ts';
export { type Fingerprint, fingerprintOf } from './diagnose/fingerprint.ts';
export { type FailureGroup, groupFailures } from './diagnose/group-failures.ts';
export { readDiagnosis, type ReadDiagnosisOptions } from './diagnose/read-diagnosis.ts';
