import { describe, expect, test } from 'vitest';
import type { TrackerOptions } from '../../src/index.ts';
import { type Behavior, day, hour, origin, RunWorld, versionText } from '../support/run-world.ts';
import { drain, isRunEvent, setUp, versionsOf } from '../support/tracker-set-up.ts';

/** Polls a world every 40 minutes until everything in it has happened. Returns all events. */
async function follow(
  seed: number,
  behavior: Behavior,
  options: Partial<TrackerOptions> = {},
  size = { jobs: 4, days: 2 },
) {
  const world = new RunWorld(seed, size, behavior);
  const { clock, tracker, store } = setUp((at) => world.source(at), options);
  for (let at = origin; at < world.end + 4 * day; at += 40 * 60_000) {
    clock.set(at);
    await tracker.tick();
  }
  return { world, store, events: await drain(tracker) };
}

describe('no version is lost, and each run ends once', () => {
  const behaviors: [string, Behavior, Partial<TrackerOptions>?][] = [
    ['a plain service', {}],
    // Without a wide pass, the ends of these runs are found only by reading their keys.
    ['runs longer than the overlap', { long: 0.5, corrections: 0 }, { reconcileEvery: '100d' }],
    ['records that appear only at the end', { appear: 'end', long: 0.2 }],
    ['records that are corrected days later', { corrections: 0.8 }],
    ['equal timestamps at the edge of a page', { aligned: true, pageCap: 10, nextLink: true }],
    ['shuffled and duplicated records', { shuffle: true, duplicates: 0.5 }],
    ['a page cap with a next link', { pageCap: 5, nextLink: true, long: 0.3 }],
    ['a page cap without a next link', { pageCap: 5, shuffle: true }, { pageCap: 5 }],
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
      const delivered = versionsOf(events);
      for (const run of world.all(world.end + 2 * day)) expect(delivered).toContain(versionText(run));
      const ended = events
        .filter(({ type }) => type === 'ended')
        .flatMap((event) => (isRunEvent(event) ? event.run.key : []));
      expect([...ended].sort()).toEqual(world.runs.map(({ key }) => key).sort());
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(events.some(({ type }) => type === 'reopened')).toBe(false);
    }
  });
});
