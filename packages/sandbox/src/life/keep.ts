import type { LifeStore, WireRecord } from '../contract.ts';
import { taskRecord, type TaskRun } from './tasks.ts';

/** How many status records of a job, and history records of a task, are kept: the newest. */
export const keptRuns = 25;

/** Puts what can be seen of task runs at a moment into the store, and answers those that have not ended. */
export function writeTasks(store: LifeStore, taskRuns: readonly TaskRun[], nowMs: number): TaskRun[] {
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
  for (const [key, records] of byKey) store.putTaskHistory(key, records.slice(-keptRuns));
  return taskRuns.filter(({ endMs }) => endMs > nowMs);
}
