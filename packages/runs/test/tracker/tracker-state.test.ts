import { describe, expect, test } from 'vitest';
import { isStateError, type Store } from '../../src/index.ts';
import { origin } from '../support/run-world.ts';
import { drain, manual, runAt, setUp } from '../support/tracker-set-up.ts';

describe('state that cannot be read is never a fresh start', () => {
  const stateWith = (change: (state: Record<string, unknown>) => unknown) => async (store: Store) => {
    const turn = await store.begin();
    const state = JSON.parse(turn?.state ?? '') as { tracker: Record<string, unknown> };
    await store.write({ fence: turn?.fence ?? '', state: String(change(state.tracker)), runs: [], events: [], at: 0 });
  };
  const json = (change: object) => (tracker: object) => JSON.stringify({ tracker: { ...tracker, ...change } });
  test.each<[string, (state: Record<string, unknown>) => unknown, RegExp]>([
    [
      'cut',
      (state) => JSON.stringify({ tracker: state }).slice(0, 80),
      /is truncated or damaged\. Restore a copy of the store/,
    ],
    ['of something else', () => '{"wait":{}}', /not the state of a tracker\. Use another store/],
    ['null', () => 'null', /not the state of a tracker/],
    ['of a later version', json({ version: 2 }), /has version 2, and this package reads version 1\. Use the version/],
    [
      'of another environment',
      json({ environment: 'staging' }),
      /environment "staging", not to "default"\. Use one store/,
    ],
    ['of another source', json({ source: 'status' }), /filled from a status source/],
    ['without a part', json({ missing: undefined }), /is incomplete\. Restore a copy/],
    ['with a wrong part', json({ highWater: 'yesterday' }), /is incomplete/],
    ['in the middle of nothing', json({ pass: { kind: 'window' } }), /is incomplete/],
  ])('%s', async (_name, change, message) => {
    const { source, state } = manual({ runs: [runAt('a', origin)] });
    const { tracker, store } = setUp(() => source);
    await tracker.tick();
    await stateWith(change)(store);
    const before = (await store.begin())?.state;
    state.queries.length = 0;
    const error: unknown = await tracker.tick().catch((thrown: unknown) => thrown);
    expect(isStateError(error) && error.message).toMatch(message);
    expect((await store.begin())?.state).toBe(before);
    expect(state.queries).toEqual([]);
  });
  test('an event that cannot be read is an error, not skipped', async () => {
    const { source } = manual();
    const { tracker, store } = setUp(() => source);
    const { fence = '' } = (await store.begin()) ?? {};
    const event = { id: 'x', type: 'started', key: 'a', at: 1, data: '{"type":"ended"}' } as const;
    await store.write({ fence, state: '', runs: [], events: [event], at: 1 });
    await expect(drain(tracker)).rejects.toSatisfy(isStateError);
  });
});
