import { IncompleteHistoryError } from '../errors/incomplete-history-error.ts';
import type { RunPage, RunQuery } from '../source/run-source.ts';

/** A period whose runs were all read. */
export interface Slice {
  readonly page: RunPage;
  /** All runs that started before this moment were read; undefined if all runs were */
  readonly until: number | undefined;
  /** How the service showed that it did not return all records of a longer period */
  readonly cut: { readonly by: 'link' | 'count'; readonly rows: number } | undefined;
}

/** The period to read. */
export interface SliceRange {
  readonly since: number;
  /** The end of the period. @default everything later */
  readonly until: number | undefined;
  /** The service's time or, if unknown, that of the machine. Most runs start before it, so an open period is divided there */
  readonly present: number;
  /** The length of the previous period, so that distant starts are reached in few steps */
  readonly width: number;
}

/** The settings for reading. */
export interface SliceReader {
  readonly read: (query: RunQuery) => Promise<RunPage>;
  readonly pageCap: number | undefined;
}

const day = 86_400_000;

/** Whether a page may be incomplete, and how that is known. */
export function cutOf(page: RunPage, pageCap: number | undefined): 'link' | 'count' | undefined {
  return page.isCut ? 'link' : pageCap !== undefined && page.rows === pageCap ? 'count' : undefined;
}

/** Whether the service sends everything, whatever is requested. */
export function isUnfiltered({ filter }: RunPage): boolean {
  return filter !== undefined && filter !== 'applied';
}

/**
 * Reads a period, or the earlier part of it for which the service returns all records: as long as a response is cut
 * off, the period is divided. It is divided between starts, never between runs with the same start.
 *
 * @throws IncompleteHistoryError if one instant alone has more records than the service returns, or if the service
 * leaves out records and applies no filter
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
      // If a shorter period cannot be requested, following links is the only way.
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
      ? `The service returned ${most} and left out others, and it applies no filter on the start of a run. ` +
          'Make it return all records, or link to the next page in the body.'
      : `${most} arrived for the instant ${new Date(instant).toISOString()} alone, and the service left out others. ` +
          'Make it return more records in one response.',
  );
}
