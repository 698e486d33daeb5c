import { isConfigError } from '@syncline/core/internal';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { day, origin } from '../support/run-world.ts';
import {
  createTracker,
  drain,
  isRunEvent,
  manual,
  memory,
  optionsOf,
  runAt,
  setUp,
} from '../support/tracker-set-up.ts';

describe('two consumers', () => {
  test('read the same events at their own speed', async () => {
    const { source, state } = manual();
    const { tracker, options } = setUp(() => source);
    const slow = tracker.events({ consumer: 'slow' });
    const seen: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      state.runs.push(runAt(`r${n}`, origin + n));
      await tracker.tick();
      await drain(tracker, 'fast');
      if (n % 3 !== 0) continue;
      const { value } = await slow.next();
      seen.push(value.event.id);
      await value.ack();
    }
    expect(seen).toHaveLength(7);
    const again = createTracker(options);
    const rest = await drain(again, 'slow');
    expect([...seen, ...rest.map(({ id }) => id)]).toEqual((await drain(again, 'new')).map(({ id }) => id));
    expect(await drain(again, 'fast')).toEqual([]);
  });
  test('keep the events that one has not acknowledged; others are deleted after seven days', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    const { tracker, clock, store } = setUp(() => source);
    await tracker.tick();
    const slow = tracker.events({ consumer: 'slow' });
    const { value } = await slow.next();
    await drain(tracker, 'fast');
    clock.set(origin + 8 * day);
    state.date = clock.date();
    await tracker.tick();
    expect(await store.readEvents(0, 10)).toHaveLength(1);
    await value.ack();
    clock.set(origin + 9 * day);
    await tracker.tick();
    expect(await store.readEvents(0, 10)).toHaveLength(0);
  });
  test('with its own cursor begins there', async () => {
    const { source } = manual({ runs: [1, 2, 3].map((n) => runAt(`r${n}`, origin + n)) });
    const { tracker } = setUp(() => source);
    await tracker.tick();
    const keys: (string | undefined)[] = [];
    for await (const { event } of tracker.events({ consumer: 'own', after: 2, follow: false }))
      keys.push(isRunEvent(event) ? event.run.key : undefined);
    expect(keys).toEqual(['r3']);
  });
  test('with its own cursor acknowledges the events before it, so that they can be deleted', async () => {
    const { source } = manual({ runs: [1, 2, 3].map((n) => runAt(`r${n}`, origin + n)) });
    const { tracker, store } = setUp(() => source);
    await tracker.tick();
    for await (const _ of tracker.events({ consumer: 'own', after: 2, follow: false }));
    expect(await store.readCursor('own')).toBe(2);
    for await (const _ of tracker.events({ consumer: 'own', after: 0, follow: false }));
    expect(await store.readCursor('own')).toBe(2);
  });
  test('with a cursor from another store is refused, because it would miss events', async () => {
    const { source } = manual({ runs: [runAt('a', origin)] });
    const { tracker } = setUp(() => source);
    await tracker.tick();
    const error: unknown = await tracker
      .events({ consumer: 'own', after: 2 })
      .next()
      .catch((thrown: unknown) => thrown);
    expect(isConfigError(error) && error.message).toMatch(/^after is 2, and the store has no event with this position/);
  });
  test('gets new events immediately, those of other processes after a while, and ends with its signal', async () => {
    const { source, state } = manual();
    const clock = new ManualClock(origin);
    const store = memory();
    const options = { ...optionsOf(source, store, clock), storeTimeout: '1000d' };
    const [tracker, other] = [createTracker(options), createTracker(options)];
    const stop = new AbortController();
    const keys: string[] = [];
    let isSeen = (): void => {};
    const consumed = (async () => {
      for await (const { event, ack } of tracker.events({ consumer: 'c', signal: stop.signal })) {
        if (isRunEvent(event)) keys.push(event.run.key);
        await ack();
        isSeen();
      }
    })();
    const seen = () => new Promise<void>((resolve) => (isSeen = resolve));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    state.runs.push(runAt('a', origin));
    const first = seen();
    await tracker.tick();
    await first;
    state.runs.push(runAt('b', origin));
    await other.tick();
    await settle();
    expect(keys).toEqual(['a']);
    await clock.run(seen(), origin + 5_000);
    expect(keys).toEqual(['a', 'b']);
    stop.abort();
    await consumed;
  });
  test('immediately gets an event that is stored while the store returns an empty list', async () => {
    const { source, state } = manual();
    const kept = memory();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const store = {
      ...kept,
      readEvents: async (after: number, limit: number) => {
        const events = await kept.readEvents(after, limit);
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        return events;
      },
    };
    // Nothing moves this clock, so the event must arrive without a pause.
    const tracker = createTracker(optionsOf(source, store, new ManualClock(origin)));
    state.runs.push(runAt('a', origin));
    meanwhile = () => tracker.tick();
    const { value } = await tracker.events({ consumer: 'c' }).next();
    expect(value.event.run.key).toBe('a');
  });
});
