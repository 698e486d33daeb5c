import type { JobStatusRecord } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';

/** What a watch has seen, as plain JSON. Store it, and pass it to the next watch after a restart. */
export interface WatchState {
  readonly version: 1;
  readonly jobId: string;
  /** Record key → fingerprints of the versions that were seen, separated by spaces */
  readonly seen: Readonly<Record<string, string>>;
}

/** Options of a watch. `timeout` and `retry` apply to each poll. */
export interface WatchStatusOptions<Item = JobStatusRecord> extends Omit<CallOptions, 'deadline'> {
  /** Milliseconds between the end of one poll and the next. @default 30000 */
  readonly every?: number | undefined;
  /**
   * Milliseconds until the watch ends: with a TimeoutError if `until` is set, and otherwise without an error.
   *
   * @default never
   */
  readonly deadline?: number | undefined;
  /** Ends the watch after the record for which it returns true */
  readonly until?: ((record: Item) => boolean) | undefined;
  /**
   * The state of an earlier watch of this job. It is the baseline: the first poll yields everything that has changed
   * since
   */
  readonly state?: WatchState | undefined;
  /** How many polls in a row may fail with a temporary error before the watch throws it. @default 10 */
  readonly failures?: number | undefined;
}

/**
 * A watch. It ends without an error on abort, when `until` returns true, and, without `until`, on its deadline. `break`
 * and `return()` of its iterator end it at once, also while it waits for a record.
 */
export interface StatusWatch<Item = JobStatusRecord> extends AsyncIterable<Item> {
  /**
   * What the watch has seen so far; undefined before the first poll. A record that it yielded is included once the loop
   * has requested the next one. To store a state that includes a record, store it at the beginning of the next
   * iteration.
   */
  state(): WatchState | undefined;
}
