import { afterEach, describe, expect, test } from 'vitest';
import type { RunSource, Store, TrackerOptions } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { type Behavior, day, hour, origin, RunWorld } from '../support/run-world.ts';
import { createTracker, drain, isRunEvent, JumpingClock, optionsOf, versionsOf } from '../support/tracker-set-up.ts';

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
function memory(): Store {
  const store = openSqliteStore(':memory:');
  stores.push(store);
  return store;
}
function setUp(source: (clock: JumpingClock) => RunSource, options: Partial<TrackerOptions> = {}) {
  const clock = new JumpingClock(origin);
  const store = options.store ?? memory();
  const complete = { ...optionsOf(source(clock), store, clock), ...options } as TrackerOptions;
  return { clock, store, options: complete, tracker: createTracker(complete) };
}

/** Polls a world every 20 minutes until everything in it has happened, and returns all events. */
async function follow(
  seed: number,
  behavior: Behavior,
  options: Partial<TrackerOptions> = {},
  size = { jobs: 4, days: 2 },
) {
  const world = new RunWorld(seed, size, behavior);
  const { clock, tracker, store } = setUp((at) => world.source(at), options);
  for (let at = origin; at < world.end + 4 * day; at += 20 * 60_000) {
    clock.set(at);
    await tracker.tick();
  }
  return { world, store, events: await drain(tracker) };
}

describe('no version is lost, and each run ends once', () => {
  const behaviors: [string, Behavior, Partial<TrackerOptions>?][] = [
    ['a plain service', {}],
    ['runs longer than the overlap', { long: 0.5 }],
    ['records that appear only at the end', { appear: 'end', long: 0.2 }],
    ['records that are corrected days later', { corrections: 0.8 }],
    ['equal timestamps at the edge of a page', { aligned: true, pageCap: 10, nextLink: true }],
    ['shuffled and duplicated records', { shuffle: true, duplicates: 0.5 }],
    ['a page cap with a next link', { pageCap: 5, nextLink: true, long: 0.3 }],
    ['a page cap without a next link', { pageCap: 5 }, { pageCap: 5 }],
    ['a clock two hours ahead', { offset: 2 * hour }],
    ['a clock two hours behind', { offset: -2 * hour }],
    ['a filter that is ignored', { filter: 'ignored', long: 0.3 }],
    ['a filter that is refused', { filter: 'refused', long: 0.3 }],
    ['responses without a date', { dated: false }],
  ];
  test.each(behaviors)('%s', async (_name, behavior, options) => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const { world, events } = await follow(seed, behavior, options);
      expect(versionsOf(events)).toEqual(world.shown);
      const ended = events
        .filter(({ type }) => type === 'ended')
        .flatMap((event) => (isRunEvent(event) ? event.run.key : []));
      expect([...ended].sort()).toEqual(world.runs.map(({ key }) => key).sort());
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(events.some(({ type }) => type === 'reopened')).toBe(false);
    }
  });
});
