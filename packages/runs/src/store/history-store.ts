import type { RunPageQuery, StoredPage } from './run-page.ts';
import type { StoredRunQuery } from './store.ts';
import type { StoredRun } from './stored-run.ts';

/** A day of the history. Runs belong to the UTC day on which they started. */
export interface HistoryDay {
  /** Days since 1970-01-01 */
  readonly day: number;
  /** Changes when a run of the day changes */
  readonly revision: number;
}

/** The methods of a store that an export needs. The stores of this package have them. */
export interface HistoryStore {
  /** @returns an id that is different for every history */
  readIdentity(): Promise<{ readonly id: string; readonly environment: string }>;
  /** @returns the days that have runs, or had runs before these were pruned or moved to another day; oldest first */
  readDays(): Promise<readonly HistoryDay[]>;
  /** @returns a page of the stored runs */
  readPage(query: RunPageQuery): Promise<StoredPage>;
  /** @returns the runs with these keys */
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

/** The last time a process read the history to its end. */
export interface LastRead {
  /** How long ago that was, in milliseconds, by the clock of the store */
  readonly ageMs: number;
  /** What it noted about records that it could not read; undefined if it could read all of them */
  readonly note: string | undefined;
}

/** Tells the processes that share a store when the history was last read. The stores of this package have it. */
export interface ReadLog {
  /**
   * Notes that the history was read to its end just now. A process without the lease notes nothing.
   *
   * @param note - a sentence about records that could not be read. @default every record could be read
   */
  noteRead(note?: string): Promise<void>;
  /** @returns what was noted last; undefined if nothing was */
  lastRead(): Promise<LastRead | undefined>;
}

/** Milliseconds in a UTC day. */
export const dayLength = 86_400_000;

/** The day of a moment, in days since 1970-01-01. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayLength);
}

/** A day as `2026-03-01`. */
export function dayName(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}
