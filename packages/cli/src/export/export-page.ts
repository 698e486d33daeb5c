import type { StoredRun } from '@syncline/runs';

/** Some of the runs of an export, oldest first. */
export interface ExportPage {
  readonly runs: readonly StoredRun[];
  /** Number of records that could not be read as runs */
  readonly unreadable: number;
  /** Where reading continues after this page */
  readonly cursor: string;
  /** How much has been read, from 0 to 1, and of what */
  readonly share: number;
  readonly of: 'time' | 'jobs' | 'days';
}

/** Reads the pages that follow a cursor; without one, all pages. */
export type ReadPages = (cursor: string | undefined) => AsyncIterable<ExportPage>;
