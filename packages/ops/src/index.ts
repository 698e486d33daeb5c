export {
  type AlertSettings,
  type Environment,
  type FreshnessEntry,
  type McpSettings,
  missingEntry,
  readsHistory,
  requireInterface,
} from './environment/environment.ts';
export { createReport, type ReportFacts } from './report/create-report.ts';
export { type EarlierReport, readEarlierReport } from './report/earlier-report.ts';
export {
  isIdle,
  type JobVolume,
  needsAttention,
  type Report,
  type ReportChanges,
  type ReportFailures,
  type ReportFreshness,
  type ReportJob,
  type ReportLint,
  type ReportRun,
  type Result,
  type RuleFindings,
  type VolumePoint,
} from './report/report.ts';
export {
  createJobNamer,
  evaluateJobs,
  type FreshnessFacts,
  freshnessWindow,
  type JobFreshness,
  readSchedules,
  schedulesOf,
} from './insight/freshness.ts';
export {
  type ClassifiedRun,
  createRunQuery,
  type JudgedRuns,
  type QueryContext,
  type QueryOutput,
  type ReadFacts,
  readJudgedRuns,
  readRuns,
  type RunReader,
  type RunSelection,
  waitSource,
} from './insight/queries.ts';
export type { IndexedRun } from './insight/run-index.ts';
export { openStore, type OpenStore, type OpenStoreOptions } from './environment/open-store.ts';
export { type LivePage, renderPage } from './report/page/render-page.ts';
export { counted, parseMoment, toRfc3339, wholePattern as jobPattern } from '@syncline/core/internal';
export { formatTime, relativeTime } from './insight/format-time.ts';
export { durationOf, tookText } from './insight/duration-of.ts';
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
export { jobIds, readJobs, runSource } from './environment/sources.ts';
export { openEnvironment, type OpenOptions } from './environment/open-environment.ts';
export { readConfig, type ReadConfig } from './config/read-config.ts';
export { readVocabulary } from './config/read-vocabulary.ts';
export { resolveSecret, type SecretContext, sourceOf } from './environment/credentials.ts';
export {
  diagnose,
  type Diagnosis,
  type DiagnosisFacts,
  type FailedStep,
  type Known,
  readDiagnosis,
  type ReadDiagnosisOptions,
} from './insight/diagnose.ts';
export {
  type Cause,
  type CauseRule,
  type DiagnosedRun,
  type FailureGroup,
  type FailurePlace,
  type FailureTexts,
  findCause,
  groupFailures,
} from './insight/failures.ts';
export { type Fingerprint, fingerprintOf } from './insight/fingerprint.ts';
export { commonReason, unreadBecause } from './insight/unread-definitions.ts';
export { compareUrgency, countOutcomes } from './insight/urgency.ts';
export { readStoredRuns } from './report/read-stored-runs.ts';
export { headline } from './report/sections/headline.ts';
export { emptySince } from './insight/moment.ts';
