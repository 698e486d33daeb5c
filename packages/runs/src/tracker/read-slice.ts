import { IncompleteHistoryError } from '../errors/incomplete-history-error.ts';
import type { RunPage, RunQuery } from '../source/run-source.ts';

/** A time from which all runs were read. */
export interface Slice {
  readonly page: RunPage;
  /** Everything that started before was read; undefined if everything was */
  readonly until: number | undefined;
  /** How the service showed that it did not return all records of a longer time */
  readonly cut: { readonly by: 'link' | 'count'; readonly rows: number } | undefined;
}

/** Which time to read. */
export interface SliceRange {
  readonly since: number;
  /** @default everything later */
  readonly until: number | undefined;
  /** When runs are likely to end, by the service's clock: the middle of a time without an end is looked for before it */
  readonly present: number;
  /** How long the time was that was read before, so that far-away starts are reached in few steps */
  readonly width: number;
}

/** How to read. */
export interface SliceReader {
  readonly read: (query: RunQuery) => Promise<RunPage>;
  readonly pageCap: number | undefined;
}

const day = 86_400_000;

/** Whether a page may lack records, and what shows it. */
export function cutOf(page: RunPage, pageCap: number | undefined): 'link' | 'count' | undefined {
  return page.isCut ? 'link' : pageCap !== undefined && page.rows === pageCap ? 'count' : undefined;
}

/** Whether the service sends everything, whatever it is asked for. */
export function isUnfiltered({ filter }: RunPage): boolean {
  return filter !== undefined && filter !== 'applied';
}

/**
 * Reads a time, or the earlier part of it for which the service returns all records: as long as a response is cut off,
 * the time is divided. A divided time cuts between starts, never within equal ones.
 *
 * @throws IncompleteHistoryError if one instant alone has more records than the service returns, or if the service
 *   returns too few records and no filter makes them fewer
 */
export async function readSlice({ read, pageCap }: SliceReader, range: SliceRange): Promise<Slice> {
  const { since, present, width } = range;
  let { until } = range;
  let cut: Slice['cut'];
  for (;;) {
    const page = await read({ since, until, pages: 'stop' });
    const by = cutOf(page, pageCap);
    if (by === undefined) return { page, until, cut };
    cut ??= { by, rows: page.rows };
    const isInstant = until !== undefined && until - since <= 1;
    if (isInstant || isUnfiltered(page)) {
      // Where no shorter time can be asked for, links are the only way.
      const whole = by === 'link' ? await read({ since, until, pages: 'follow' }) : page;
      if (by === 'link' && !whole.isCut) return { page: whole, until, cut };
      throw incomplete(whole, isInstant ? since : undefined);
    }
    const end = until ?? Math.max(present + day, since + day, since + 4 * width);
    until = Math.max(since + 1, Math.floor((since + end) / 2));
  }
}

function incomplete(page: RunPage, instant: number | undefined): IncompleteHistoryError {
  const most = `${page.rows} records`;
  return new IncompleteHistoryError(
    instant === undefined
      ? `The service returned ${most} and holds back others, and it applies no filter on the start of a run. ` +
          'Make it return all records, or link to the next page in the body.'
      : `${most} arrived for the instant ${new Date(instant).toISOString()} alone, and the service holds back others. ` +
          'Make it return more records in one response.',
  );
}
