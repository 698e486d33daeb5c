import type { ResolvedBehavior } from '../behavior/behavior.ts';
import type { WireRecord } from '../data/records.ts';
import type { HistoryHandle } from '../store/history-table.ts';
import type { Store } from '../store/store.ts';
import type { PlannedJob } from './plan-jobs.ts';
import { historyChanges, historyRecord, nextChange, type Run, statusRecord } from './run.ts';
import { planTasks, type TaskRun, taskRecord } from './task-run.ts';

/** Maximum number of status records of a job, and of history records of a task. The newest ones are kept. */
export const maxStatusRecords = 25;

/** The runs of one job: those in the store, and those that must still be written to it. */
export interface JobState {
  readonly job: PlannedJob;
  run: Run | undefined;
  /** How many runs have begun. */
  runs: number;
  /** Status records of ended runs, oldest first. Read from the store when the job first runs. */
  ended: WireRecord[] | undefined;
  taskRuns: TaskRun[];
}

/** Writes runs to the store: the history, the status records of jobs and the task histories. */
interface RunHistory {
  begin(state: JobState, run: Run): void;
  /** Ends the run of a job: makes its last records and plans the task runs that follow it. */
  end(state: JobState): void;
  /** Updates the store to its state at a moment. */
  write(nowMs: number): void;
  /** How many runs have begun since the last `write`. */
  unwrittenRuns(): number;
  /** When the records of an active run change next, or Infinity. */
  nextChange(nowMs: number): number;
  clear(): void;
}

/** A run whose history record is not in its final state yet. */
interface OpenRun {
  readonly run: Run;
  /** Undefined until the record is in the store. */
  handle: HistoryHandle | undefined;
}

/** Creates a run history without active runs. History records appear and change as `behavior` says. */
export function createRunHistory(
  store: Store,
  seed: number,
  { appear, lateMs }: Pick<ResolvedBehavior, 'appear' | 'lateMs'>,
): RunHistory {
  const active = new Set<JobState>();
  let open: OpenRun[] = [];
  let begun = 0;

  const end = (state: JobState): void => {
    const { job, run } = state;
    if (run === undefined) return;
    state.ended ??= store.jobStatus(job.runner.jobId);
    state.ended.push(statusRecord(run, run.endMs));
    if (state.ended.length > maxStatusRecords) state.ended.shift();
    for (const tasks of job.transformations) state.taskRuns.push(...planTasks(tasks, run, seed));
    state.run = undefined;
  };

  /** What is visible of a run at a moment: its state `lateMs` earlier, but at least its start. */
  const visibleMs = ({ startMs }: Run, nowMs: number): number => Math.max(startMs, nowMs - lateMs);
  const hasAppeared = (run: Run, nowMs: number): boolean => appear === 'start' || visibleMs(run, nowMs) >= run.endMs;

  const writeHistory = (nowMs: number): void => {
    const added: OpenRun[] = [];
    for (const run of open) {
      if (run.handle !== undefined) store.patchHistory(run.handle, historyChanges(run.run, visibleMs(run.run, nowMs)));
      else if (hasAppeared(run.run, nowMs)) added.push(run);
    }
    // In the order in which they appear, no matter how far the clock has moved.
    if (appear === 'end') added.sort((a, b) => a.run.endMs - b.run.endMs);
    if (added.length > 0) {
      const handles = store.addHistory(added.map(({ run }) => historyRecord(run, visibleMs(run, nowMs))));
      added.forEach((run, index) => {
        run.handle = handles[index];
      });
    }
    open = open.filter(({ run }) => visibleMs(run, nowMs) < run.endMs);
    begun = 0;
  };

  const writeStatus = (state: JobState, nowMs: number): void => {
    const { jobId } = state.job.runner;
    state.ended ??= store.jobStatus(jobId);
    const records =
      state.run === undefined
        ? state.ended
        : [...state.ended.slice(1 - maxStatusRecords), statusRecord(state.run, nowMs)];
    store.putJobStatus(jobId, records);
  };

  return {
    end,
    begin(state, run) {
      state.run = run;
      state.runs++;
      active.add(state);
      open.push({ run, handle: undefined });
      begun++;
    },
    write(nowMs) {
      for (const state of active) if (state.run !== undefined && state.run.endMs <= nowMs) end(state);
      writeHistory(nowMs);
      for (const state of active) {
        writeStatus(state, nowMs);
        state.taskRuns = writeTasks(store, state.taskRuns, nowMs);
        if (state.run === undefined && state.taskRuns.length === 0) active.delete(state);
      }
    },
    unwrittenRuns: () => begun,
    nextChange(nowMs) {
      let next = Number.POSITIVE_INFINITY;
      for (const { run, taskRuns } of active) {
        if (run !== undefined) next = Math.min(next, nextChange(run, nowMs));
        for (const { startMs, endMs } of taskRuns) next = Math.min(next, startMs > nowMs ? startMs : endMs);
      }
      if (lateMs > 0)
        for (const { run } of open) next = Math.min(next, nextChange(run, visibleMs(run, nowMs)) + lateMs);
      return next;
    },
    clear() {
      active.clear();
      open = [];
      begun = 0;
    },
  };
}

/** Writes what is visible of task runs at a moment, and returns those that have not ended. */
function writeTasks(store: Store, taskRuns: readonly TaskRun[], nowMs: number): TaskRun[] {
  const byKey = new Map<string, WireRecord[]>();
  for (const taskRun of taskRuns) {
    const record = taskRecord(taskRun, nowMs);
    if (record === undefined) continue;
    const { key } = taskRun.task;
    let records = byKey.get(key);
    if (records === undefined) byKey.set(key, (records = store.taskHistory(key)));
    const last = records.at(-1);
    if (last?.['job_history_id'] === record['job_history_id']) records.pop();
    records.push(record);
  }
  for (const [key, records] of byKey) store.putTaskHistory(key, records.slice(-maxStatusRecords));
  return taskRuns.filter(({ endMs }) => endMs > nowMs);
}
