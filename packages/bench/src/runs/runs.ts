import type { StoredRun } from '@syncline/runs';

/** Runs as in a history of many jobs, on ten days. Versions are 32 hexadecimal digits, as those of a tracker. */
export function createRuns(count: number): StoredRun[] {
  const first = Date.parse('2026-03-01T00:00:00Z');
  return Array.from({ length: count }, (_, n) => {
    const start = first + Math.floor((n * 10 * 86_400_000) / count);
    const record = {
      historyid: `run-${n}`,
      jobname: `Orders ${n % 100}`,
      status: 'SUCCESS',
      runstartdate: new Date(start).toISOString(),
      details: `moved "${n}" rows`,
      recordsaffected: n,
    };
    return {
      key: record.historyid,
      job: record.jobname,
      outcome: 'succeeded',
      status: record.status,
      start,
      end: start + 500,
      rows: n,
      version: `0${String(n).padStart(31, '0')}`,
      firstSeen: start + 1_000,
      raw: JSON.stringify(record),
    };
  });
}

/** The same runs with another number of rows. */
export function changeRuns(runs: readonly StoredRun[]): StoredRun[] {
  return runs.map((run) => ({
    ...run,
    version: `1${run.version.slice(1)}`,
    rows: 1,
    raw: run.raw.replace(/"recordsaffected":\d+/, '"recordsaffected":1'),
  }));
}

/** Number of runs that one transaction writes. */
export const perChange = 1_000;

/** The runs in the order in which polls write them. */
export function* changesOf(runs: readonly StoredRun[]): Generator<readonly StoredRun[]> {
  for (let first = 0; first < runs.length; first += perChange) yield runs.slice(first, first + perChange);
}
