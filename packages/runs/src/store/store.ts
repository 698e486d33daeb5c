import type { Outcome } from '../outcome/outcome.ts';

/** A run as a store keeps it. */
export interface StoredRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  readonly status: string;
  /** Milliseconds since 1970 */
  readonly start: number;
  /** Milliseconds since 1970; undefined if the run has not ended, or if the service does not say */
  readonly end: number | undefined;
  readonly rows: number | undefined;
  /** Equal for equal records, and different for different ones */
  readonly version: string;
  /** When a poll saw the run for the first time, in milliseconds since 1970. A later version does not change it. */
  readonly firstSeen: number;
  /** The record as JSON, with the fields that have no column */
  readonly raw: string;
}

/** What happened to a run, or to the reading of the history. */
export interface StoredEvent {
  /** The same each time the event is delivered */
  readonly id: string;
  readonly type: 'started' | 'changed' | 'ended' | 'reopened' | 'gap' | 'truncated';
  /** The run; undefined for `gap` and `truncated` */
  readonly key: string | undefined;
  /** When the event was found, in milliseconds since 1970 */
  readonly at: number;
  /** What the event says, as JSON */
  readonly data: string;
}

/** An event with its place in the order of events. */
export interface QueuedEvent extends StoredEvent {
  readonly position: number;
}

/** What one poll changes. All of it is written, or nothing. */
export interface Change {
  /** Where the reader of the history is, as a text of its own */
  readonly state: string;
  /** The runs that were read. A run with the version that is stored already changes nothing. */
  readonly runs: readonly StoredRun[];
  readonly events: readonly StoredEvent[];
  /** The time of the poll, in milliseconds since 1970 */
  readonly at: number;
}

/**
 * Keeps runs, their versions, and events for consumers. State and events are written in one transaction, so that a
 * process may be killed at any moment: what was not written is found by the next poll again.
 */
export interface Store {
  /** @returns the text of the last change; undefined if the store is empty */
  readState(): Promise<string | undefined>;
  /** @returns the stored runs with these keys, in any order */
  readRuns(keys: readonly string[]): Promise<readonly StoredRun[]>;
  /** @returns the keys of the running runs that started before a moment, the oldest first */
  readOpenKeys(startedBefore: number): Promise<readonly string[]>;
  write(change: Change): Promise<void>;
  /** @returns the events that a consumer has not acknowledged, in their order */
  readEvents(consumer: string, limit: number): Promise<readonly QueuedEvent[]>;
  /** Acknowledges all events up to a position. An earlier position than the last one changes nothing. */
  acknowledge(consumer: string, position: number): Promise<void>;
  /** Deletes events that were found before a moment and that every consumer has acknowledged. @returns how many */
  deleteEvents(foundBefore: number): Promise<number>;
  /** Deletes ended runs that started before a moment, with their versions. @returns how many */
  prune(options: { readonly before: number }): Promise<number>;
  close(): Promise<void>;
}
