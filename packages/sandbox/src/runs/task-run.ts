import type { WireRecord } from '../data/records.ts';
import { createRandom, hash, type Random } from '../random/random.ts';
import { errorMessage, formatRuntime, type Run } from './run.ts';

/** A task of a transformation that runs after a job. */
export interface TaskRunner {
  /** `transformation_id/task_id`, as in the data file. */
  readonly key: string;
  readonly taskId: string;
  readonly table: string;
  readonly query: string;
}

/** One run of a task, planned from start to end. */
export interface TaskRun {
  readonly task: TaskRunner;
  readonly run: Run;
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: number;
  readonly failed: boolean;
}

/**
 * The runs of a transformation's tasks after a run of their job: one after the other, until one fails. There are none
 * if the job moved no records.
 */
export function planTasks(tasks: readonly TaskRunner[], run: Run, seed: number): TaskRun[] {
  const runs: TaskRun[] = [];
  if (run.outcome !== 'success' && run.outcome !== 'tasksFailed') return runs;
  let startMs = run.endMs;
  for (const task of tasks) {
    const random = (field: string): Random => createRandom(seed, hash(task.key), Math.floor(run.startMs / 1000), field);
    const endMs = startMs + random('duration').int(800, 45_000);
    const failed = random('failed').chance(0.03);
    runs.push({
      task,
      run,
      startMs,
      endMs,
      rows: failed ? 0 : Math.floor((run.rows * random('rows').int(5, 100)) / 100),
      failed,
    });
    if (failed) break;
    startMs = endMs;
  }
  return runs;
}

/**
 * The task history record of a run at a moment (section 2.3), or undefined before it begins. It gets `run_end_at` when
 * it ends.
 */
export function taskRecord(
  { task, run, startMs, endMs, rows, failed }: TaskRun,
  nowMs: number,
): WireRecord | undefined {
  if (nowMs < startMs) return undefined;
  const ended = nowMs >= endMs;
  const error = ended && failed ? errorMessage(hash(task.key)) : '';
  return {
    task_id: task.taskId,
    job_history_id: run.historyId,
    affected_rows: ended ? rows : 0,
    status: ended ? (failed ? 'FAILED' : 'SUCCESS') : 'RUNNING',
    details: ended ? (failed ? error : `${rows} Rows Affected`) : 'Query sent',
    query: task.query,
    table: task.table,
    runtime: formatRuntime(ended ? endMs - startMs : 0),
    run_start_at: new Date(startMs).toISOString(),
    ...(ended && { run_end_at: new Date(endMs).toISOString() }),
    instance_id: run.instance,
    error,
  };
}
