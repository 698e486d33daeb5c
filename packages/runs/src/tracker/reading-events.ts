import type { RunHead, StoredEvent } from '../store/store.ts';
import type { Slice, SliceRange } from './read-slice.ts';
import { storedEvent } from './tracker-event.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

/** Creates an event that was found at a moment. */
export type CreateEvent = (at: number) => StoredEvent;

/** The facts for detecting a gap. */
interface GapEvidence {
  readonly state: TrackerState;
  readonly pass: Pass;
  readonly isDone: boolean;
  /** The earliest start in the step; undefined if there was no run */
  readonly oldest: number | undefined;
  readonly overlap: number;
}

/**
 * Finds a gap: the oldest run that the service returns is newer than the last position of the tracker. A run at or
 * before the latest known start shows that nothing is missing. If no start is known yet, the beginning is used, with
 * the overlap as a tolerance.
 *
 * @returns the event, and the latest start for which it was found; undefined if there is no gap, or if it is already
 * known
 */
export function findGap({
  state,
  pass,
  isDone,
  oldest,
  overlap,
}: GapEvidence): { readonly data: CreateEvent; readonly after: number } | undefined {
  if (pass.hasRuns || pass.kind === 'backfill' || (oldest === undefined && !isDone)) return undefined;
  const after = pass.kind === 'first' ? state.since : state.highWater;
  if (after === undefined || after === state.gapAfter || (pass.kind === 'first' && state.isBegun)) return undefined;
  const isGap = pass.kind === 'first' ? (oldest ?? after) > after + overlap : (oldest ?? Infinity) > after;
  if (!isGap) return undefined;
  const gap = { type: 'gap', isAmbiguous: true, since: after, until: oldest } as const;
  return { after, data: (at) => storedEvent(gap, ['gap', after, oldest ?? null], at) };
}

/** The gap of an open run that the service no longer returns. */
export function keyGap({ key, start, version }: RunHead): CreateEvent {
  const gap = { type: 'gap', isAmbiguous: true, since: start, until: start, key } as const;
  return (at) => storedEvent(gap, ['gap', key, version], at);
}

/** The first time that a response was cut off. */
export function findTruncation(
  { isTruncated, reconciledAt }: TrackerState,
  { since, until }: SliceRange,
  { cut }: Slice,
): CreateEvent | undefined {
  if (cut === undefined || isTruncated) return undefined;
  const { by, rows } = cut;
  const truncated = { type: 'truncated', since, until, rows, by } as const;
  return (at) => storedEvent(truncated, ['truncated', since, until ?? null, rows, by, reconciledAt], at);
}
