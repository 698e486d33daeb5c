import type { HistoryRecord } from '@syncline/client';
import type { Accessor, RunAccessors, StoredRun } from '@syncline/runs';
import type { ReportRun } from '../report/report.ts';
import type { OpenStore } from './open-store.ts';

/** The runs of a store that started at a moment or later, the oldest first. What a run's error is, its record says. */
export async function readStoredRuns(
  store: OpenStore,
  since: number,
  history: Pick<RunAccessors<HistoryRecord>, 'error'> | undefined,
): Promise<readonly ReportRun[]> {
  const runs = await store.readRuns({ since });
  return runs.map((run) => reportRun(run, history?.error));
}

function reportRun(run: StoredRun, error: Accessor<HistoryRecord> | undefined): ReportRun {
  const { key, job, outcome, start, end, rows, status } = run;
  return { key, job, outcome, start, end, rows, status, error: outcome === 'succeeded' ? '' : errorOf(run, error) };
}

function errorOf({ raw }: StoredRun, accessor: Accessor<HistoryRecord> | undefined): string {
  if (accessor === undefined) return '';
  try {
    const record = JSON.parse(raw) as HistoryRecord;
    const value: unknown = typeof accessor === 'function' ? accessor(record) : record[accessor];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
