import { ConfigError, ownOptions } from '@syncline/core/internal';
import type { HourQuery, HourSummary, JobQuery, JobSummary } from './roll-ups.ts';
import type { RunPageQuery, StoredPage } from './run-page.ts';
import type { RunHead, StoredRun } from './stored-run.ts';

/** Which stored runs to read. The runs of a period are read by pages, because there may be millions. */
export interface StoredRunQuery {
  /** The keys of the runs. Those that the store does not have are left out */
  readonly keys: readonly string[];
  /**
   * When most of these runs started, in milliseconds since 1970: from `since` to before `until`. A store may look there
   * first, and finds those that are elsewhere, too. @default unknown
   */
  readonly near?: { readonly since: number; readonly until: number } | undefined;
}

/** What happened to a run, or to the reading of the history. */
export interface StoredEvent {
  /** The id of the event, which is the same for each delivery */
  readonly id: string;
  readonly type: 'started' | 'changed' | 'ended' | 'reopened' | 'gap' | 'truncated';
  /** The run; undefined for `truncated`, and for a `gap` that is not about one run */
  readonly key: string | undefined;
  /** When the event was found, in milliseconds since 1970 */
  readonly at: number;
  /** The data of the event, as JSON */
  readonly data: string;
}

/** An event with its position in the order of events. */
export interface QueuedEvent extends StoredEvent {
  /** Greater than 0, and greater than the position of every event that could be read before */
  readonly position: number;
}

/** The right to write, and the last written state. */
export interface StoreTurn {
  /** Proves to `write` that no other process has written since. The store defines the format */
  readonly fence: string;
  /** The state of the last change; undefined if the store is empty */
  readonly state: string | undefined;
}

/** The changes of one poll. They are written completely or not at all. */
export interface Change {
  /** The fence of the turn that read the state from which this change was made */
  readonly fence: string;
  /** The progress of the reader of the history, in the reader's own format */
  readonly state: string;
  /** The runs that were read. A run whose version is already stored changes nothing. */
  readonly runs: readonly StoredRun[];
  readonly events: readonly StoredEvent[];
  /** The time of the poll, in milliseconds since 1970 */
  readonly at: number;
}

/**
 * Keeps runs, their versions, and events for consumers. State, runs and events are written in one transaction, so if a
 * process is killed, the next poll finds again what was not written.
 *
 * A poll takes a turn with `begin`, reads, and writes once. If two processes poll the same store, the one that writes
 * second is refused, because its change is based on an old state. A store that selects one of several workers does so
 * in `begin`.
 */
export interface Store {
  /** The name of the environment whose runs the store keeps */
  readonly environment: string;

  /**
   * Takes a turn: reads the state. A store with a lease takes or renews the lease first, by the database's clock.
   *
   * @returns undefined while another worker has the lease
   * @throws StateError if the state cannot be read, or the store has runs and no state
   */
  begin(): Promise<StoreTurn | undefined>;

  /**
   * Writes a change, and renews the lease.
   *
   * @throws FenceError if another process has written since `begin`, or holds the lease. In that case, nothing is
   * written
   */
  write(change: Change): Promise<void>;

  /**
   * Releases the lease, so that another worker does not have to wait until it expires. Does nothing without a lease.
   */
  release(): Promise<void>;

  /** @returns the heads of the runs with these keys, in any order */
  readHeads(query: StoredRunQuery): Promise<readonly RunHead[]>;

  /** @returns a page of the stored runs; see `streamRuns` for all pages */
  readPage(query: RunPageQuery): Promise<StoredPage>;

  /** @returns what is known about jobs that have runs, by name */
  readJobs(query: JobQuery): Promise<readonly JobSummary[]>;

  /** @returns the hours in which runs started, oldest first, and the jobs of an hour by name */
  readHours(query: HourQuery): Promise<readonly HourSummary[]>;

  /** @returns the runs with these keys, oldest first; see `readPage` for those of a period */
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;

  /** @returns the runs that have not ended (`running` and `unknown`) and started before a moment, oldest first */
  readOpen(startedBefore: number): Promise<readonly RunHead[]>;

  /**
   * @param after - the position of an event; 0 reads from the beginning
   * @returns the events that follow it, in order
   */
  readEvents(after: number, limit: number): Promise<readonly QueuedEvent[]>;

  /** @returns the last position that a consumer acknowledged; 0 if there is none */
  readCursor(consumer: string): Promise<number>;

  /**
   * Acknowledges all events up to a position. An earlier position than the last one changes nothing. Position 0
   * registers the consumer: from then on, events that it has not acknowledged are not deleted.
   *
   * @throws ConfigError if the position is not that of an event
   */
  acknowledge(consumer: string, position: number): Promise<void>;

  /**
   * Deletes events that were found before a moment and that every consumer has acknowledged.
   *
   * @returns the number of
   * events
   */
  deleteEvents(foundBefore: number): Promise<number>;

  /**
   * Removes a consumer that will not read again, so that its unread events can be deleted. If it reads again, it counts
   * as a new consumer.
   *
   * @returns whether there was one
   */
  removeConsumer(consumer: string): Promise<boolean>;

  /**
   * Deletes ended runs that started before a moment, with their versions, and events that were found before it and that
   * every consumer has acknowledged. Running runs are kept. If a poll reads a deleted run again, it treats
   * it as a new run, so choose a time before the period that the tracker still reads. Runs are deleted some thousand at
   * a time, the oldest first, so that polls can write in between.
   *
   * @returns the number of runs
   */
  prune(options: { readonly before: number }): Promise<number>;

  close(): Promise<void>;
}

/** @returns the keys. @throws ConfigError if they are of a wrong type: databases match no row */
export function checkKeys(query: StoredRunQuery): readonly string[] {
  const { keys } = ownOptions(query, { keys: 1, near: 1 }, 'query');
  if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string'))
    throw new ConfigError('keys', 'must be a list of the keys of runs');
  return keys;
}
