import type { StoredRun } from '@syncline/runs';

/** Some of the runs of an export, the oldest first. */
export interface ExportPage {
  readonly runs: readonly StoredRun[];
  /** Records that are not runs as the configuration describes them */
  readonly unreadable: number;
  /** Where reading goes on after this page */
  readonly cursor: string;
  /** How much is read, from 0 to 1, and of what */
  readonly share: number;
  readonly of: 'time' | 'jobs' | 'days';
}

/** Reads the pages that follow a cursor; without one, all pages. */
export type ReadPages = (cursor: string | undefined) => AsyncIterable<ExportPage>;
