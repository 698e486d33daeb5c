import { ConfigError, EventQueue } from '@syncline/core/internal';
import type { OpenRecord, SandboxData, WireRecord } from '../data/records.ts';
import { maxStatusRecords } from '../runs/run-history.ts';
import { type Run, historyRecord, planRun, statusRecord } from '../runs/run.ts';
import { defaultWeights, drawByWeight } from '../runs/script.ts';
import { type TaskRunner, planTasks, taskRecord } from '../runs/task-run.ts';
import { connectorRecord, generateConnections } from './connectors.ts';
import { type GeneratedJob, generateJobs, lastStart } from './jobs.ts';
import { type Scale, checkScale } from './scale.ts';
import { generateIdentities, generateTransformations, workspaceRecords } from './workspaces.ts';

const draw = drawByWeight(defaultWeights);

/** The run of a generated job that began at a moment. A stuck run in the past ended before the next run began. */
function pastRun({ runner, schedule }: GeneratedJob, startMs: number, seed: number): Run {
  return planRun(runner, startMs, seed, draw, Math.floor(schedule.periodMs * 0.9));
}

/**
 * The last start of a job whose run has ended. A run that is still active is added by the simulation, not by the
 * generator.
 */
function lastEnded(job: GeneratedJob, nowMs: number, seed: number): number {
  const last = lastStart(job.schedule, nowMs);
  const run = planRun(job.runner, last, seed, draw);
  return run.endMs > nowMs ? last - job.schedule.periodMs : last;
}

/** The newest ended runs of a job, oldest first. */
function newestRuns(job: GeneratedJob, count: number, nowMs: number, seed: number): Run[] {
  const last = lastEnded(job, nowMs, seed);
  return Array.from({ length: count }, (_, index) =>
    pastRun(job, last - (count - 1 - index) * job.schedule.periodMs, seed),
  );
}

/** Exactly the `count` newest ended runs of all jobs, in the order of their starts, generated one by one. */
function* endedRuns(jobs: readonly GeneratedJob[], count: number, nowMs: number, seed: number): Generator<Run> {
  if (count === 0 || jobs.length === 0) return;
  const ends = jobs.map((job) => lastEnded(job, nowMs, seed));
  const starts = (sinceMs: number): number =>
    jobs.reduce(
      (sum, { schedule }, index) => sum + Math.max(0, Math.floor((ends[index]! - sinceMs) / schedule.periodMs) + 1),
      0,
    );

  // Finds the latest moment since which there are enough runs. Surplus runs all start at exactly that moment and are
  // skipped.
  let enough = nowMs - 60_000;
  for (let span = 60_000; starts(enough) < count; span *= 2) enough -= span;
  let tooFew = nowMs + 1;
  while (tooFew - enough > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (starts(middle) >= count) enough = middle;
    else tooFew = middle;
  }
  let surplus = starts(enough) - count;

  const queue = new EventQueue<number>();
  jobs.forEach((job, index) => {
    const first = ends[index]! - Math.floor((ends[index]! - enough) / job.schedule.periodMs) * job.schedule.periodMs;
    if (first <= ends[index]!) queue.add(first, index);
  });
  for (
    let at = queue.nextTime(), index = queue.take();
    index !== undefined;
    at = queue.nextTime(), index = queue.take()
  ) {
    if (surplus > 0) surplus--;
    else yield pastRun(jobs[index]!, at, seed);
    const next = at + jobs[index]!.schedule.periodMs;
    if (next <= ends[index]!) queue.add(next, index);
  }
}

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
