import { defineOutcomes, type RunPage, type RunSource, type SourceRun } from '@syncline/runs';

export const start = Date.parse('2026-03-02T00:00:00Z');
export const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });

/** A run as a history record. */
export function runOf(key: string, job: number, at: number, status: string, rows?: number): SourceRun {
  const end = status === 'RUNNING' ? undefined : at + 240_000;
  const record = {
    historyid: key,
    jobname: `job ${job}`,
    status,
    runstartdate: new Date(at).toISOString(),
    runenddate: end === undefined ? null : new Date(end).toISOString(),
    recordsaffected: rows ?? null,
    details: 'Replicated 12 tables, 3 of them with changes since the last run.',
    instanceid: '00000000-0000-4000-8000-000000000001',
    connectorid: 'Salesforce',
  };
  return { key, job: record.jobname, start: at, end, rows, status, error: '', record };
}

/** A service that returns the result of a function, without any time for the request. */
export function sourceOf(all: () => readonly SourceRun[], date: () => number): RunSource {
  return {
    kind: 'history',
    read: async ({ since, until = Number.POSITIVE_INFINITY, keys, beforeRequest }): Promise<RunPage> => {
      await beforeRequest?.();
      const wanted = keys && new Set(keys);
      const runs = all().filter((run) => (wanted ? wanted.has(run.key) : run.start >= since && run.start < until));
      const unreadable = { count: 0, problem: undefined };
      return { runs, requests: 1, rows: runs.length, unreadable, date: date(), filter: 'applied', order: 'applied' };
    },
  };
}
