import { expect, it } from 'vitest';
import { sharedTokens, type TokenStore } from '../../src/index.ts';

it('a wait for the token of another process ends when the request is aborted, and leaves no timer', async () => {
  const waits: (() => void)[] = [];
  const cancelled: unknown[] = [];
  const clock = {
    now: () => 0,
    date: () => 0,
    wait: (milliseconds: number, callback: () => void) => {
      waits.push(callback);
      return () => void cancelled.push(milliseconds);
    },
  };
  let locks = 0;
  const aborter = new AbortController();
  const store: TokenStore = {
    get: async () => undefined,
    set: async () => {},
    lock: async () => {
      locks += 1;
      // The abort happens during the pause that follows.
      if (locks === 1) setImmediate(() => setImmediate(() => aborter.abort(new Error('enough'))));
      return undefined;
    },
  };
  const obtained = sharedTokens({ store, key: new Uint8Array(32) }).obtain({
    client: 'https://auth.example service',
    requestToken: () => Promise.reject(new Error('no token was asked for')),
    refused: undefined,
    background: false,
    deadline: 60_000,
    signal: aborter.signal,
    clock,
    random: () => 0,
    report: () => {},
  });
  await expect(obtained).rejects.toThrow('enough');
  expect(locks).toBe(1);
  expect(cancelled).toHaveLength(waits.length);
});
