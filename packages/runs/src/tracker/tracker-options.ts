import {
  checkSignal,
  type Clock,
  ConfigError,
  type Duration,
  guardClock,
  type OptionNames,
  ownOptions,
  parseDuration,
} from '@syncline/core/internal';
import type { Classify } from '../outcome/define-outcomes.ts';
import type { ReadingCounts, UnreadableRecords } from '../reading/reading-rules.ts';
import type { RunSource, ServerUse } from '../reading/run-source.ts';
import type { Store } from '../store/store.ts';
import { readTimestamp } from '../time/timestamp.ts';
import type { TrackerEvent } from './tracker-event.ts';

/** Options of `createTracker`. */
export interface TrackerOptions<Item = unknown> {
  /** The source of the runs: `historySource`, with one request for all jobs, or `statusSource` */
  readonly source: RunSource<Item>;
  /** The vocabulary, created by `defineOutcomes` */
  readonly classify: Classify<never>;
  /** The store for runs, events and the state, such as `openSqliteStore('runs.db')` */
  readonly store: Store;
  /**
   * All runs that started at or after this time are read: a date, or a timestamp with an offset. Required while the
   * store is empty. If you later set an earlier time, older runs are read too; a later time changes nothing.
   */
  readonly since?: string | number | Date | undefined;
  /**
   * How far back each poll reads from the latest start that it knows. `reconcileEvery` finds records that appear or
   * change later than that; runs that have not ended are always read.
   *
   * @default '2h'
   */
  readonly overlap?: Duration | undefined;
  /** How often a poll reads further back, as far as `reconcileOver`. @default '1d' */
  readonly reconcileEvery?: Duration | undefined;
  /** How far back such a poll reads from the latest start. Changes to older records are not detected. @default '7d' */
  readonly reconcileOver?: Duration | undefined;
  /**
   * The maximum number of records that the service returns without a link to the rest. A response with this many
   * records counts as cut off. If you do not know it, wrap the source in `completeSource`, which finds out.
   * @default the service returns all records
   */
  readonly pageCap?: number | undefined;
  /** The maximum number of requests per minute, from 1 to 6,000. A poll that needs more waits. @default 60 */
  readonly budget?: { readonly requestsPerMinute: number } | undefined;
  /** How long events are kept after all consumers have acknowledged them. @default '7d' */
  readonly keepEvents?: Duration | undefined;
  /**
   * How long the source may take for one request, including reading the response. After that, the source is abandoned
   * and the poll fails; the next poll continues.
   *
   * @default '10m'
   */
  readonly sourceTimeout?: Duration | undefined;
  /** The time limit for one call of the store. @default '1m' */
  readonly storeTimeout?: Duration | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

/** The result of one poll. */
export interface TickResult {
  /** Number of requests, not counting retries of the client */
  readonly requests: number;
  /** Number of records that arrived */
  readonly rows: number;
  /** Number of runs that are new or have a new version */
  readonly changed: number;
  /** Number of stored events */
  readonly events: number;
  /** Records that could not be read as runs and are not tracked */
  readonly unreadable: UnreadableRecords;
  /** How many records each reading rule was applied to. `describeReadings` describes them */
  readonly readings: ReadingCounts;
  /** What the service did with the filter, as `read` of the source reports it */
  readonly filter: ServerUse | undefined;
  /** The service's time in its last response, in milliseconds since 1970; undefined if it does not send it */
  readonly date: number | undefined;
  /** Whether this process may write. If not, another worker has the store's lease, and nothing was read. */
  readonly isLeader: boolean;
}

/** The delivery of an event to a consumer. */
export interface DeliveredEvent {
  readonly event: TrackerEvent;
  /** Acknowledges this event and all earlier ones. Without it, the event is delivered again after a restart. */
  ack(): Promise<void>;
}

/** Options of `tracker.events`. */
export interface EventsOptions {
  /** The name of the reader. Each consumer has its own cursor in the store. At most 200 characters */
  readonly consumer: string;
  /**
   * The position after which to begin, for a consumer that stores its cursor and its effects in one transaction. The
   * events up to it are acknowledged. It cannot be beyond the last event of the store.
   *
   * @default the last position that the consumer acknowledged
   */
  readonly after?: number | undefined;
  /** Whether to wait for new events after the last one. With `false`, the loop ends there. @default true */
  readonly follow?: boolean | undefined;
  /**
   * How often to look for events that other processes store. Events of this tracker arrive immediately.
   *
   * @default '5s'
   */
  readonly pollEvery?: Duration | undefined;
  /** Aborting it ends the loop without an error */
  readonly signal?: AbortSignal | undefined;
}

/** Follows all runs of a service, and delivers events about them to consumers. */
export interface Tracker {
  /**
   * Polls once: reads what may have changed, and stores it together with its events. While a poll runs, another call
   * returns the same promise.
   *
   * @throws IncompleteHistoryError if the service does not return all runs, and the others cannot be requested
   * @throws StateError if the stored state cannot be read
   * @throws FenceError if another process has written to the store in the meantime
   * @throws StoreError if the store fails
   * @throws SourceError if your own source fails, or the source does not respond in time
   * @throws ConfigError if one of your functions returns a wrong value
   * @throws the Syncline errors of the source, and the reason of the signal
   */
  tick(options?: { readonly signal?: AbortSignal | undefined }): Promise<TickResult>;
  /**
   * Delivers events in order, starting after the last one that the consumer acknowledged. Each event is delivered at
   * least once: an event that was not acknowledged is delivered again after a restart, with the same id.
   *
   * @throws ConfigError if an option cannot be used, or `after` is beyond the last event, as in a store that was replaced;
   *   StateError, StoreError if the store cannot be read
   */
  events(options: EventsOptions): AsyncIterableIterator<DeliveredEvent>;
}

/** Checked options; durations in milliseconds. */
export interface TrackerSettings {
  readonly source: RunSource;
  readonly classify: Classify<never>;
  readonly store: Store;
  readonly since: number | undefined;
  readonly overlap: number;
  readonly reconcileEvery: number;
  readonly reconcileOver: number;
  readonly pageCap: number | undefined;
  readonly requestsPerMinute: number;
  readonly keepEvents: number;
  readonly sourceTimeout: number;
  readonly storeTimeout: number;
  readonly clock: Clock;
}

const optionNames: OptionNames<TrackerOptions> = {
  source: 1,
  classify: 1,
  store: 1,
  since: 1,
  overlap: 1,
  reconcileEvery: 1,
  reconcileOver: 1,
  pageCap: 1,
  budget: 1,
  keepEvents: 1,
  sourceTimeout: 1,
  storeTimeout: 1,
  clock: 1,
};
const eventsNames: OptionNames<EventsOptions> = { consumer: 1, after: 1, follow: 1, pollEvery: 1, signal: 1 };
const longestName = 200;

/** @throws ConfigError that names an option that is missing or cannot be used */
export function readTrackerOptions<Item>(options: TrackerOptions<Item>): TrackerSettings {
  const checked = ownOptions(options, optionNames);
  const { source, classify, store, since, pageCap, budget } = checked;
  if (typeof source?.read !== 'function' || !['history', 'status'].includes(source.kind))
    throw new ConfigError('source', 'must be a historySource or a statusSource');
  if (typeof classify !== 'function')
    throw new ConfigError('classify', 'must be a function: create it with defineOutcomes');
  if (typeof store?.begin !== 'function' || typeof store.environment !== 'string')
    throw new ConfigError('store', 'must be a store, such as openSqliteStore returns');
  const begin = since === undefined ? undefined : readTimestamp(since, undefined, 'since');
  if (since !== undefined && begin === undefined)
    throw new ConfigError('since', 'must be a date, or a timestamp with an offset such as "2026-11-01T00:00:00Z"');
  if (pageCap !== undefined) checkWhole('pageCap', pageCap, Number.MAX_SAFE_INTEGER);
  const requestsPerMinute =
    budget === undefined
      ? 60
      : checkWhole(
          'budget.requestsPerMinute',
          ownOptions(budget, { requestsPerMinute: 1 }, 'budget').requestsPerMinute,
          6_000,
        );
  const overlap = parseDuration('overlap', checked.overlap ?? '2h');
  return {
    source: source as RunSource,
    classify,
    store,
    since: begin,
    overlap,
    reconcileEvery: parseDuration('reconcileEvery', checked.reconcileEvery ?? '1d'),
    reconcileOver: Math.max(overlap, parseDuration('reconcileOver', checked.reconcileOver ?? '7d')),
    pageCap,
    requestsPerMinute,
    keepEvents: parseDuration('keepEvents', checked.keepEvents ?? '7d'),
    sourceTimeout: parseDuration('sourceTimeout', checked.sourceTimeout ?? '10m'),
    storeTimeout: parseDuration('storeTimeout', checked.storeTimeout ?? '1m'),
    clock: guardClock(checked.clock),
  };
}

/** @throws ConfigError that names an option that is missing or cannot be used */
export function readEventsOptions(input: EventsOptions): EventsOptions & { readonly pollMs: number } {
  const options = ownOptions(input, eventsNames);
  const { consumer, after, follow, pollEvery = '5s', signal } = options;
  if (typeof consumer !== 'string' || consumer === '' || consumer.length > longestName)
    throw new ConfigError('consumer', `must be a name of at most ${longestName} characters`);
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0))
    throw new ConfigError('after', 'must be the position of an event, or 0');
  if (follow !== undefined && typeof follow !== 'boolean') throw new ConfigError('follow', 'must be true or false');
  checkSignal(signal);
  return Object.assign(options, { pollMs: Math.max(1, parseDuration('pollEvery', pollEvery)) });
}

function checkWhole(option: string, value: unknown, most: number): number {
  if (!(Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most))
    throw new ConfigError(
      option,
      most === Number.MAX_SAFE_INTEGER ? 'must be a whole number above 0' : `must be a whole number from 1 to ${most}`,
    );
  return value as number;
}
