import { cleanText } from '@syncline/core/internal';
import { type Classify, classifyRun } from '../outcome/define-outcomes.ts';
import { isEnded, type Outcome } from '../outcome/outcome.ts';
import type { SourceRun } from '../reading/run-parser.ts';
import type { StoredEvent } from '../store/store.ts';
import type { RunHead, StoredRun } from '../store/stored-run.ts';
import type { Slice, SliceRange } from './plan-pass.ts';
import { toStoredRun } from './to-stored-run.ts';
import { type RunEvent, storedEvent } from './tracker-event.ts';
import type { Pass, TrackerState } from './tracker-state.ts';

/** The new versions in the runs of a page. */
export interface Changes {
  readonly runs: StoredRun[];
  readonly events: StoredEvent[];
}

/** Compares runs, each of which is there once, with the stored ones. Each new version becomes one event. */
export function findChanges(
  runs: readonly SourceRun[],
  heads: ReadonlyMap<string, RunHead>,
  classify: Classify<never>,
  at: number,
): Changes {
  const changes: Changes = { runs: [], events: [] };
  for (const run of runs) {
    const { error } = run;
    const { outcome, because } = classifyRun(classify, run);
    const stored = toStoredRun(run, outcome, at);
    const { key, job, status, start, end, rows, version } = stored;
    const head = heads.get(key);
    if (head?.version === version) continue;
    const number = (head?.number ?? 0) + 1;
    changes.runs.push(stored);
    const shownError = error === '' ? undefined : cleanText(error, 1_000);
    const shown = { key, job, outcome, status: cleanText(status, 200), start, end, rows, error: shownError, version };
    const type = typeOf(outcome, head?.outcome);
    changes.events.push(storedEvent({ type, run: shown, because, previous: head?.outcome }, [key, number], at));
  }
  return changes;
}

/** The type of the event of a run that has an outcome, and had another one or none before. */
export function typeOf(outcome: Outcome, previous: Outcome | undefined): RunEvent['type'] {
  const hadEnded = previous !== undefined && isEnded(previous);
  if (isEnded(outcome)) return hadEnded ? 'changed' : 'ended';
  if (outcome === 'unknown') return 'changed';
  if (previous === undefined) return 'started';
  return hadEnded ? 'reopened' : 'changed';
}

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
