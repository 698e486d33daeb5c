import type { OpenRecord, WireRecord } from '../data/records.ts';
import { type Run, tasksDone } from './run.ts';

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
export interface RunView {
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
