import { describe, expect, test } from 'vitest';
import type { RunSource } from '../../src/index.ts';
import { day, hour, origin } from '../support/run-world.ts';
import { createTracker, drain, manual, memory, runAt, setUp, typesOf } from '../support/tracker-set-up.ts';

describe('a gap', () => {
  test('is reported once when the oldest run is newer than the latest known one', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    const { tracker, clock } = setUp(() => source);
    await tracker.tick();
    state.runs = [runAt('b', origin + 3 * day), runAt('c', origin + 4 * day)];
    state.date = origin + 4 * day;
    clock.set(state.date);
    for (let tick = 0; tick < 3; tick += 1) await tracker.tick();
    const events = await drain(tracker);
    expect(typesOf(events)).toEqual(['ended a succeeded', 'gap ', 'ended b succeeded', 'ended c succeeded']);
    expect(events[1]).toMatchObject({ isAmbiguous: true, since: origin, until: origin + 3 * day });
  });
  test('is reported once when all runs have disappeared', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    const { tracker } = setUp(() => source);
    await tracker.tick();
    state.runs = [];
    for (let tick = 0; tick < 3; tick += 1) await tracker.tick();
    expect(typesOf(await drain(tracker))).toEqual(['ended a succeeded', 'gap ']);
  });
  test('is not reported if nothing happens, or if only old runs have disappeared', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin), runAt('b', origin + hour)] });
    const { tracker, clock } = setUp(() => source);
    await tracker.tick();
    state.runs.shift();
    for (let tick = 1; tick < 200; tick += 1) {
      clock.set(origin + tick * hour);
      state.date = origin + tick * hour;
      await tracker.tick();
    }
    expect(typesOf(await drain(tracker))).toEqual(['ended a succeeded', 'ended b succeeded']);
  });
  test('is reported at the beginning if the history begins later than the tracker', async () => {
    const { source, state } = manual();
    const { tracker, options } = setUp(() => source, { since: origin - 9 * day });
    state.runs = [runAt('a', origin - 2 * day)];
    await tracker.tick();
    expect((await drain(tracker))[0]).toMatchObject({ type: 'gap', since: origin - 9 * day, until: origin - 2 * day });
    const empty = manual();
    const other = createTracker({ ...options, store: memory(), source: empty.source });
    await other.tick();
    empty.state.runs = [runAt('a', origin)];
    await other.tick();
    expect(typesOf(await drain(other))).toEqual(['ended a succeeded']);
  });
  test.each([
    'applied',
    'ignored',
  ] as const)('is reported once for an open run that disappears (filter %s)', async (filter) => {
    const { source, state } = manual({ runs: [runAt('a', origin, 'RUNNING'), runAt('z', origin)] });
    const filtering: RunSource = {
      kind: 'history',
      read: async (query) => ({ ...(await source.read(query)), filter }),
    };
    const { tracker, clock } = setUp(() => filtering);
    await tracker.tick();
    state.runs = [runAt('z', origin), runAt('b', origin + 5 * hour)];
    state.date = origin + 5 * hour;
    clock.set(state.date);
    for (let tick = 0; tick < 3; tick += 1) await tracker.tick();
    const keysRead = state.queries.filter(({ keys }) => keys).length;
    expect(keysRead).toBe(filter === 'applied' ? 1 : 0);
    state.runs.push(runAt('a', origin, 'OK'));
    state.date = origin + 2 * day;
    clock.set(state.date);
    await tracker.tick();
    const types = typesOf(await drain(tracker));
    expect(types.filter((type) => type === 'gap a')).toHaveLength(1);
    expect(types.at(-1)).toBe('ended a succeeded');
  });
});
