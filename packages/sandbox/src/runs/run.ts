import type { OpenRecord, WireRecord } from '../data/records.ts';
import { createRandom, hash, type Random } from '../random/random.ts';
import type { DrawOutcome, ScriptedOutcome } from './script.ts';

const errorMessages = [
  'Could not connect to the source: connection timed out after 30 seconds.',
  '[429] The source refused the request: too many calls in this window.',
  "Login failed for user 'sync_reader'.",
  "The value O'Neil does not match the pattern of column last_name.",
  'Object "ORDERS_ARCHIVE" was not found in the source.',
  'Deadlock found when trying to get lock; the transaction was rolled back.',
  'The value "Zürich – Süd" is too long for column city (12).',
];

/** What is visible of a run at a moment. */
interface RunView {
  readonly status: string;
  readonly details: string;
  readonly rows: number;
  readonly runtime: string;
  readonly ended: boolean;
  readonly error: string | null;
}

/** A duration as `hh:mm:ss`. Hours may exceed 24. */
export function formatRuntime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The error message of a failed run or task, chosen by a number. */
export function errorMessage(number: number): string {
  return errorMessages[number % errorMessages.length]!;
}

/**
 * What is visible of a run at a moment. The status values are the sandbox's own, because the specification defines
 * none. If tasks failed, the value is free text, as in real services: all that a client may conclude from an unknown
 * value is that the status changed.
 */
export function viewRun(run: Run, nowMs: number): RunView {
  const { tasks, key } = run.runner;
  const done = tasksDone(run, nowMs);
  if (nowMs < run.endMs) {
    const rows = run.done === 0 ? 0 : Math.floor((run.rows * done) / run.done);
    return {
      status: 'RUNNING',
      details: `${done} of ${tasks} Tasks Completed`,
      rows,
      runtime: formatRuntime(done * run.stepMs),
      ended: false,
      error: null,
    };
  }
  const reason = errorMessage(key + Math.floor(run.startMs / 60_000));
  const ended = { rows: run.rows, runtime: formatRuntime(run.endMs - run.startMs), ended: true };
  switch (run.outcome) {
    case 'success':
      return { status: 'SUCCESS', details: `${run.rows} Records Affected`, ...ended, error: null };
    case 'zeroRows':
      return { status: 'SUCCESS', details: 'No changes since the last run', ...ended, error: null };
    case 'tasksFailed':
      return {
        status: `${run.failedTasks} of ${tasks} Tasks Failed`,
        details: `${run.failedTasks} of ${tasks} Tasks Failed: ${reason}`,
        ...ended,
        error: reason,
      };
    case 'failed':
      return { status: 'FAILED', details: `The run failed: ${reason}`, ...ended, error: reason };
    case 'cancelled':
      return {
        status: 'CANCELLED',
        details: `Cancelled by an operator after ${done} of ${tasks} Tasks`,
        ...ended,
        error: null,
      };
    case 'stuck':
      return {
        status: 'CANCELLED',
        details: `No progress after ${done} of ${tasks} Tasks; ended by the watchdog`,
        ...ended,
        error: null,
      };
  }
}

/**
 * The history record of a run. Section 2.5 shows `runstartdate`, `connectorid`, `details` and `instanceid`. The other
 * fields are the sandbox's own, so that filters can be tried on strings, numbers and nulls.
 */
export function historyRecord(run: Run, nowMs: number): OpenRecord {
  return {
    historyid: run.historyId,
    jobid: run.runner.jobId,
    jobname: run.runner.jobName,
    connectorid: run.runner.source,
    runstartdate: new Date(run.startMs).toISOString(),
    instanceid: run.instance,
    ...historyChanges(run, nowMs),
  };
}

/** The fields of a history record that change during its run. */
export function historyChanges(run: Run, nowMs: number): OpenRecord {
  const view = viewRun(run, nowMs);
  return {
    status: view.status,
    details: view.details,
    recordsaffected: view.rows,
    runtime: view.runtime,
    runenddate: view.ended ? new Date(run.endMs).toISOString() : null,
    error: view.error,
  };
}

/** The job status record of a run (section 2.4). */
export function statusRecord(run: Run, nowMs: number): WireRecord {
  const view = viewRun(run, nowMs);
  return {
    history_id: run.historyId,
    status: view.status,
    details: view.details,
    records_affected: view.rows,
    run_start_at: new Date(run.startMs).toISOString(),
    runtime: view.runtime,
  };
}

/** What the runs of one job have in common. */
export interface Runner {
  readonly jobId: string;
  readonly jobName: string;
  /** Name of the source connection. */
  readonly source: string;
  readonly key: number;
  /** How many tasks (tables) a run has. */
  readonly tasks: number;
  /** How long a successful run takes and how many records it moves, plus or minus 20 %. */
  readonly typicalMs: number;
  readonly typicalRows: number;
}

/** One run, planned from start to end. `run-records.ts` has the records that are visible at a moment. */
export interface Run {
  readonly runner: Runner;
  readonly historyId: string;
  readonly instance: string;
  readonly outcome: ScriptedOutcome;
  readonly startMs: number;
  readonly endMs: number;
  /** Number of tasks that are done when the run ends. A task takes `stepMs`. */
  readonly done: number;
  readonly stepMs: number;
  readonly failedTasks: number;
  readonly rows: number;
}

const rowScales = [1, 10, 100, 1000, 10_000, 100_000];
/** How long a stuck run lasts before the watchdog ends it. */
export const stuckMs = 8 * 3_600_000;

/**
 * Returns what the runs of a job have in common. It depends only on the job's id and the seed. `periodMs` is the time
 * between two starts: a successful run takes at most half of it.
 */
export function createRunner(
  job: { readonly jobId: string; readonly jobName: string; readonly source: string },
  periodMs: number,
  seed: number,
): Runner {
  const key = hash(job.jobId);
  const random = (field: string): Random => createRandom(seed, key, 1, field);
  return {
    ...job,
    key,
    tasks: random('tasks').int(1, 24),
    typicalMs: Math.max(2000, Math.min(random('typicalMs').int(8, 2400) * 1000, Math.floor(periodMs / 2))),
    typicalRows: random('typicalRows').int(1, 9) * random('rowScale').pick(rowScales),
  };
}

/**
 * Plans a run only from seed, job and start, so that the result does not depend on when or in which order runs are
 * planned. `maxStuckMs` limits a stuck run.
 */
export function planRun(
  runner: Runner,
  startMs: number,
  seed: number,
  decide: ScriptedOutcome | DrawOutcome,
  maxStuckMs = stuckMs,
): Run {
  const seconds = Math.floor(startMs / 1000);
  const random = (field: string): Random => createRandom(seed, runner.key, seconds, field);
  const drawn = typeof decide === 'string' ? decide : decide(random('outcome'));
  const outcome = drawn === 'tasksFailed' && runner.tasks < 2 ? 'failed' : drawn;
  const { tasks } = runner;
  const share = random('share').int(80, 120) / 100;
  const successMs = Math.max(1000, Math.round(runner.typicalMs * share));
  const stepMs = Math.max(1, Math.floor(successMs / tasks));
  const partial = outcome === 'cancelled' || outcome === 'stuck';
  const failedTasks = outcome === 'tasksFailed' ? random('failedTasks').int(1, tasks - 1) : 0;
  const done = partial ? random('done').int(0, tasks - 1) : outcome === 'failed' ? 0 : tasks;
  const moved = Math.round(runner.typicalRows * share);
  return {
    runner,
    historyId: `${seconds.toString(36)}-${runner.key.toString(16).padStart(8, '0')}`,
    instance: `sync-0${(runner.key % 3) + 1}`,
    outcome,
    startMs,
    endMs: startMs + length(),
    done,
    stepMs,
    failedTasks,
    rows: outcome === 'zeroRows' || outcome === 'failed' ? 0 : Math.floor((moved * (done - failedTasks)) / tasks),
  };

  function length(): number {
    if (outcome === 'failed') return Math.max(1000, Math.floor(stepMs / 2));
    if (outcome === 'cancelled') return stepMs * done + Math.ceil(stepMs / 2);
    return outcome === 'stuck' ? Math.max(maxStuckMs, stepMs * tasks) : successMs;
  }
}

/** How many tasks of a run are done at a moment. */
function tasksDone(run: Run, nowMs: number): number {
  return nowMs >= run.endMs ? run.done : Math.min(run.done, Math.floor((nowMs - run.startMs) / run.stepMs));
}

/** When the records of a run change next: a task is done or the run ends. Infinity after its end. */
export function nextChange(run: Run, nowMs: number): number {
  if (nowMs >= run.endMs) return Number.POSITIVE_INFINITY;
  const done = tasksDone(run, nowMs);
  return done < run.done ? Math.min(run.startMs + (done + 1) * run.stepMs, run.endMs) : run.endMs;
}
