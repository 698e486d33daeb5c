import { IncompleteHistoryError } from '../errors/incomplete-history-error.ts';
import type { RunPage, RunQuery } from '../reading/run-source.ts';
import type { RunHead } from '../store/store.ts';
import type { TrackerSettings } from './tracker-options.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

const day = 86_400_000;
const shortestSlice = 3_600_000;
const longestSlice = 16 * day;
/** The target number of records in one step, which easily fit into memory. */
const manyRows = 50_000;

/** The period that is read in one step before anything is known about the service, in milliseconds. */
export const firstWidth = day;

/** What the service does with filters. The job status has no filters. */
export function filtersOf({ source, filters }: TrackerState): TrackerState['filters'] {
  return source === 'status' ? 'none' : filters;
}

/**
 * Plans the next pass: from the tracker's beginning, from the overlap, or from time to time from further back.
 *
 * It is measured from the latest known start, or from the service's time if that is earlier: a start some hours in the
 * future must not hide runs that start before it. If the service does not send its time, the machine's time is used.
 *
 * @param open - the runs that have not ended, oldest first; needed if runs cannot be requested by key
 */
export function planPass(state: TrackerState, settings: TrackerSettings, now: number, open: readonly RunHead[]): Pass {
  const { since, highWater, date, reconciledAt, missing } = state;
  if (highWater === undefined) return passFrom('first', since);
  const base = Math.min(highWater, date ?? now);
  const isReconcile = now - reconciledAt >= settings.reconcileEvery || now < reconciledAt;
  const back = isReconcile ? settings.reconcileOver : settings.overlap;
  let from = base - back;
  if (filtersOf(state) !== 'all') {
    const oldest = open.find((head) => !missing.includes(head.key) && isFollowed(head, state, settings));
    if (oldest !== undefined) from = Math.min(from, oldest.start);
  }
  return passFrom(isReconcile ? 'reconcile' : 'window', Math.max(since, from));
}

/**
 * Whether a run that has not ended is read at each poll. One whose outcome is unknown may never change, so once it is older
 * than a wide pass reaches, only such passes read it: a word that the vocabulary lacks must not cost more each day.
 */
export function isFollowed(
  { outcome, start }: RunHead,
  { highWater = 0 }: TrackerState,
  { reconcileOver }: TrackerSettings,
): boolean {
  return outcome !== 'unknown' || start >= highWater - reconcileOver;
}

/** Plans a pass over runs that are older than everything read so far; undefined if it is not needed. */
export function planBackfill(state: TrackerState, since: number | undefined): Pass | undefined {
  if (since === undefined || since >= state.since) return undefined;
  return { ...passFrom('backfill', since), until: state.since };
}

function passFrom(kind: Pass['kind'], from: number): Pass {
  return { kind, from, next: from, hasRuns: false, hasCut: false };
}

/**
 * The period of the next step. A long period is read in several steps, each stored separately, so that after a kill the
 * next poll continues at the same place. A service without filters sends everything each time, so it is read in one
 * step.
 */
export function nextRange({ next, until }: Pass, state: TrackerState, now: number, width: number): SliceRange {
  const present = state.date ?? now;
  const end = next + width;
  const isLast = filtersOf(state) === 'none' || (until === undefined ? end >= present : end >= until);
  return { since: next, until: isLast ? until : end, present, width };
}

/** The length of the next step, based on the result of the last one. */
export function nextWidth(
  { since, present, width }: SliceRange,
  { page: { rows }, until, cut }: Slice,
  pageCap: number | undefined,
): number {
  const read = (until ?? present) - since;
  if (rows > manyRows) return Math.max(shortestSlice, Math.min(width, read) / 2);
  if (rows * 2 < Math.min(pageCap ?? manyRows, manyRows)) {
    // Few runs start in the future, so the rest is read in one step.
    const longest = (until ?? present) > present ? Number.POSITIVE_INFINITY : longestSlice;
    return Math.min(longest, Math.max(width, read) * 2);
  }
  return cut === undefined ? width : Math.max(1, Math.min(width, read));
}

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
interface SliceReader {
  readonly read: (query: RunQuery) => Promise<RunPage>;
  readonly pageCap: number | undefined;
}

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
