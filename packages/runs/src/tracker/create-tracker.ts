import { checkSignal, ownOptions } from '@syncline/core/internal';
import { deliverEvents, EventBell } from './deliver-events.ts';
import { guardStore } from '../store/guard-store.ts';
import type { Store } from '../store/store.ts';
import { firstWidth } from './plan-pass.ts';
import { Poll, type PollContext, RequestBudget } from './poll.ts';
import {
  type DeliveredEvent,
  readEventsOptions,
  readTrackerOptions,
  type TickResult,
  type Tracker,
  type TrackerOptions,
  type TrackerSettings,
} from './tracker-options.ts';

/** How often acknowledged events are deleted. */
const deleteEvery = 3_600_000;

/**
 * Creates a tracker. It follows the runs of all jobs with one history request per poll, and keeps the runs and their
 * events in a store.
 *
 * - Every version of a run that a poll saw is delivered at least once, always with the same id, and exactly once if its
 *   cursor and effect share a transaction. If a run changes more than once between two polls, only the last version is
 *   seen.
 * - State, runs and events are written in one transaction. A process can be killed at any time, and the next one
 *   continues.
 * - Each poll reads the runs that started since the latest start minus the overlap, and, by their keys, older runs that
 *   have not ended. From time to time it reads further back.
 * - The tracker checks the service's filters. If the service ignores or refuses them, it reads the whole history, and
 *   the events are the same.
 *
 * @throws ConfigError if an option is missing or cannot be used
 *
 * @example
 * ```ts
 * import type { ODataClient } from '@syncline/client';
 * import { createTracker, defineOutcomes, historySource, type Store } from '@syncline/runs';
 *
 * export async function printFailures(odata: ODataClient, store: Store, signal: AbortSignal) {
 *   const tracker = createTracker({
 *     source: historySource(odata, {
 *       key: 'historyid',
 *       job: 'jobname',
 *       status: 'status',
 *       start: 'runstartdate',
 *       timeZone: 'UTC',
 *     }),
 *     classify: defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] }),
 *     store, // such as openSqliteStore('runs.db')
 *     since: '2026-11-01T00:00:00Z',
 *   });
 *   await tracker.tick();
 *   for await (const { event, ack } of tracker.events({ consumer: 'alerts', follow: false, signal })) {
 *     if (event.type === 'ended' && event.run.outcome !== 'succeeded') console.log(event.run.job, event.because);
 *     await ack();
 *   }
 * }
 * ```
 */
export function createTracker<Item>(options: TrackerOptions<Item>): Tracker {
  const tracker = new StoreTracker(readTrackerOptions(options));
  return {
    tick: (tickOptions) => tracker.tick(() => checkSignal(ownOptions(tickOptions, { signal: 1 }).signal)),
    events: (eventsOptions) => tracker.events(readEventsOptions(eventsOptions)),
  };
}

/**
 * What the polls and the consumers of one tracker share in this process: the bell that a poll rings for the consumers,
 * and the poll that is running. Everything else is in the store.
 */
class StoreTracker {
  readonly #settings: TrackerSettings;
  readonly #store: Store;
  readonly #bell = new EventBell();
  readonly #context: PollContext;
  #running: Promise<TickResult> | undefined;
  #deletedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: TrackerSettings) {
    const { clock, requestsPerMinute, storeTimeout } = settings;
    this.#settings = settings;
    this.#store = guardStore(settings.store, clock, storeTimeout);
    this.#context = {
      settings,
      store: this.#store,
      budget: new RequestBudget(clock, requestsPerMinute),
      width: firstWidth,
      onEvents: () => this.#bell.ring(),
    };
  }

  tick(readSignal: () => AbortSignal | undefined): Promise<TickResult> {
    this.#running ??= this.#poll(readSignal).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  events(options: ReturnType<typeof readEventsOptions>): AsyncIterableIterator<DeliveredEvent> {
    return deliverEvents(this.#store, this.#settings.clock, this.#bell, options);
  }

  async #poll(readSignal: () => AbortSignal | undefined): Promise<TickResult> {
    const { clock, keepEvents } = this.#settings;
    const result = await new Poll(this.#context, readSignal()).run();
    if (result.isLeader && clock.now() - this.#deletedAt >= deleteEvery) {
      await this.#store.deleteEvents(clock.date() - keepEvents);
      this.#deletedAt = clock.now();
    }
    return result;
  }
}
