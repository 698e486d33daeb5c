import type { OpenRecord, SandboxData, WireRecord } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { keptRuns } from '../life/keep.ts';
import { historyRecord, statusRecord } from '../life/render.ts';
import type { Run } from '../life/run.ts';
import { planTasks, taskRecord, type TaskRunner } from '../life/tasks.ts';
import { connectorRecord, generateConnections } from './connectors.ts';
import { type GeneratedJob, generateJobs } from './jobs.ts';
import { endedRuns, newestRuns } from './runs.ts';
import { checkScale, type Scale } from './scale.ts';
import { generateTransformations } from './transformations.ts';
import { generateHeads, workspaceRecords } from './workspaces.ts';

/** What data is generated from. */
export interface GenerateOptions {
  /** A whole number. @default 1 */
  readonly seed?: number;
  /** @default defaultScale */
  readonly scale?: Partial<Scale>;
  /** The moment up to which jobs have run. @default the time of the machine */
  readonly now?: Date;
}

/**
 * Generates what a service that has been used for a while would answer. The same seed, scale and moment give the same bytes.
 * Jobs are there at once; all else is made when it is read, and the history's records one by one, so a million of them take no memory.
 *
 * @throws ConfigError naming the option that is wrong
 * @example
 * const data = generateData({ seed: 7, scale: { history: 1_000_000 }, now: new Date('2026-03-01T00:00:00Z') });
 */
export function generateData({ seed = 1, scale = {}, now = new Date() }: GenerateOptions = {}): Required<SandboxData> {
  if (!Number.isSafeInteger(seed)) throw new ConfigError('seed', `${String(seed)} is not a whole number`);
  if (Number.isNaN(now.getTime())) throw new ConfigError('now', 'is no date');
  const { jobs: jobCount, history, connectors, workspaces, transformations: transformationCount } = checkScale(scale);
  const nowMs = now.getTime();
  const heads = generateHeads(workspaces, seed);
  const connections = generateConnections(connectors, workspaces, seed);
  const jobs = generateJobs(
    jobCount,
    connections,
    heads.map(({ id }) => id),
    seed,
  );
  const transformations = generateTransformations(transformationCount, jobs, seed);

  const kept = Math.min(keptRuns, jobCount === 0 ? 0 : Math.max(1, Math.ceil(history / jobCount)));
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
      return connections.map((connection) => connectorRecord(connection, heads[connection.workspace]!.name, nowMs));
    },
    get workspaces() {
      return workspaceRecords(heads, { connections, jobs, transformations }, nowMs);
    },
    jobStatus: whenRead(
      jobs.map((job) => [job.runner.jobId, () => newest(job).map((run) => statusRecord(run, nowMs))]),
    ),
    taskHistory: whenRead(
      transformations.flatMap(({ job, tasks }) =>
        tasks.map(({ key }) => [key, () => taskRecords(job, tasks, key)] as const),
      ),
    ),
  };
}

/** A record whose members are made each time they are read. */
function whenRead<T>(members: readonly (readonly [name: string, make: () => T])[]): Record<string, T> {
  const record: Record<string, T> = {};
  for (const [name, get] of members) Object.defineProperty(record, name, { get, enumerable: true });
  return record;
}

function* records(runs: Iterable<Run>, nowMs: number): Generator<OpenRecord> {
  for (const run of runs) yield historyRecord(run, nowMs);
}
