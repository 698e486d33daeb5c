import type { RunHead, StoredEvent } from '../store/store.ts';
import type { Slice, SliceRange } from './read-slice.ts';
import { storedEvent } from './tracker-event.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

/** Creates an event, which was found at a moment. */
export type CreateEvent = (at: number) => StoredEvent;

/** What shows a gap. */
interface GapEvidence {
  readonly state: TrackerState;
  readonly pass: Pass;
  readonly isDone: boolean;
  /** The earliest start of the step; undefined if there was no run */
  readonly oldest: number | undefined;
  readonly overlap: number;
}

/**
 * Finds a gap: the oldest run that the service returns is newer than where the tracker was. A run at the latest start
 * that is known, or before it, shows that nothing is missing. Where nothing is known yet, the beginning counts, with the
 * overlap as slack.
 *
 * @returns the event, and the latest start for which it was found; undefined if there is no gap, or a known one
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
