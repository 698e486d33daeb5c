import { wholePattern } from '@syncline/core/internal';
import type { HistoryDay, HistoryStore } from '@syncline/runs';
import type { ReadPages } from './export-page.ts';
import type { ExportWindow } from './export-query.ts';

/** Which runs of a store to read. */
export interface StoreSelection extends ExportWindow {
  readonly job?: string | undefined;
}

const pageSize = 5_000;
const dayLength = 86_400_000;
/** The cursor after the last page */
const end = 'end';

/** Reads runs from a store, one page at a time, oldest first. */
export function storeRuns(store: HistoryStore, { since, until, job = '*' }: StoreSelection): ReadPages {
  const belongs = wholePattern(job);
  // A name without wildcards is read with an index.
  const query = { since, until, job: job.includes('*') ? undefined : job, first: 'oldest', limit: pageSize } as const;
  return async function* (kept) {
    if (kept === end) return;
    const days = daysOf(await store.readDays(), { since, until });
    let cursor = kept;
    do {
      const page = await store.readPage({ ...query, cursor });
      cursor = page.next;
      const day = Math.floor((page.runs.at(-1)?.start ?? Number.NaN) / dayLength);
      const done = cursor === undefined ? days.length : days.findIndex((each) => each.day >= day) + 0.5;
      yield {
        runs: page.runs.filter((run) => belongs(run.job)),
        unreadable: 0,
        cursor: cursor ?? end,
        share: done / days.length,
        of: 'days',
      };
    } while (cursor !== undefined);
  };
}

/**
 * The whole days of a store that overlap a period, as a separate store, because each day is one Parquet file.
 *
 * @param onRead - receives the number of runs of each page that is read
 */
export function storeView(
  store: HistoryStore,
  { since, until, job }: StoreSelection,
  onRead: (runs: number) => void,
): HistoryStore {
  const belongs = wholePattern(job ?? '*');
  return {
    readIdentity: async () => {
      const { id, environment } = await store.readIdentity();
      return { id: job === undefined ? id : `${id} ${job}`, environment };
    },
    readDays: async () => daysOf(await store.readDays(), { since, until }),
    readRuns: (query) => store.readRuns(query),
    readPage: async (query) => {
      const page = await store.readPage(query);
      const runs = page.runs.filter((run) => belongs(run.job));
      onRead(runs.length);
      return { runs, next: page.next };
    },
  };
}

function daysOf(days: readonly HistoryDay[], { since, until }: ExportWindow): readonly HistoryDay[] {
  return days.filter(
    ({ day }) => (day + 1) * dayLength > (since ?? -Infinity) && day * dayLength < (until ?? Infinity),
  );
}
