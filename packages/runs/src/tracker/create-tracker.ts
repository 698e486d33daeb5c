import { checkSignal, ownOptions } from '@syncline/core';
import { deliverEvents, EventBell } from './deliver-events.ts';
import { guardStore } from './guard-store.ts';
import { firstWidth } from './plan-pass.ts';
import { Poll, type PollContext } from './poll.ts';
import { RequestBudget } from './request-budget.ts';
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
 * Creates a tracker: it follows the runs of all jobs with one query of the history a poll, and keeps them with the events
 * that follow from them in a store.
 *
 * - Every version of a run that was visible at a poll is delivered at least once, with an id that is the same each time;
 *   exactly once where cursor and effect share a transaction. Versions between two polls cannot be seen.
 * - State, runs and events are written in one transaction. A process may be killed at any moment, and the next one goes on.
 * - Each poll reads the runs that started since the overlap before the latest start, and by their keys those that have not
 *   ended and are older. From time to time it reads further back.
 * - The service's filters are checked. One that ignores or refuses them is read whole, and the events are the same.
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
