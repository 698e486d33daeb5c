import type { StoredRun, StoredRunQuery } from './store.ts';

/** A day of the history. Days are those of UTC, by the start of the runs. */
export interface HistoryDay {
  /** Days since 1970-01-01 */
  readonly day: number;
  /** Differs from before if a run of the day changed */
  readonly revision: number;
}

/** What an export reads from a store. The stores of this package have it. */
export interface HistoryStore {
  /** @returns what tells this history from any other one */
  readIdentity(): Promise<{ readonly id: string; readonly environment: string }>;
  /** @returns the days that have runs, or had some before they were pruned or changed their start; the oldest first */
  readDays(): Promise<readonly HistoryDay[]>;
  /**
   * @param after - the last run of the page before; undefined for the first page
   * @returns the runs of a day by start and key, at most so many
   */
  readPage(day: number, after: Pick<StoredRun, 'start' | 'key'> | undefined, limit: number): Promise<StoredRun[]>;
  /** @returns the stored runs of a query */
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

/** Milliseconds in a day of UTC. */
export const dayLength = 86_400_000;

/** The day of a moment, in days since 1970-01-01. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayLength);
}

/** A day as `2026-03-01`. */
export function dayName(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}
