import { IncompleteHistoryError } from '../errors/errors.ts';
import { isSorted, type RunPage, type RunQuery } from '../reading/run-source.ts';
import type { RunHead } from '../store/stored-run.ts';
import type { TrackerSettings } from './tracker-options.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

const day = 86_400_000;
/** The target number of records in one step, which easily fit into memory. */
const manyRows = 50_000;

/**
 * The period that is read in one step before anything is known about the service: all of it. The step ends when it has
 * enough records.
 */
export const firstWidth = Number.POSITIVE_INFINITY;

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
    const gone = new Set(missing);
    const oldest = open.find((head) => !gone.has(head.key) && isFollowed(head, state, settings));
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
  const mostRows = filtersOf(state) === 'none' ? undefined : manyRows;
  return { since: next, until: isLast ? until : end, present, width, mostRows };
}

/** The length of the next step, based on the result of the last one. */
export function nextWidth({ since, present, width }: SliceRange, { page: { rows }, until, cut }: Slice): number {
  const read = (until ?? present) - since;
  // A service that is asked for less has less to sort and to send.
  if (rows >= manyRows || cut?.isDivided === true) return Math.max(1, Math.min(width, read));
  return rows * 2 < manyRows ? width * 2 : width;
}

/** A period whose runs were all read. */
export interface Slice {
  readonly page: RunPage;
  /** All runs that started before this moment were read; undefined if all runs were */
  readonly until: number | undefined;
  /** How the service showed that it did not return all records of a longer period */
  readonly cut: Cut | undefined;
}

/** How a service left out records. */
interface Cut {
  readonly by: 'link' | 'count';
  /** The number of records that arrived */
  readonly rows: number;
  /** Whether a shorter period had to be requested */
  readonly isDivided: boolean;
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
  /** The number of records after which the step may end; undefined if it must have all */
  readonly mostRows: number | undefined;
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
 * Reads a period, or the earlier part of it for which the service returns all records. If the records are in order, the
 * part reaches to the start of the last one, whose instant may have more. Otherwise, the period is divided as long as a
 * response is cut off: between starts, never between runs with the same start.
 *
 * @throws IncompleteHistoryError if one instant alone has more records than the service returns, or if the service
 * leaves out records and applies no filter
 */
export async function readSlice({ read, pageCap }: SliceReader, range: SliceRange): Promise<Slice> {
  const { since, present, width, mostRows } = range;
  let { until } = range;
  let cut: Cut | undefined;
  for (;;) {
    const page = await read({ since, until, mostRows, pages: 'follow' });
    const by = cutOf(page, pageCap);
    if (by === undefined) return { page, until, cut };
    // A step that ends because it has enough records is not the service's doing.
    const isEnough = by === 'link' && page.rows >= (mostRows ?? Number.POSITIVE_INFINITY);
    if (!isEnough) cut ??= { by, rows: page.rows, isDivided: false };
    const last = page.runs.reduce((latest, { start }) => Math.max(latest, start), since);
    if (isSorted(page) && page.filter === 'applied' && last > since)
      return { page: { ...page, runs: page.runs.filter(({ start }) => start < last) }, until: last, cut };
    const isInstant = until !== undefined && until - since <= 1;
    if (isInstant || isUnfiltered(page)) {
      // If a shorter period cannot be requested, following links is the only way.
      const whole = by === 'link' ? await read({ since, until, pages: 'follow' }) : page;
      if (by === 'link' && !whole.isCut) return { page: whole, until, cut };
      throw incomplete(whole, isInstant ? since : undefined);
    }
    const end = until ?? Math.max(present + day, since + day, since + 4 * Math.min(width, present));
    until = Math.max(since + 1, Math.floor((since + end) / 2));
    if (cut !== undefined) cut = { ...cut, isDivided: true };
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
