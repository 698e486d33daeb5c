import type { RunHead } from '../store/store.ts';
import type { Slice, SliceRange } from './read-slice.ts';
import type { TrackerSettings } from './tracker-options.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

const day = 86_400_000;
const shortestSlice = 3_600_000;
const longestSlice = 16 * day;
/** Records in one step that are comfortable to keep in memory. */
const manyRows = 50_000;

/** How long a time is read in one step before anything is known about the service. */
export const firstWidth = day;

/** What the service does with filters; the job status has none. */
export function filtersOf({ source, filters }: TrackerState): TrackerState['filters'] {
  return source === 'status' ? 'none' : filters;
}

/**
 * Plans the next reading: from where the tracker begins, from the overlap, or now and then from further back.
 *
 * It begins at the latest start that is known, or at the service's time where that is earlier: a start some hours ahead
 * must not hide what starts until then.
 *
 * @param open - the runs that have not ended, the oldest first; needed where keys cannot be asked for
 */
export function planPass(state: TrackerState, settings: TrackerSettings, now: number, open: readonly RunHead[]): Pass {
  const { since, highWater, date, reconciledAt, missing } = state;
  if (highWater === undefined) return passFrom('first', since);
  const base = Math.min(highWater, date ?? highWater);
  const isReconcile = now - reconciledAt >= settings.reconcileEvery || now < reconciledAt;
  const back = isReconcile ? settings.reconcileOver : settings.overlap;
  let from = base - back;
  if (filtersOf(state) !== 'all') {
    const oldest = open.find(({ key }) => !missing.includes(key));
    if (oldest !== undefined) from = Math.min(from, oldest.start);
  }
  return passFrom(isReconcile ? 'reconcile' : 'window', Math.max(since, from));
}

/** Plans the reading of what is older than everything before; undefined if nothing is. */
export function planBackfill(state: TrackerState, since: number | undefined): Pass | undefined {
  if (since === undefined || since >= state.since) return undefined;
  return { ...passFrom('backfill', since), until: state.since };
}

function passFrom(kind: Pass['kind'], from: number): Pass {
  return { kind, from, next: from, hasRuns: false, hasCut: false };
}

/**
 * The time of the next step. A long time is read in several steps, each stored on its own, so that a poll that is killed
 * goes on where it was. A service without filters sends everything each time, so it is asked once.
 */
export function nextRange({ next, until }: Pass, state: TrackerState, now: number, width: number): SliceRange {
  const present = state.date ?? now;
  const end = next + width;
  const isLast = filtersOf(state) === 'none' || (until === undefined ? end >= present : end >= until);
  return { since: next, until: isLast ? until : end, present, width };
}

/** How long the next step is, by what the last one brought. */
export function nextWidth(
  { since, present, width }: SliceRange,
  { page: { rows }, until, cut }: Slice,
  pageCap: number | undefined,
): number {
  const read = (until ?? present) - since;
  if (rows > manyRows) return Math.max(shortestSlice, Math.min(width, read) / 2);
  if (rows * 2 < Math.min(pageCap ?? manyRows, manyRows)) {
    // Few runs start in the future, however far ahead they are.
    const longest = (until ?? present) > present ? Number.POSITIVE_INFINITY : longestSlice;
    return Math.min(longest, Math.max(width, read) * 2);
  }
  return cut === undefined ? width : Math.max(1, Math.min(width, read));
}
