import type { JobStatusRecord } from '@syncline/openapi';
import type { CallOptions } from '../options/client-options.ts';

/** The records that a watch has seen, as plain JSON. Store it, and pass it as `state` after a restart. */
export interface WatchState {
  readonly version: 1;
  readonly jobId: string;
  /** Record key → fingerprint of the record as it was last seen */
  readonly seen: Readonly<Record<string, string>>;
}

/** How to watch a job's status. `timeout` and `retry` apply to each poll. */
export interface WatchStatusOptions<Item = JobStatusRecord> extends Omit<CallOptions, 'deadline'> {
  /** Milliseconds between the end of one poll and the start of the next, from 1. @default 30000 */
  readonly every?: number | undefined;
  /** Milliseconds until the watch ends, without an error, from 1. @default never */
  readonly deadline?: number | undefined;
  /** Ends the watch after the first record for which it returns true */
  readonly until?: ((record: Item) => boolean) | undefined;
  /** The state of an earlier watch of this job. The first poll then yields what has changed since */
  readonly state?: WatchState | undefined;
  /** How many polls in a row may fail temporarily, from 1, before the watch ends with the error. @default 10 */
  readonly failures?: number | undefined;
}

/** A watch. It ends, without an error, on abort, at its deadline, or when `until` returns true. */
export interface StatusWatch<Item = JobStatusRecord> extends AsyncIterable<Item> {
  /** The records seen so far, including those already yielded; undefined before the first poll */
  state(): WatchState | undefined;
}
