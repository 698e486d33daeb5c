import type { WireRecord } from '../data/records.ts';
import { checkRecord } from '../data/check-record.ts';
import { parseTaskKey, printTaskKey } from '../data/task-key.ts';
import { toJsonText } from './json-text.ts';
import type { Prepare } from './database.ts';

/**
 * The two tables with a list of records per row: status records by job, and task histories by transformation and task.
 */
export interface StatusTables {
  /** @throws ConfigError naming record and field */
  putJobStatus(jobId: string, records: readonly WireRecord[]): void;
  /** The text of an array. */
  jobStatusText(jobId: string): string | undefined;
  /** @throws ConfigError naming key, record and field */
  putTaskHistory(key: string, records: readonly WireRecord[]): void;
  taskHistoryText(transformationId: string, taskId: string): string | undefined;
  taskKeys(): string[];
}

export function createStatusTables(prepare: Prepare): StatusTables {
  const check = (
    name: 'JobStatusRecord' | 'TaskHistoryRecord',
    records: readonly WireRecord[],
    place: string,
  ): string => {
    records.forEach((record, index) => checkRecord(name, record, `${place}[${index}]`));
    return toJsonText(records);
  };
  return {
    putJobStatus(jobId, records) {
      prepare('INSERT OR REPLACE INTO job_status VALUES (?, ?)').run(
        jobId,
        check('JobStatusRecord', records, `jobStatus[${JSON.stringify(jobId)}]`),
      );
    },
    jobStatusText: (jobId) =>
      prepare('SELECT json FROM job_status WHERE job_id = ?').get(jobId)?.json as string | undefined,
    putTaskHistory(key, records) {
      const text = check('TaskHistoryRecord', records, `taskHistory[${JSON.stringify(key)}]`);
      prepare('INSERT OR REPLACE INTO task_history VALUES (?, ?, ?)').run(...parseTaskKey(key), text);
    },
    taskHistoryText: (transformationId, taskId) =>
      prepare('SELECT json FROM task_history WHERE transformation_id = ? AND task_id = ?').get(transformationId, taskId)
        ?.json as string | undefined,
    taskKeys: () =>
      prepare('SELECT transformation_id, task_id FROM task_history')
        .all()
        .map((row) => printTaskKey(row.transformation_id as string, row.task_id as string)),
  };
}
