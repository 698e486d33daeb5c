import type { OptionNames } from '@syncline/core/internal';
import type { ReadingCounts, UnreadableRecords } from './reading-rules.ts';
import type { SourceRun } from './run-parser.ts';

/** Which runs a source reads. */
export interface RunQuery {
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** Only runs that started before this moment. @default all later ones */
  readonly until?: number | undefined;
  /**
   * Whether a run is known to start exactly at `since`. A source that must ask for more than the query then finds out
   * what it must ask for: this run arrives, and none before it.
   *
   * @default false
   */
  readonly isStartKnown?: boolean | undefined;
  /** Only the runs of this job. @default the runs of all jobs */
  readonly job?: string | undefined;
  /** Only the runs with these keys, whenever they started; at most 40 */
  readonly keys?: readonly string[] | undefined;
  /**
   * What to do if the service splits the records into pages: follow its links, or stop after the first page and set
   * `isCut`.
   *
   * @default 'follow'
   */
  readonly pages?: 'follow' | 'stop' | undefined;
  /**
   * The order to ask the service for: by start, and for equal starts by key. Both orders together show whether a service
   * leaves out records.
   *
   * @default by start, oldest first
   */
  readonly order?: 'oldest-first' | 'newest-first' | undefined;
  /**
   * Stop after about this many records, also within the pages that links lead to, and set `isCut` if there are more, or
   * if a link cannot be followed. If the records are in order, all runs before the last start have then arrived.
   *
   * @default all records
   */
  readonly mostRows?: number | undefined;
  /**
   * Called before each request, which waits for the returned promise. Use it for a request budget. Following pages
   * belong to the request of the first one.
   */
  readonly beforeRequest?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The names of the members of a query. */
export const runQueryNames: OptionNames<RunQuery> = {
  since: 1,
  until: 1,
  isStartKnown: 1,
  job: 1,
  keys: 1,
  pages: 1,
  mostRows: 1,
  order: 1,
  beforeRequest: 1,
  signal: 1,
};

/** What a service did with a filter or an order, according to the records that arrived. */
export type ServerUse = 'applied' | 'ignored' | 'refused' | 'none';

/** The result of one read. */
export interface RunPage<Item = unknown> {
  /** The runs that match the query, each checked, oldest first. Times are whole milliseconds of the years 1 to 9999 */
  readonly runs: readonly SourceRun<Item>[];
  /** Number of requests */
  readonly requests: number;
  /** Number of records that arrived, including those that do not match the query */
  readonly rows: number;
  /**
   * The first and last start of all runs that arrived, in milliseconds since 1970, if others than those of the query
   * did; undefined if none arrived
   */
  readonly arrived?: { readonly oldest: number; readonly newest: number } | undefined;
  /**
   * The keys of the first and the last record, in the order in which they arrived, and a sum over all keys, which is the
   * same for the same records in any order. Only of a source that asks for the `order` of the query; undefined if none
   * arrived.
   */
  readonly edges?: { readonly first: string; readonly last: string; readonly sum: number } | undefined;
  /** Whether there are more records: the service says so, or `mostRows` arrived. The runs are then incomplete. */
  readonly isCut?: boolean | undefined;
  /** The service's time in its last response, in milliseconds since 1970; undefined if it does not send it */
  readonly date?: number | undefined;
  /** Records that could not be read as runs */
  readonly unreadable: UnreadableRecords;
  /**
   * How many records each reading rule was applied to; `describeReadings` describes them. A source of your own
   * may leave it out: the rules are applied to its runs.
   */
  readonly readings?: ReadingCounts | undefined;
  /**
   * What the service did with the filter. `ignored` and `refused` cost time, because the source read and checked every
   * record. The runs are correct in each case. `none` means that the query has no filter.
   */
  readonly filter?: ServerUse | undefined;
  /** What the service did with the order. The runs are sorted here in each case. */
  readonly order?: ServerUse | undefined;
}

/** The minimum number of runs that are in order by more than chance. */
const orderedRuns = 8;

/** Whether the runs of a page are so many that they are in order because the service sorted them. */
export function isSorted({ order, runs }: RunPage): boolean {
  return order === 'applied' && runs.length >= orderedRuns;
}

/** Reads runs from a service. `historySource` and `statusSource` create one. */
export interface RunSource<Item = unknown> {
  /** `history` reads all jobs with one request, `status` sends one request per job */
  readonly kind: 'history' | 'status';
  /** @throws the errors of the client */
  readonly read: (query: RunQuery) => Promise<RunPage<Item>>;
}
