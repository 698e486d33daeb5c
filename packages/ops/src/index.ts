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
} from './insight/evaluate-jobs.ts';
export { type JudgedRuns, readJudgedRuns } from './insight/read-judged-runs.ts';
export type { IndexedRun } from './insight/run-index.ts';
export { openStore, type OpenStore, type OpenStoreOptions } from './environment/open-store.ts';
export { type LivePage, renderPage } from './report/page/render-page.ts';
export { formatTime, relativeTime, toRfc3339 } from './insight/format-time.ts';
export {
  type ClassifiedRun,
  createRunQuery,
  jobPattern,
  type ReadFacts,
  readRuns,
  type RunReader,
  type RunSelection,
} from './insight/read-runs.ts';
export { durationOf } from './insight/duration-of.ts';
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
export { resolveSecret, type SecretContext, sourceOf } from './environment/resolve-secret.ts';
export {
  diagnose,
  type Diagnosis,
  type DiagnosisFacts,
  type FailedStep,
  type Known,
} from './insight/diagnose.ts';
export type { DiagnosedRun } from './insight/failure.ts';
export { type Cause, type CauseRule, type FailurePlace, type FailureTexts, findCause } from './insight/find-cause.ts';
export { type Fingerprint, fingerprintOf } from './insight/fingerprint.ts';
export { type FailureGroup, groupFailures } from './insight/group-failures.ts';
export { readDiagnosis, type ReadDiagnosisOptions } from './insight/read-diagnosis.ts';
export { counted } from './config/counted.ts';
export { readInstant } from './config/read-instant.ts';
export { missingEntry, readsHistory } from './environment/needed.ts';
export { readJobs } from './environment/read-jobs.ts';
export { tookText } from './insight/duration-of.ts';
export { schedulesOf } from './insight/evaluate-jobs.ts';
export { createJobNamer } from './insight/job-namer.ts';
export { commonReason, unreadBecause } from './insight/unread-definitions.ts';
export { compareUrgency, countOutcomes } from './insight/urgency.ts';
export { waitSource } from './insight/wait-source.ts';
export { readEarlierReport } from './report/earlier-report.ts';
export { readStoredRuns } from './report/read-stored-runs.ts';
export { isIdle, needsAttention } from './report/report.ts';
export { headline } from './report/sections/headline.ts';
export type { QueryContext, QueryOutput } from './insight/query-context.ts';
export { emptySince, parseMoment } from './insight/moment.ts';
