import type { OpenRecord, SandboxData, WireRecord } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { keptRuns } from '../life/keep.ts';
import { historyRecord, statusRecord } from '../life/render.ts';
import type { Run } from '../life/run.ts';
import { planTasks, taskRecord } from '../life/tasks.ts';
import { connectorRecord, generateConnections } from './connectors.ts';
import { generateJobs } from './jobs.ts';
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
 * The history is an iterable that makes its records one by one each time it is gone through, so a million of them take no memory.
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
  const jobs = generateJobs(jobCount, connections, heads.map(({ id }) => id), seed);
  const transformations = generateTransformations(transformationCount, jobs, seed);

  const kept = Math.min(keptRuns, jobCount === 0 ? 0 : Math.max(1, Math.ceil(history / jobCount)));
  const newest = new Map(jobs.map((job) => [job, newestRuns(job, kept, nowMs, seed)]));
  const taskHistory: Record<string, WireRecord[]> = {};
  for (const { job, tasks } of transformations) {
    for (const { key } of tasks) taskHistory[key] = [];
    for (const run of newest.get(job)!) {
      for (const taskRun of planTasks(tasks, run, seed)) if (taskRun.endMs <= nowMs) taskHistory[taskRun.task.key]!.push(taskRecord(taskRun, nowMs)!);
    }
  }

  return {
    jobs: jobs.map(({ record }) => record),
    history: { [Symbol.iterator]: () => records(endedRuns(jobs, history, nowMs, seed), nowMs) },
    connectors: connections.map((connection) => connectorRecord(connection, heads[connection.workspace]!.name, nowMs)),
    workspaces: workspaceRecords(heads, { connections, jobs, transformations }, nowMs),
    jobStatus: Object.fromEntries(jobs.map((job) => [job.runner.jobId, newest.get(job)!.map((run) => statusRecord(run, nowMs))])),
    taskHistory,
  };
}

function* records(runs: Iterable<Run>, nowMs: number): Generator<OpenRecord> {
  for (const run of runs) yield historyRecord(run, nowMs);
}
