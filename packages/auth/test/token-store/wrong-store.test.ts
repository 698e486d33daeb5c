import { expect, it } from 'vitest';
import { memoryTokenStore, sharedTokens } from '../../src/index.ts';
import { redisTokenStore } from '../../src/redis/index.ts';

const key = new Uint8Array(32);
const { get, set, lock } = memoryTokenStore();

// Each process would request its own token, and nothing but an event would say so.
it.each([
  [undefined],
  [null],
  ['redis://secret@127.0.0.1'],
  [{}],
  [new Map()],
  [{ get, set }],
  [{ get, lock }],
  [{ set, lock }],
])('sharedTokens refuses the store %j', (store) => {
  expect(() => sharedTokens({ store, key } as never)).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      option: 'store',
      message: 'store must have the functions get, set and lock, such as that of redisTokenStore',
    }),
  );
});

it.each([
  [undefined],
  [null],
  ['redis://secret@127.0.0.1'],
  [{}],
  [{ call: 'x' }],
])('redisTokenStore refuses the client %j', (client) => {
  expect(() => redisTokenStore(client as never)).toThrow('client must be a client of the package ioredis or redis');
});
