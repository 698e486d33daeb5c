export { ConfigFileError } from './config/config-file-error.ts';
export { printProblem } from './config/config-problem.ts';
export type { Config } from './config/config-schema.ts';
export { checkConfig } from './environment/check-config.ts';
export {
  type Environment,
  missingEntry,
  readsHistory,
  requireInterface,
} from './environment/environment.ts';
export { loadConfig } from './environment/load-config.ts';
export { openEnvironment } from './environment/open-environment.ts';
export { openStore } from './environment/open-store.ts';
export { jobIds, readJobs, runSource } from './environment/sources.ts';
export { diagnose, type Diagnosis, type FailedStep, type Known, readDiagnosis } from './insight/diagnose.ts';
export { findCause, groupFailures } from './insight/failures.ts';
export { fingerprintOf } from './insight/fingerprint.ts';
export {
  createJobNamer,
  evaluateJobs,
  freshnessWindow,
  type JobFreshness,
  readSchedules,
  schedulesOf,
} from './insight/freshness.ts';
export {
  type ClassifiedRun,
  createRunQuery,
  type QueryContext,
  type QueryOutput,
  type ReadFacts,
  readJudgedRuns,
  readRuns,
  type RunSelection,
  waitSource,
} from './insight/queries.ts';
export { createReport, type ReportFacts } from './report/create-report.ts';
export { readEarlierReport } from './report/earlier-report.ts';
export { renderPage } from './report/page/render-page.ts';
export { readStoredRuns } from './report/read-stored-runs.ts';
export { isIdle, needsAttention, type Report, type ReportRun } from './report/report.ts';
export { headline } from './report/sections/headline.ts';
