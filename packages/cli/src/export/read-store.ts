import { wholePattern } from '@syncline/core/internal';
import type { HistoryDay, HistoryStore, StoredRun } from '@syncline/runs';
import type { ReadPages } from './export-page.ts';
import type { ExportWindow } from './export-query.ts';

/** Which runs of a store to read. */
export interface StoreSelection extends ExportWindow {
  readonly job?: string | undefined;
}

const pageSize = 5_000;
const dayLength = 86_400_000;

/** Reads runs from a store, one page at a time, oldest first. */
export function storeRuns(store: HistoryStore, { since, until, job = '*' }: StoreSelection): ReadPages {
  const belongs = wholePattern(job);
  return async function* (cursor) {
    const days = daysOf(await store.readDays(), { since, until });
    const [keptDay, last] = readCursor(cursor);
    for (const [index, { day }] of days.entries()) {
      if (keptDay !== undefined && day < keptDay) continue;
      let after = day === keptDay ? last : undefined;
      for (;;) {
        const page = await store.readPage(day, after, pageSize);
        after = page.at(-1) ?? after;
        const isLast = page.length < pageSize;
        const runs = page.filter(
          (run) => belongs(run.job) && run.start >= (since ?? -Infinity) && run.start < (until ?? Infinity),
        );
        yield {
          runs,
          unreadable: 0,
          cursor: writeCursor(day, after),
          share: (index + (isLast ? 1 : 0.5)) / days.length,
          of: 'days',
        };
        if (isLast) break;
      }
    }
  };
}

/**
 * The whole days of a store that overlap a period, as a separate store, because each day is one Parquet file.
 *
 * @param onRead - receives the pages as they are read
 */
export function storeView(
  store: HistoryStore,
  { since, until, job }: StoreSelection,
  onRead: (read: { readonly day: number; readonly runs: number }) => void,
): HistoryStore {
  const belongs = wholePattern(job ?? '*');
  return {
    readIdentity: async () => {
      const { id, environment } = await store.readIdentity();
      return { id: job === undefined ? id : `${id} ${job}`, environment };
    },
    readDays: async () => daysOf(await store.readDays(), { since, until }),
    readRuns: (query) => store.readRuns(query),
    readPage: async (day, after, limit) => {
      const found: StoredRun[] = [];
      for (let last = after; found.length < limit; ) {
        const page = await store.readPage(day, last, limit);
        for (const run of page) if (belongs(run.job)) found.push(run);
        if (page.length < limit) break;
        last = page.at(-1);
      }
      const runs = found.slice(0, limit);
      onRead({ day, runs: runs.length });
      return runs;
    },
  };
}

function daysOf(days: readonly HistoryDay[], { since, until }: ExportWindow): readonly HistoryDay[] {
  return days.filter(
    ({ day }) => (day + 1) * dayLength > (since ?? -Infinity) && day * dayLength < (until ?? Infinity),
  );
}

function writeCursor(day: number, last: Pick<StoredRun, 'start' | 'key'> | undefined): string {
  return JSON.stringify(last === undefined ? [day] : [day, last.start, last.key]);
}

function readCursor(cursor: string | undefined): [day?: number, last?: Pick<StoredRun, 'start' | 'key'>] {
  if (cursor === undefined) return [];
  const [day, start, key] = JSON.parse(cursor) as [number, number?, string?];
  return start === undefined || key === undefined ? [day] : [day, { start, key }];
}
