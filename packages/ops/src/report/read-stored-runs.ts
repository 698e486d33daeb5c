import type { HistoryRecord } from '@syncline/client';
import type { Accessor, RunAccessors, StoredRun } from '@syncline/runs';
import { storedTexts } from '../insight/failures.ts';
import type { OpenStore } from '../environment/open-store.ts';
import type { ReportRun } from './report.ts';

/** The runs of a store that started at a moment or later, oldest first. A run's error is read from its record. */
export async function readStoredRuns(
  store: OpenStore,
  since: number,
  history: Pick<RunAccessors<HistoryRecord>, 'error'> | undefined,
): Promise<readonly ReportRun[]> {
  const runs = await store.readRuns({ since });
  return runs.map((run) => reportRun(run, history?.error as Accessor<never> | undefined));
}

function reportRun(run: StoredRun, accessor: Accessor<never> | undefined): ReportRun {
  const { key, job, outcome, start, end, rows, status, raw } = run;
  const { error, details } = outcome === 'succeeded' ? { error: '', details: '' } : storedTexts(raw, accessor);
  return { key, job, outcome, start, end, rows, status, error, details };
}
