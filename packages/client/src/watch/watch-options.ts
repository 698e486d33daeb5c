import type { JobStatusRecord } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';

/** What a watch has seen, as plain JSON: keep it, and give it back after a restart. */
export interface WatchState {
  readonly version: 1;
  readonly jobId: string;
  /** Record key → fingerprint of the record as it was last seen */
  readonly seen: Readonly<Record<string, string>>;
}

/** How to watch a job's status. `timeout`, `retry` are those of each poll. */
export interface WatchStatusOptions<Item = JobStatusRecord> extends Omit<CallOptions, 'deadline'> {
  /** Milliseconds between the end of one poll and the next. @default 30000 */
  readonly every?: number | undefined;
  /** Milliseconds until the watch ends by itself. @default never */
  readonly deadline?: number | undefined;
  /** Ends the watch after the record for which it answers true */
  readonly until?: ((record: Item) => boolean) | undefined;
  /** What a former watch of this job had seen: it is the baseline, and the first poll yields what changed since */
  readonly state?: WatchState | undefined;
  /** Polls in a row that may fail in passing ways before the watch ends with the error. @default 10 */
  readonly failures?: number | undefined;
}

/** A watch under way. Ends (without an error) on abort, on its deadline, or when `until` says so. */
export interface StatusWatch<Item = JobStatusRecord> extends AsyncIterable<Item> {
  /** What was seen so far, records already yielded included; undefined before the first poll */
  state(): WatchState | undefined;
}
