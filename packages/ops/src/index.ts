export { printFirst, printProblem } from './config/config-problem.ts';
export { checkConfig } from './environment/check-config.ts';
export { type Environment, requireInterface } from './environment/environment.ts';
export { loadConfig } from './environment/load-config.ts';
export { openEnvironment } from './environment/open-environment.ts';
export {
  createProxiedTransport,
  proxyFromEnvironment,
  proxyOf,
} from './environment/proxied-transport.ts';
export { openStore } from './environment/open-store.ts';
export { jobIds, readJobs, runSource } from './environment/sources.ts';
export { type Diagnosis, type KnownFact, readDiagnosis } from './insight/diagnose.ts';
export { groupFailures } from './insight/failures.ts';
export { fingerprintOf } from './insight/fingerprint.ts';
export type { JobFreshness } from './insight/freshness.ts';
export {
  type ClassifiedRun,
  createRunQuery,
  nearestJob,
  type QueryContext,
  type ReadFacts,
  readRuns,
  readStoredRuns,
  type RunSelection,
  unreadableNote,
  waitSource,
} from './insight/queries.ts';
export { readFreshness } from './insight/read-freshness.ts';
export { createReport } from './report/create-report.ts';
export { renderPage } from './report/page/render-page.ts';
export { readReport } from './report/read-report.ts';
export type { FleetReport } from './report/report.ts';
