import type { OpenRecord, SandboxData, WireRecord } from '../data/records.ts';
import { ConfigError } from '@syncline/core/errors';
import { maxStatusRecords } from '../runs/run-history.ts';
import { historyRecord, statusRecord } from '../runs/run-records.ts';
import type { Run } from '../runs/run.ts';
import { planTasks, taskRecord, type TaskRunner } from '../runs/task-run.ts';
import { connectorRecord, generateConnections } from './connectors.ts';
import { type GeneratedJob, generateJobs } from './jobs.ts';
import { endedRuns, newestRuns } from './runs.ts';
import { checkScale, type Scale } from './scale.ts';
import { generateTransformations } from './transformations.ts';
import { generateIdentities, workspaceRecords } from './workspaces.ts';

/** Options of {@link generateData}. */
export interface GenerateOptions {
  /** A whole number. @default 1 */
  readonly seed?: number;
  /** @default defaultScale */
  readonly scale?: Partial<Scale>;
  /** The moment up to which jobs have run. @default the current time */
  readonly now?: Date;
  /** Whether some jobs have names that are hard to encode, and all a RowVersion beyond 2^53. @default false */
  readonly edgeCases?: boolean;
}

/**
 * Generates the data of a service that has been in use for some time. The same seed, scale and moment give the same
 * bytes. Jobs are generated immediately, everything else when it is read. History records are generated one by one, so
 * that a million records do not fill the memory.
 *
 * @throws ConfigError naming the invalid option
 * @example
 * const data = generateData({ seed: 7, scale: { history: 1_000_000 }, now: new Date('2026-03-01T00:00:00Z') });
 */
export function generateData({
  seed = 1,
  scale = {},
  now = new Date(),
  edgeCases = false,
}: GenerateOptions = {}): Required<SandboxData> {
  if (!Number.isSafeInteger(seed)) throw new ConfigError('seed', `must be a whole number, found ${String(seed)}`);
  if (Number.isNaN(now.getTime())) throw new ConfigError('now', 'must be a valid date');
  const { jobs: jobCount, history, connectors, workspaces, transformations: transformationCount } = checkScale(scale);
  const nowMs = now.getTime();
  const identities = generateIdentities(workspaces, seed);
  const connections = generateConnections(connectors, workspaces, seed);
  const jobs = generateJobs(
    jobCount,
    connections,
    identities.map(({ id }) => id),
    seed,
    edgeCases,
  );
  const transformations = generateTransformations(transformationCount, jobs, seed);

  const kept = Math.min(maxStatusRecords, jobCount === 0 ? 0 : Math.max(1, Math.ceil(history / jobCount)));
  const newest = (job: GeneratedJob): Run[] => newestRuns(job, kept, nowMs, seed);
  const taskRecords = (job: GeneratedJob, tasks: readonly TaskRunner[], wanted: string): WireRecord[] =>
    newest(job)
      .flatMap((run) => planTasks(tasks, run, seed))
      .filter(({ task, endMs }) => task.key === wanted && endMs <= nowMs)
      .map((run) => taskRecord(run, nowMs)!);

  return {
    jobs: jobs.map(({ record }) => record),
    history: { [Symbol.iterator]: () => records(endedRuns(jobs, history, nowMs, seed), nowMs) },
    get connectors() {
      return connections.map((connection) =>
        connectorRecord(connection, identities[connection.workspace]!.name, nowMs),
      );
    },
    get workspaces() {
      return workspaceRecords(identities, { connections, jobs, transformations }, nowMs);
    },
    jobStatus: lazyMembers(
      jobs.map((job) => [job.runner.jobId, () => newest(job).map((run) => statusRecord(run, nowMs))]),
    ),
    taskHistory: lazyMembers(
      transformations.flatMap(({ job, tasks }) =>
        tasks.map(({ key }) => [key, () => taskRecords(job, tasks, key)] as const),
      ),
    ),
  };
}

/** An object whose members are generated each time they are read. */
function lazyMembers<T>(members: readonly (readonly [name: string, get: () => T])[]): Record<string, T> {
  const record: Record<string, T> = {};
  for (const [name, get] of members) Object.defineProperty(record, name, { get, enumerable: true });
  return record;
}

function* records(runs: Iterable<Run>, nowMs: number): Generator<OpenRecord> {
  for (const run of runs) yield historyRecord(run, nowMs);
}
