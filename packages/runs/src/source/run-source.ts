import type { SourceRun } from '../run/accessors.ts';

/** Which runs a source reads. */
export interface RunQuery {
  /** Runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** Only the runs of this job. @default the runs of all jobs */
  readonly job?: string | undefined;
  /** Only the runs with these keys, whenever they started; at most 40 */
  readonly keys?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one read returned. */
export interface RunPage<Item = unknown> {
  /** The runs of the query, each checked against it, the oldest first */
  readonly runs: readonly SourceRun<Item>[];
  /** How many requests were needed */
  readonly requests: number;
  /** How many records arrived, those that do not belong to the query included */
  readonly rows: number;
  /** Records that could not be read as runs: how many, and what is wrong with the first */
  readonly unreadable: { readonly count: number; readonly problem: string | undefined };
}

/** Reads runs from a service. `historySource` and `statusSource` create one. */
export interface RunSource<Item = unknown> {
  /** `history` reads all jobs with one request, `status` one job with each */
  readonly kind: 'history' | 'status';
  /** @throws what the client throws */
  readonly read: (query: RunQuery) => Promise<RunPage<Item>>;
}
