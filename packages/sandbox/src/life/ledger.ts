import type { HistoryHandle, LifeStore, WireRecord } from '../contract.ts';
import { keptRuns, writeTasks } from './keep.ts';
import type { PlannedJob } from './plan.ts';
import { historyChanges, historyRecord, statusRecord } from './render.ts';
import { nextChange, type Run } from './run.ts';
import { planTasks, type TaskRun } from './tasks.ts';

/** What of a job's runs is in the store, or on its way there. */
export interface Account {
  readonly job: PlannedJob;
  run: Run | undefined;
  handle: HistoryHandle | undefined;
  /** How many runs have begun. */
  runs: number;
  /** Status records of ended runs, oldest first; read from the store when the job first runs. */
  ended: WireRecord[] | undefined;
  taskRuns: TaskRun[];
}

/** Keeps the store's history, status records and task histories in step with the runs that begin and end. */
export interface Ledger {
  begin(account: Account, run: Run): void;
  /** The run of a job has ended: its last records are made, and the runs of its transformations are planned. */
  end(account: Account): void;
  /** Brings the store to what can be seen at a moment. */
  write(nowMs: number): void;
  /** How many runs have begun since the last `write`. */
  waiting(): number;
  /** When something next changes of what is in flight, or Infinity. */
  due(nowMs: number): number;
  clear(): void;
}

/** A ledger in which nothing is in flight. */
export function createLedger(store: LifeStore, seed: number): Ledger {
  const active = new Set<Account>();
  let fresh: { readonly account: Account; readonly run: Run }[] = [];

  const end = (account: Account): void => {
    const { job, run, handle } = account;
    if (run === undefined) return;
    account.ended ??= store.jobStatus(job.runner.jobId);
    account.ended.push(statusRecord(run, run.endMs));
    if (account.ended.length > keptRuns) account.ended.shift();
    if (handle !== undefined) store.patchHistory(handle, historyChanges(run, run.endMs));
    for (const tasks of job.transformations) account.taskRuns.push(...planTasks(tasks, run, seed));
    account.run = undefined;
  };

  const addHistory = (nowMs: number): void => {
    const added = fresh;
    fresh = [];
    const handles = store.addHistory(added.map(({ run }) => historyRecord(run, nowMs)));
    added.forEach(({ account, run }, index) => {
      if (account.run === run) account.handle = handles[index];
    });
  };

  const writeStatus = (account: Account, nowMs: number): void => {
    const { runner } = account.job;
    account.ended ??= store.jobStatus(runner.jobId);
    const records =
      account.run === undefined
        ? account.ended
        : [...account.ended.slice(1 - keptRuns), statusRecord(account.run, nowMs)];
    store.putJobStatus(runner.jobId, records);
  };

  return {
    end,
    begin(account, run) {
      account.run = run;
      account.handle = undefined;
      account.runs++;
      active.add(account);
      fresh.push({ account, run });
    },
    write(nowMs) {
      for (const account of active) {
        const { run, handle } = account;
        if (run === undefined) continue;
        if (run.endMs <= nowMs) end(account);
        else if (handle !== undefined) store.patchHistory(handle, historyChanges(run, nowMs));
      }
      if (fresh.length > 0) addHistory(nowMs);
      for (const account of active) {
        writeStatus(account, nowMs);
        account.taskRuns = writeTasks(store, account.taskRuns, nowMs);
        if (account.run === undefined && account.taskRuns.length === 0) active.delete(account);
      }
    },
    waiting: () => fresh.length,
    due(nowMs) {
      let due = Number.POSITIVE_INFINITY;
      for (const { run, taskRuns } of active) {
        if (run !== undefined) due = Math.min(due, nextChange(run, nowMs));
        for (const { startMs, endMs } of taskRuns) due = Math.min(due, startMs > nowMs ? startMs : endMs);
      }
      return due;
    },
    clear() {
      active.clear();
      fresh = [];
    },
  };
}
