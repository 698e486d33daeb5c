import { describe, expect, it } from 'vitest';
import { memoryTokenStore } from '../../src/index.ts';
import { virtualTime } from '../support/virtual-time.ts';

describe('memoryTokenStore', () => {
  it('deletes expired values, and has one holder of a lock at a time', async () => {
    const { options, time } = virtualTime();
    const store = memoryTokenStore(options.clock);
    await store.set('a', 'x', 100);
    time.nowMs += 40;
    expect(await store.get('a')).toEqual({ value: 'x', remainingMs: 60 });
    expect(await store.get('b')).toBeUndefined();
    const release = await store.lock('a', 50);
    expect(await store.lock('a', 50)).toBeUndefined();
    time.nowMs += 60;
    expect(await store.get('a')).toBeUndefined();
    const second = await store.lock('a', 50);
    await release!();
    expect(await store.lock('a', 50)).toBeUndefined();
    await second!();
    expect(await store.lock('a', 50)).toBeDefined();
    expect(await memoryTokenStore().get('a')).toBeUndefined();
  });

  it('with a clock that fails is refused when it is used', async () => {
    const store = memoryTokenStore({ now: () => Number.NaN });
    const refused = { code: 'CONFIG_INVALID', option: 'clock' };
    await expect(store.set('a', 'x', 100)).rejects.toMatchObject(refused);
    await expect(store.get('a')).rejects.toMatchObject(refused);
    await expect(store.lock('a', 100)).rejects.toMatchObject(refused);
  });
});
