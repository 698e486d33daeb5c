import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isFenceError, isSourceError, isStoreError, type RunSource } from '../../src/index.ts';
import { origin } from '../support/run-world.ts';
import { createTracker, drain, manual, memory, runAt, setUp, typesOf } from '../support/tracker-set-up.ts';
import { allRuns } from '../support/stored.ts';

describe('several trackers on one store', () => {
  test('the one that read before the other wrote is refused, and loses nothing', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    let pause: Promise<unknown> = Promise.resolve();
    const slow: RunSource = {
      kind: 'history',
      read: async (query) => {
        const page = await source.read(query);
        await pause;
        return page;
      },
    };
    const { options, tracker } = setUp(() => slow);
    let go = (): void => {};
    pause = new Promise<void>((resolve) => (go = resolve));
    const stale = tracker.tick();
    await new Promise((resolve) => setImmediate(resolve));
    const other = createTracker({ ...options, source });
    expect(await other.tick()).toMatchObject({ changed: 1 });
    go();
    await expect(stale).rejects.toSatisfy(isFenceError);
    state.runs.push(runAt('b', origin + 1));
    expect(await tracker.tick()).toMatchObject({ changed: 1 });
    expect(typesOf(await drain(other))).toEqual(['ended a succeeded', 'ended b succeeded']);
  });
  test('one without the lease reads nothing', async () => {
    const { source, state } = manual();
    const store = { ...memory(), begin: async () => undefined };
    const { tracker } = setUp(() => source, { store });
    expect(await tracker.tick()).toMatchObject({ isLeader: false, requests: 0 });
    expect(state.queries).toEqual([]);
  });
  test('two concurrent ticks are one', async () => {
    const { source, state } = manual();
    const { tracker } = setUp(() => source);
    expect(await Promise.all([tracker.tick(), tracker.tick()])).toHaveLength(2);
    expect(state.queries).toHaveLength(1);
  });
});

describe('functions of the caller', () => {
  const hang = () => new Promise<never>(() => {});
  const throws = () => {
    throw new Error('password=hunter2');
  };
  const rejects = async () => throws();
  test.each([
    ['hangs', hang, 'store.write did not settle within 60000 ms'],
    ['throws', throws, 'store.write failed (Error). No data is lost: poll again when it works.'],
    ['rejects', rejects, 'store.write failed (Error). No data is lost: poll again when it works.'],
  ])('a store that %s is a StoreError, and the next tick continues', async (_name, write, message) => {
    const { source } = manual({ runs: [runAt('a', origin)] });
    const store = memory();
    const { tracker, options } = setUp(() => source, { store: { ...store, write } });
    const error: unknown = await tracker.tick().catch((thrown: unknown) => thrown);
    expect(isStoreError(error) && error.message).toContain(message);
    expect(inspect(error)).not.toContain('hunter2');
    expect(await createTracker({ ...options, store }).tick()).toMatchObject({ changed: 1 });
  });
  test.each([
    ['throws', throws],
    ['rejects', rejects],
    ['lies', () => 'succeeded'],
  ])('a vocabulary that %s is a ConfigError, and nothing is stored', async (_name, classify) => {
    const { source } = manual({ runs: [runAt('a', origin)] });
    const { tracker, store } = setUp(() => source, { classify: classify as never });
    await expect(tracker.tick()).rejects.toThrow('classify must return a classification');
    expect(await allRuns(store)).toEqual([]);
  });
  test.each([
    ['times in whole milliseconds', { start: origin + 0.5 }],
    ['times in whole milliseconds', { start: 1e17 }],
    ['times in whole milliseconds', { end: origin + 0.5 }],
    ['times in whole milliseconds', { end: -1e17 }],
    ['without NUL characters', { key: 'a\0' }],
    ['without NUL characters', { key: '\ud800' }],
    ['without NUL characters', { job: '\udfff b' }],
    ['without NUL characters', { status: 'OK\0' }],
  ])('a source that returns what no store can keep is a ConfigError: %s', async (message, wrong) => {
    const { source } = manual({ runs: [{ ...runAt('a', origin), ...wrong }] });
    const { tracker, store } = setUp(() => source);
    await expect(tracker.tick()).rejects.toThrow(message);
    expect(await allRuns(store)).toEqual([]);
  });
  test('a source that fails ends the tick, and the next one continues', async () => {
    let isBroken = true;
    const { source } = manual({ runs: [runAt('a', origin)] });
    const { tracker } = setUp(() => ({
      kind: 'history',
      read: async (query) => {
        if (isBroken) return throws();
        return source.read(query);
      },
    }));
    const error: unknown = await tracker.tick().catch((thrown: unknown) => thrown);
    expect(isSourceError(error) && error.reason).toBe('Error');
    expect(inspect(error)).not.toContain('hunter2');
    isBroken = false;
    expect(await tracker.tick()).toMatchObject({ changed: 1 });
  });
});
