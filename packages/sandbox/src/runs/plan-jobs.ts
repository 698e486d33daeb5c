import { ConfigError } from '@syncline/core/errors';
import { Cron } from 'croner';
import type { WireRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { createRunner, planRun, type Run, type Runner, stuckMs } from './run.ts';
import { defaultWeights, drawByWeight } from './script.ts';
import type { TaskRunner } from './task-run.ts';

/** When a job starts, in UTC. */
interface Schedule {
  /** The first start after `milliseconds`, or undefined if there is none. */
  next(milliseconds: number): number | undefined;
}

/** The fields of a cron expression from the seconds on, each with its first and last value and the names of its values. */
const cronFields: readonly (readonly [first: number, last: number, names?: string])[] = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12, 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'],
  [0, 6, 'SUNMONTUEWEDTHUFRISAT'],
];

/** Writes what Unix and Quartz users write, and the parser does not read: `22-2`, `FRI-MON`, and `L` for Saturday. */
function plainCron(text: string): string {
  const parts = text.trim().split(/\s+/);
  const ahead = parts.length === 5 ? 1 : 0;
  return parts
    .map((part, index) => {
      const [first = 0, last = 0, names = ''] = cronFields[index + ahead] ?? [];
      const valueOf = (value: string): number => {
        const at = names.indexOf(value.toUpperCase());
        return value.length === 3 && at >= 0 ? at / 3 + first : Number(value);
      };
      if (index + ahead === 5 && /^l$/i.test(part)) return String(last);
      return part.replace(/(?<![\w#])(\w+)-(\w+)(?!\/)/g, (range: string, from: string, to: string) => {
        const [begin, end] = [valueOf(from), valueOf(to)];
        return begin > end && begin <= last ? `${begin}-${last},${first}-${end}` : range;
      });
    })
    .join(' ');
}

/**
 * Parses a cron expression in UTC: five, six (seconds first) or seven fields, or a nickname such as `@daily`. It may have
 * the forms that services document, such as `3/15`, `?` and `22-2`.
 *
 * @throws RangeError when the text is not a cron expression; its message is the rest of a sentence
 * @example
 * readCron('30 2 * * *').next(Date.parse('2026-03-01T00:00:00Z')); // 02:30 on that day
 */
export function readCron(text: string): Schedule {
  let cron: Cron;
  try {
    cron = new Cron(plainCron(text), { utcOffset: 0, paused: true, sloppyRanges: true });
  } catch (error) {
    throw new RangeError(
      `must be a cron expression (${String((error as Error).message).replace(/^CronPattern: /, '')}), found ${JSON.stringify(text)}`,
    );
  }
  return { next: (milliseconds) => cron.nextRun(new Date(milliseconds))?.getTime() };
}

/** A job of the store with its schedule and its transformations. */
export interface PlannedJob {
  readonly runner: Runner;
  /** Undefined for a job that runs only when somebody starts it. */
  readonly schedule: Schedule | undefined;
  /** Its transformations, each a list of tasks. */
  readonly transformations: readonly (readonly TaskRunner[])[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const dayMs = 86_400_000;

/**
 * Reads the jobs of a store. A transformation follows the job whose run its latest task record names. Transformations
 * without such a record are distributed over the jobs in order.
 *
 * @throws ConfigError naming the job, when the cron expression of a scheduled job is invalid
 */
export function planJobs(store: Store, nowMs: number, seed: number): PlannedJob[] {
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
    throw new ConfigError(`jobs[${JSON.stringify(jobName)}].ScheduledCron`, (error as RangeError).message);
  }
}

function findFollowers(store: Store, jobs: readonly WireRecord[]): TaskRunner[][][] {
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

const draw = drawByWeight(defaultWeights);

/**
 * How far back to look for the last start: the shortest period first. Most jobs start often, and finding every start in
 * a longer period takes time.
 */
const lookBackMs = [900_000, 3_600_000, stuckMs];

/** The active run of a job of generated data at a moment. The generator omits exactly this run. */
export function runInFlight({ runner, schedule }: PlannedJob, nowMs: number, seed: number): Run | undefined {
  const last = schedule && lastStart(schedule, nowMs);
  if (last === undefined) return undefined;
  const run = planRun(runner, last, seed, draw);
  return run.endMs > nowMs ? run : undefined;
}

function lastStart(schedule: Schedule, nowMs: number): number | undefined {
  let last: number | undefined;
  for (const span of lookBackMs) {
    for (let at = schedule.next(nowMs - span); at !== undefined && at <= nowMs; at = schedule.next(at)) last = at;
    if (last !== undefined) return last;
  }
  return undefined;
}
