import { describe, expect, test } from 'vitest';
import { defineOutcomes, type RunPage, type RunQuery, type Store } from '../../src/index.ts';
import { day, hour, origin } from '../support/run-world.ts';
import { createTracker, drain, isRunEvent, manual, memory, runAt, setUp, typesOf } from '../support/tracker-set-up.ts';
import { allRuns } from '../support/stored.ts';

describe('the first start', () => {
  test('on an empty store needs a start time', async () => {
    const { source } = manual();
    const { tracker } = setUp(() => source, { since: undefined });
    await expect(tracker.tick()).rejects.toThrow('since must be set, because the store is empty');
  });
  test('reads nothing older, and a later process may set an earlier time', async () => {
    const { source, state } = manual({ runs: [1, 2, 3, 4].map((n) => runAt(`r${n}`, origin - n * day)) });
    const { tracker, options, store } = setUp(() => source, { since: new Date(origin - 2 * day) });
    expect(await tracker.tick()).toMatchObject({ rows: 2, changed: 2, events: 2, isLeader: true, filter: 'applied' });
    const later = createTracker({ ...options, since: origin - 3 * day });
    await later.tick();
    expect(typesOf(await drain(later))).toEqual(['ended r2 succeeded', 'ended r1 succeeded', 'ended r3 succeeded']);
    const unchanged = createTracker({ ...options, since: origin });
    expect(await unchanged.tick()).toMatchObject({ changed: 0 });
    expect(await allRuns(store)).toHaveLength(3);
    state.queries.length = 0;
    await createTracker({ ...options, since: undefined }).tick();
    expect(state.queries[0]?.since).toBeGreaterThan(origin - 2 * day);
  });
  test('on a long history reads step after step', async () => {
    const runs = Array.from({ length: 200 }, (_, n) => runAt(`r${n}`, origin - n * 6 * hour));
    const { source, state } = manual({ runs });
    const read = async (query: RunQuery): Promise<RunPage> => {
      const page = await source.read(query);
      // The link to the rest cannot be followed.
      return {
        ...page,
        runs: page.runs.slice(0, 30),
        rows: Math.min(30, page.rows),
        isCut: page.rows > 30,
        order: 'applied',
      };
    };
    const { tracker } = setUp(() => ({ kind: 'history', read }), { since: origin - 60 * day });
    expect(await tracker.tick()).toMatchObject({ changed: 200, requests: 7 });
    const [first, ...others] = state.queries;
    expect(first?.since).toBe(origin - 60 * day);
    // The instant of the last run may have more.
    const reached = runs.map(({ start }) => start).sort((left, right) => left - right);
    expect(others.map(({ since }) => since)).toEqual([29, 58, 87, 116, 145, 174].map((index) => reached[index]));
  });
});

test('a tick sends one request, and one more for each 40 open runs older than the overlap', async () => {
  const runs = Array.from({ length: 90 }, (_, n) => runAt(`r${n}`, origin + n * 1_000, 'RUNNING'));
  const { source, state } = manual({ runs });
  const { tracker, clock } = setUp(() => source);
  await tracker.tick();
  state.runs.push(runAt('late', origin + 5 * hour));
  state.date = origin + 5 * hour;
  clock.set(state.date);
  expect(await tracker.tick()).toMatchObject({ requests: 1, changed: 1 });
  expect(await tracker.tick()).toMatchObject({ requests: 1 + 3, rows: 1 + 90, changed: 0 });
  expect(state.queries.slice(-3).map(({ keys }) => keys?.length)).toEqual([40, 40, 10]);
});

test('the work on open runs grows with their number only', async () => {
  const runs = Array.from({ length: 2_000 }, (_, n) => runAt(`r${n}`, origin + n, 'RUNNING'));
  const { source, state } = manual({ runs });
  const store = memory();
  let listed = 0;
  const readOpen = async (before: number) => {
    const open = await store.readOpen(before);
    listed += open.length;
    return open;
  };
  const { tracker, clock } = setUp(() => source, { store: { ...store, readOpen } });
  await tracker.tick();
  state.runs.push(runAt('late', origin + 5 * hour));
  state.date = origin + 5 * hour;
  clock.set(state.date);
  await tracker.tick();
  listed = 0;
  expect(await tracker.tick()).toMatchObject({ requests: 1 + 50 });
  expect(listed).toBe(2_000);
});

test('open runs that vanish cost work that grows with their number only', async () => {
  const writtenFor = async (count: number): Promise<number> => {
    const runs = Array.from({ length: count }, (_, n) => runAt(`r${n}`, origin + n, 'RUNNING'));
    const { source, state } = manual({ runs });
    const store = memory();
    let written = 0;
    const write: Store['write'] = (change) => {
      written += change.state.length;
      return store.write(change);
    };
    const { tracker, clock } = setUp(() => source, { store: { ...store, write } });
    await tracker.tick();
    state.runs.splice(0, count, runAt('late', origin + 5 * hour));
    state.date = origin + 5 * hour;
    clock.set(state.date);
    await tracker.tick();
    written = 0;
    expect(await tracker.tick()).toMatchObject({ requests: 1 + count / 40, events: count });
    expect(await tracker.tick()).toMatchObject({ requests: 1, events: 0 });
    return written;
  };
  expect((await writtenFor(4_000)) / (await writtenFor(1_000))).toBeLessThan(5);
});

describe('the latest start', () => {
  test.each([origin, undefined])('is not moved by a record of the year 2099 (date %s)', async (date) => {
    const { source, state } = manual({ runs: [runAt('a', origin), runAt('future', Date.parse('2099-01-01'))], date });
    const { tracker, clock } = setUp(() => source);
    await tracker.tick();
    state.runs.push(runAt('b', origin + hour));
    state.date = date && date + 2 * hour;
    clock.set(origin + 2 * hour);
    expect(await tracker.tick()).toMatchObject({ changed: 1, rows: 3 });
    expect(typesOf(await drain(tracker))).toEqual(['ended a succeeded', 'ended future succeeded', 'ended b succeeded']);
  });
  test.each([origin, undefined])('some hours ahead hides no run that starts before it (date %s)', async (date) => {
    const { source, state } = manual({ runs: [runAt('a', origin + 20 * hour)], date });
    const { tracker, clock } = setUp(() => source, { since: origin - day });
    await tracker.tick();
    state.runs.push(runAt('b', origin + hour));
    state.date = date && date + hour;
    clock.set(origin + hour);
    expect(await tracker.tick()).toMatchObject({ changed: 1 });
  });
  test('never comes from the clock of this machine', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    const { tracker, clock } = setUp(() => source);
    for (const wrong of [Date.parse('1970-01-02'), Date.parse('2090-01-01')]) {
      clock.set(wrong);
      await tracker.tick();
      state.runs.push(runAt(`after ${wrong}`, origin + hour));
      expect(await tracker.tick()).toMatchObject({ changed: 1 });
    }
  });
});

describe('events', () => {
  test('report what a run did', async () => {
    const { source, state } = manual();
    const { tracker } = setUp(() => source);
    const words = ['RUNNING', 'RUNNING', 'FAILED', 'RUNNING', 'OK', 'WARN', 'nobody knows', 'RUNNING'];
    for (const [index, status] of words.entries()) {
      state.runs = [
        { ...runAt('a', origin, status), rows: index, error: index === 2 ? 'x\u0000\u202e'.repeat(900) : '' },
      ];
      await tracker.tick();
    }
    const events = await drain(tracker);
    expect(typesOf(events)).toEqual([
      'started a running',
      'changed a running',
      'ended a failed',
      'reopened a running',
      'ended a succeeded',
      'changed a warned',
      'changed a unknown',
      'changed a running',
    ]);
    expect(events[2]).toMatchObject({
      previous: 'running',
      because: [{ rule: 'error' }, { rule: 'failed' }],
      position: 3,
    });
    const { error } = events.filter(isRunEvent)[2]?.run ?? {};
    expect(error).toHaveLength(1_000);
    expect(error).not.toMatch(/[\u0000\u202e]/);
  });
  test('do not hide what follows an unknown word', async () => {
    const { source, state } = manual({ runs: [runAt('a', origin, 'RUNNING')], date: undefined });
    const { tracker, clock, store } = setUp(() => source);
    await tracker.tick();
    clock.set(origin + 7 * 3_600_000);
    state.runs = [runAt('a', origin, 'PAUSED'), runAt('b', origin + 6 * 3_600_000)];
    await tracker.tick();
    expect(await store.readOpen(origin + 1)).toMatchObject([{ key: 'a', outcome: 'unknown' }]);
    // By now, the window does not reach back to the paused run: it is read by its key.
    state.runs = [runAt('a', origin, 'FAILED'), runAt('b', origin + 6 * 3_600_000)];
    state.queries.length = 0;
    await tracker.tick();
    expect(state.queries.map(({ keys }) => keys)).toEqual([undefined, ['a']]);
    const found = typesOf(await drain(tracker));
    expect(found).toEqual(['started a running', 'changed a unknown', 'ended b succeeded', 'ended a failed']);
  });
  test('have an id of their own when content returns', async () => {
    const { source, state } = manual();
    const { tracker } = setUp(() => source);
    for (const status of ['RUNNING', 'FAILED', 'RUNNING', 'FAILED']) {
      state.runs = [runAt('a', origin, status)];
      await tracker.tick();
    }
    const events = await drain(tracker);
    expect(typesOf(events)).toEqual(['started a running', 'ended a failed', 'reopened a running', 'ended a failed']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  });
  test('are not repeated for records whose properties are in another order', async () => {
    const { source, state } = manual();
    const { tracker } = setUp(() => source);
    state.runs = [{ ...runAt('a', origin), record: { key: 'a', rows: 12n, list: [{ x: 1, y: null }] } }];
    await tracker.tick();
    state.runs = [
      { ...runAt('a', origin), record: { list: [{ y: null, x: 1 }], rows: 12n, key: 'a', gone: undefined } },
    ];
    expect(await tracker.tick()).toMatchObject({ changed: 0, events: 0 });
  });
  test('are sent once for a run that a source returns twice', async () => {
    const { source } = manual({ runs: [runAt('a', origin, 'RUNNING'), runAt('b', origin), runAt('a', origin)] });
    const { tracker } = setUp(() => source);
    expect(await tracker.tick()).toMatchObject({ rows: 3, changed: 2, events: 2 });
    expect(await tracker.tick()).toMatchObject({ changed: 0, events: 0 });
    expect(typesOf(await drain(tracker)).sort()).toEqual(['ended a succeeded', 'ended b succeeded']);
  });
  test('are sent for a run whose word was defined later', async () => {
    const { source } = manual({ runs: [runAt('a', origin, 'DONE')] });
    const { tracker, options } = setUp(() => source);
    await tracker.tick();
    const taught = createTracker({ ...options, classify: defineOutcomes({ succeeded: ['DONE'] }) });
    await taught.tick();
    expect(typesOf(await drain(taught))).toEqual(['changed a unknown', 'ended a succeeded']);
  });
});

test('a budget of requests is kept, by the clock', async () => {
  const { source } = manual({ runs: [runAt('a', origin)] });
  const times: number[] = [];
  const { tracker } = setUp(
    (clock) => ({
      kind: 'history',
      read: async (query) => {
        await query.beforeRequest?.();
        times.push(clock.now());
        return source.read(query);
      },
    }),
    { budget: { requestsPerMinute: 5 } },
  );
  for (let tick = 0; tick < 23; tick += 1) await tracker.tick();
  for (const [index, at] of times.entries())
    expect(at - (times[index - 5] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
});

test('an aborted signal ends a tick, and the next one continues', async () => {
  const { source } = manual({ runs: [runAt('a', origin)] });
  const stop = new AbortController();
  const { tracker } = setUp(() => ({
    kind: 'history',
    read: (query) => {
      stop.abort(new Error('enough'));
      query.signal?.throwIfAborted();
      return source.read(query);
    },
  }));
  await expect(tracker.tick({ signal: stop.signal })).rejects.toThrow('enough');
  await expect(tracker.tick({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  expect(await tracker.tick()).toMatchObject({ changed: 1 });
});

describe('options', () => {
  const { source } = manual();
  test.each<[object, string]>([
    [{ source: undefined }, 'source must be'],
    [{ classify: {} }, 'classify must be a function'],
    [{ store: {} }, 'store must be a store'],
    [{ since: 'yesterday' }, 'since must be a date, or a timestamp with an offset'],
    [{ since: '2026-03-02T00:00:00' }, 'since must be set, because the timestamp'],
    [{ overlap: '2 hours' }, 'overlap must be a duration'],
    [{ reconcileEvery: -1 }, 'reconcileEvery must be'],
    [{ pageCap: 0 }, 'pageCap must be a whole number above 0'],
    [{ budget: { requestsPerMinute: 0 } }, 'budget.requestsPerMinute must be a whole number from 1 to 6000'],
    [{ keepEvents: 'long' }, 'keepEvents must be'],
    [{ storeTimeout: 'x' }, 'storeTimeout must be'],
    [{ reconcile: '1d' }, 'reconcile is not an option: did you mean'],
  ])('%j is refused', (given, message) => {
    expect(() => setUp(() => source, given)).toThrow(message);
  });
  test.each<[object, string]>([
    [{}, 'consumer must be a name'],
    [{ consumer: 'x'.repeat(201) }, 'consumer must be a name'],
    [{ consumer: 'a', after: -1 }, 'after must be the position of an event'],
    [{ consumer: 'a', follow: 'no' }, 'follow must be true or false'],
    [{ consumer: 'a', wait: 1 }, 'wait is not an option'],
  ])('events refuse %j', (given, message) => {
    const { tracker } = setUp(() => source);
    expect(() => tracker.events(given as never)).toThrow(message);
  });
});

test('many changes are written in parts, and a process that is killed between two of them loses nothing', async () => {
  const jobs = ['Payments', 'Orders', 'Returns'];
  const runs = Array.from({ length: 1_800 }, (_, n) => ({ ...runAt(`r${n}`, origin - n * 1_000), job: jobs[n % 3]! }));
  const { source } = manual({ runs });
  const store = memory();
  const sizes: number[] = [];
  const written = new Set<string>();
  const write: Store['write'] = async (change) => {
    if (sizes.length === 2) throw new Error('killed');
    sizes.push(change.runs.length);
    expect(change.events.map(({ key }) => key)).toEqual(change.runs.map(({ key }) => key));
    for (const { job } of change.runs) written.add(job);
    await store.write(change);
  };
  const since = origin - hour;
  const { tracker, options } = setUp(() => source, { store: { ...store, write }, since });
  await expect(tracker.tick()).rejects.toThrow();
  const next = createTracker({ ...options, store });
  expect(await next.tick()).toMatchObject({ changed: 1_800 - sizes.reduce((sum, size) => sum + size, 0) });
  expect(sizes).toEqual([250, 250]);
  // The runs of a job lie next to each other in the store, so that a part changes few pages.
  expect([...written]).toEqual(['Orders']);
  expect(await allRuns(store)).toHaveLength(1_800);
  const delivered = await drain(next);
  expect(new Set(delivered.map(({ id }) => id)).size).toBe(1_800);
});
