import { systemClock } from '@syncline/core/internal';
import {
  checkConfig,
  createReport,
  createRunQuery,
  type Environment,
  loadConfig,
  openEnvironment,
  openStore,
  readDiagnosis,
  readFreshness,
  readJobs,
  readReport,
  readRuns,
  readStoredRuns,
  renderPage,
  waitSource,
} from '@syncline/ops';
import { createAlerts } from '@syncline/ops/alerts';
import { runMonitor } from '@syncline/ops/monitor';
import { verifyWebhook } from '@syncline/ops/webhooks';
import { defineOutcomes } from '@syncline/runs';
import type { PackageOptions } from './scenarios.ts';

/** An environment without a service: a function that needs one refuses it after it has read its options. */
const environment: Environment = {
  name: 'a',
  odata: undefined,
  v2: undefined,
  classify: defineOutcomes({ succeeded: ['SUCCESS'] }) as Environment['classify'],
  history: undefined,
  freshness: [{ jobs: '*', errorAfter: '1d' }],
  lint: {},
  store: undefined,
  close: async () => undefined,
};
const context = {
  environment,
  clock: systemClock,
  signal: new AbortController().signal,
  output: { progress: () => undefined, note: () => undefined },
};
const facts = { environment: 'a', now: 1, since: 0, runs: [] };

export const ops: PackageOptions = {
  scenarios: {
    checkConfig: (more) => checkConfig({ file: 'no-such-file.yaml', ...more }),
    createAlerts: (more) => createAlerts({ store: {} as never, rules: [], ...more }),
    createReport: (more) => createReport({ ...facts, ...more }),
    'createRunQuery(…)()': (more) => createRunQuery(context)({ since: 0, ...more }),
    loadConfig: (more) => loadConfig({ file: 'no-such-file.yaml', ...more }),
    openEnvironment: (more) => openEnvironment({ file: 'no-such-file.yaml', ...more }),
    openStore: (more) => openStore(environment, more),
    readDiagnosis: (more) => readDiagnosis('1', { since: 0, ...more }, context),
    readFreshness: (more) => readFreshness(context, more),
    readJobs: (more) => readJobs(environment, more),
    readReport: (more) => readReport(context, { since: 0, ...more }),
    readRuns: (more) => readRuns(context, { since: 0, ...more }),
    readStoredRuns: (more) => readStoredRuns(context, { since: 0, limit: 1, ...more }),
    renderPage: (more) => renderPage(createReport(facts), { every: 10, revision: '1', state: 'Live', ...more }),
    runMonitor: (more) => runMonitor({ environment, port: 0, signal: context.signal, ...more }),
    verifyWebhook: (more) => verifyWebhook({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', ...more }),
    waitSource: (more) => waitSource({ job: 'a', isNew: true, after: undefined, ...more }, context),
  },
  withoutOptions: {
    'takes an environment and a name': ['requireInterface'],
    'takes a context': ['createRunQuery'],
    'takes an environment and the names of jobs': ['jobIds', 'runSource'],
    'takes environment variables': ['createProxiedTransport', 'proxyFromEnvironment'],
    'takes a context and the name of a job': ['nearestJob'],
    'takes texts or data': [
      'fingerprintOf',
      'groupFailures',
      'printFirst',
      'printProblem',
      'proxyOf',
      'signWebhook',
      'unreadableNote',
    ],
  },
};
