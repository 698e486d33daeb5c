import { createODataClient } from '@syncline/client';
import {
  createCompleteReader,
  createSchedule,
  createTracker,
  createWait,
  defineOutcomes,
  detectVolume,
  evaluateFreshness,
  historySource,
  restoreWait,
  type RunSource,
  statusSource,
  streamRuns,
  waitForRun,
} from '@syncline/runs';
import { createRunMetrics } from '@syncline/runs/metrics';
import { createRunLineage } from '@syncline/runs/openlineage';
import { reportRunMetrics } from '@syncline/runs/opentelemetry';
import { checkCronOptions, readSchedule } from '@syncline/runs/schedule';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { basic } from '@syncline/auth';
import type { PackageOptions } from './scenarios.ts';

const run = { key: 'a', job: 'j', status: 'OK', error: '', start: 0, end: 1, rows: 1, record: {} };
const source = {
  kind: 'history',
  read: () =>
    Promise.resolve({ runs: [run], unreadable: { count: 0, problem: undefined }, requests: 1, filter: 'used' }),
} as never as RunSource;
const classify = defineOutcomes({ succeeded: ['OK'] });
const wait = { source, classify, job: 'j', run: 'a', timeout: '1h', requestsPerMinute: 600 } as const;
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;
const names = { key: 'historyid', job: 'jobid', status: 'status', start: 'runstartdate' };
const odata = createODataClient({
  baseUrl: 'https://api.example',
  credential: basic({ username: 'ada', password: 'secret' }),
  fetch: () => Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }) as never),
});
const tracker = (more: object = {}) =>
  createTracker({ source, classify, store: openSqliteStore(':memory:'), since: 0, ...more });

export const runs: PackageOptions = {
  scenarios: {
    createCompleteReader: (more) => createCompleteReader(source, more),
    createSchedule: (more) => createSchedule('0 2 * * *', { ...cron, ...more }).ticks(0, 86_400_000),
    createTracker: (more) => tracker(more),
    'createTracker.budget': (more) => tracker({ budget: { requestsPerMinute: 60, ...more } }),
    'createTracker().tick': (more) => tracker().tick(more),
    'createTracker().events': (more) =>
      tracker()
        .events({ consumer: 'a', follow: false, ...more })
        .next(),
    createWait: (more) => createWait({ ...wait, ...more }).result(),
    'createWait.cron': (more) => createWait({ ...wait, cron: { expression: '@daily', ...cron, ...more } }),
    waitForRun: (more) => waitForRun({ ...wait, ...more }),
    restoreWait: (more) => restoreWait(createWait(wait).serialize(), { source, classify, ...more }).result(),
    defineOutcomes: (more) => defineOutcomes({ succeeded: ['OK'], ...more })({ status: 'OK' }),
    'defineOutcomes.details': (more) =>
      defineOutcomes({ succeeded: ['OK'], details: { failed: ['no'], ...more } })({ status: 'OK' }),
    detectVolume: (more) =>
      detectVolume(
        { outcome: 'succeeded', rows: 1 },
        Array.from({ length: 9 }, () => ({ outcome: 'succeeded', rows: 1 })),
        more,
      ),
    evaluateFreshness: (more) =>
      evaluateFreshness({ warnAfter: '1h', ...more }, [{ ...run, outcome: 'succeeded' }], 7_200_000),
    'evaluateFreshness.cron': (more) =>
      evaluateFreshness({ cron: { expression: '@daily', ...cron, ...more }, since: 0 }, [], 100_000_000),
    historySource: (more) => historySource(odata, { ...names, ...more } as never).read({ since: 0 }),
    statusSource: (more) => statusSource({ jobs: { status: () => [] } } as never, { jobs: ['a'], ...more }),
    streamRuns: (more) => streamRuns(openSqliteStore(':memory:'), more).next(),
    openSqliteStore: (more) => openSqliteStore(':memory:', more).close(),
    createRunMetrics: (more) => createRunMetrics(more).families(),
    createRunLineage: (more) => createRunLineage({ namespace: 'a', ...more }),
    reportRunMetrics: (more) => reportRunMetrics(createRunMetrics(), more)(),
    checkCronOptions: (more) => checkCronOptions({ ...cron, ...more }),
    readSchedule: (more) => readSchedule('0 2 * * *', { sunday: 0, seconds: false, ...more }),
  },
  withoutOptions: {
    'takes runs, records, events or counts': [
      'describeReadings',
      'classifyRun',
      'describeTally',
      'toNdjson',
      'toStoredRun',
    ],
    'takes a source, or a pool of the package pg': ['completeSource', 'fromPgPool'],
    'takes words, texts or times': [
      'clockChanges',
      'hasDate',
      'needsMigration',
      'labelValueOf',
      'offsetAt',
      'parseDuration',
      'worseOutcome',
    ],
    'takes metrics and a header': ['prometheusParts', 'prometheusText'],
    'is called in packages/runs/test/slow, with a database': [
      'openPostgresStore',
      'openPostgresStores',
      'exportParquet',
    ],
  },
};
