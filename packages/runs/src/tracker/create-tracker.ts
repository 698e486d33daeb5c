import { checkSignal, ownOptions } from '@syncline/core/internal';
import { deliverEvents, EventBell } from './deliver-events.ts';
import { guardStore } from '../store/guard-store.ts';
import { firstWidth } from './plan-pass.ts';
import { Poll, type PollContext, RequestBudget } from './poll.ts';
import {
  readEventsOptions,
  readTrackerOptions,
  type TickResult,
  type Tracker,
  type TrackerOptions,
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
  const settings = readTrackerOptions(options);
  const { clock, keepEvents } = settings;
  const store = guardStore(settings.store, clock, settings.storeTimeout);
  const bell = new EventBell();
  const context: PollContext = {
    settings,
    store,
    budget: new RequestBudget(clock, settings.requestsPerMinute),
    width: firstWidth,
    onEvents: () => bell.ring(),
  };
  let running: Promise<TickResult> | undefined;
  let deletedAt = Number.NEGATIVE_INFINITY;

  const poll = async (signal: AbortSignal | undefined): Promise<TickResult> => {
    const result = await new Poll(context, signal).run();
    if (result.isLeader && clock.now() - deletedAt >= deleteEvery) {
      await store.deleteEvents(clock.date() - keepEvents);
      deletedAt = clock.now();
    }
    return result;
  };

  return {
    tick: (given) => {
      running ??= (async () => poll(checkSignal(ownOptions(given, { signal: 1 }).signal)))().finally(() => {
        running = undefined;
      });
      return running;
    },
    events: (given) => deliverEvents(store, clock, bell, readEventsOptions(given)),
  };
}
