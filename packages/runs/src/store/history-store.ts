import type { StoredRun } from './store.ts';

/** A day of the history that has runs. Days are those of UTC, by the start of the runs. */
export interface HistoryDay {
  /** Days since 1970-01-01 */
  readonly day: number;
  /** Grows with each change to a run of the day */
  readonly revision: number;
}

/** What an export reads from a store. The stores of this package have it. */
export interface HistoryStore {
  /** @returns what tells this history from any other one */
  readIdentity(): Promise<{ readonly id: string; readonly environment: string }>;
  /** @returns the days with runs, the oldest first */
  readDays(): Promise<readonly HistoryDay[]>;
  /** Reads the runs of one day by their start, some thousands at a time. */
  readDay(day: number): AsyncIterable<readonly StoredRun[]>;
  /** @returns the stored runs with these keys, in any order */
  readRuns(keys: readonly string[]): Promise<readonly StoredRun[]>;
}

export const dayInMilliseconds = 86_400_000;

/** The day of a moment, in days since 1970-01-01. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayInMilliseconds);
}

/** A day as `2026-03-01`. */
export function dayName(day: number): string {
  return new Date(day * dayInMilliseconds).toISOString().replace(/T.*/, '');
}
