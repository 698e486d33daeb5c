import type { LifeStore, WireRecord } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { readCron, type Schedule } from './cron.ts';
import { createRunner, type Runner } from './run.ts';
import type { TaskRunner } from './tasks.ts';

/** A job of the store with what the life knows of it. */
export interface PlannedJob {
  readonly runner: Runner;
  /** Undefined for a job that runs only when it is started by hand. */
  readonly schedule: Schedule | undefined;
  /** Its transformations, each a list of tasks. */
  readonly transformations: readonly (readonly TaskRunner[])[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const dayMs = 86_400_000;

/**
 * Reads the jobs of a store. A transformation follows the job whose run its latest task record names; where none does,
 * transformations are dealt out to the jobs in order.
 *
 * @throws ConfigError naming the job, when a scheduled job's cron string is none
 */
export function planJobs(store: LifeStore, nowMs: number, seed: number): PlannedJob[] {
  const records = store.listJobs();
  const followers = findFollowers(store, records);
  return records.map((record, index) => {
    const jobName = text(record['JobName']);
    const schedule = readSchedule(record, jobName);
    const first = schedule?.next(nowMs);
    const second = first === undefined ? undefined : schedule?.next(first);
    const runner = createRunner(
      { jobId: text(record['JobId']) || jobName, jobName, source: text(record['Source']) },
      first === undefined || second === undefined ? dayMs : second - first,
      seed,
    );
    return { runner, schedule, transformations: followers[index] ?? [] };
  });
}

function readSchedule(record: WireRecord, jobName: string): Schedule | undefined {
  const cron = text(record['ScheduledCron']);
  if (text(record['Scheduled']).toLowerCase() !== 'true' || cron === '') return undefined;
  try {
    return readCron(cron);
  } catch (error) {
    throw new ConfigError(`jobs[${JSON.stringify(jobName)}].ScheduledCron`, (error as Error).message);
  }
}

function findFollowers(store: LifeStore, jobs: readonly WireRecord[]): TaskRunner[][][] {
  const followers: TaskRunner[][][] = jobs.map(() => []);
  if (jobs.length === 0) return followers;
  const owners = new Map<unknown, number>();
  const keys = store.listTaskHistoryKeys();
  if (keys.length > 0)
    jobs.forEach((job, index) =>
      store.jobStatus(text(job['JobId'])).forEach((status) => owners.set(status['history_id'], index)),
    );
  const placed = new Map<string, TaskRunner[]>();
  for (const key of keys) {
    const [transformation = '', taskId = ''] = key.split('/').map(decodeURIComponent);
    const last = store.taskHistory(key).at(-1);
    let tasks = placed.get(transformation);
    if (tasks === undefined) {
      tasks = [];
      followers[owners.get(last?.['job_history_id']) ?? placed.size % jobs.length]!.push(tasks);
      placed.set(transformation, tasks);
    }
    tasks.push({ key, taskId, table: text(last?.['table']), query: text(last?.['query']) });
  }
  return followers;
}
