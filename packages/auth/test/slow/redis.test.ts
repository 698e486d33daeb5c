import { type Clock, systemClock } from '@syncline/core/internal';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { describe, expect, it } from 'vitest';
import { clientCredentials, sharedTokens, type TokenEvent } from '../../src/index.ts';
import { redisTokenStore, type RedisClient } from '../../src/redis/index.ts';
import { request } from '../support/credential-request.ts';
import { noRedis, redisServer } from '../support/redis-server.ts';
import { tokenServer } from '../support/token-server.ts';

if (noRedis) console.log(`skipped: the Redis tests, since ${noRedis}`);
const key = new Uint8Array(32).fill(9);
interface Connection {
  readonly client: RedisClient;
  readonly close: () => void;
  readonly flush: () => Promise<unknown>;
}
type Connect = (port: number) => Promise<Connection>;
const connections: [string, Connect][] = [
  [
    'ioredis',
    async (port) => {
      const client = new Redis(port, '127.0.0.1', { lazyConnect: true });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.disconnect(), flush: () => client.flushall() };
    },
  ],
  [
    'redis',
    async (port) => {
      const client = createClient({ url: `redis://127.0.0.1:${port}` });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.destroy(), flush: () => client.flushAll() };
    },
  ],
];

describe.skipIf(noRedis).each(connections)('redisTokenStore over %s', (_, connect) => {
  /** Simulates several processes: each member has its own connection, cache and credential. */
  const fleet = async (size: number, port: number, authUrl: string) => {
    const events: TokenEvent[] = [];
    let passed = 0;
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + passed };
    const members = await Promise.all(
      Array.from({ length: size }, async () => {
        const { client, close } = await connect(port);
        const tokenStore = sharedTokens({ store: redisTokenStore(client), key, storeTimeout: 5_000 });
        const credential = clientCredentials({
          authUrl,
          clientId: 'service',
          clientSecret: 'secret',
          tokenStore,
          clock,
          onEvent: (event) => events.push(event),
        });
        const call = async () => {
          const sent = request();
          await credential.apply(sent);
          return sent.headers['authorization'];
        };
        return { call, close };
      }),
    );
    return {
      events,
      /** Moves the members' clock forward by an hour, the lifetime of a token. */
      outlive: () => {
        passed += 3_600_000;
      },
      callAll: () => Promise.all(members.map(({ call }) => call())),
      [Symbol.dispose]: () => members.forEach(({ close }) => close()),
    };
  };

  it('keeps the three promises of a token store', async () => {
    await using server = await redisServer();
    const { client, close } = await connect(server.port);
    const store = redisTokenStore(client);
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'value', 60_000);
    const kept = await store.get('a');
    expect(kept).toEqual({ value: 'value', remainingMs: expect.any(Number) });
    expect(kept!.remainingMs).toBeGreaterThan(0);
    expect(kept!.remainingMs).toBeLessThanOrEqual(60_000);
    await store.set('a', 'value', 100);
    while ((await store.get('a')) !== undefined);
    const held = await store.lock('b', 60_000);
    expect(await store.lock('b', 60_000)).toBeUndefined();
    await held!();
    const release = await store.lock('a', 100);
    // Redis releases the lock by itself when it expires.
    let second: Awaited<ReturnType<typeof store.lock>>;
    while ((second = await store.lock('a', 60_000)) === undefined);
    await release!();
    expect(await store.lock('a', 60_000)).toBeUndefined();
    await second!();
    expect(await store.lock('a', 60_000)).toBeDefined();
    close();
  });

  it('200 clients make one token request per lifetime', async () => {
    await using redis = await redisServer();
    await using tokens = await tokenServer((count) => ({
      body: { access_token: `token-${count}`, expires_in: 3_600 },
    }));
    using members = await fleet(200, redis.port, tokens.url);
    const { close, flush } = await connect(redis.port);
    for (let lifetime = 1; lifetime <= 3; lifetime++) {
      expect(new Set(await members.callAll())).toEqual(new Set([`Bearer token-${lifetime}`]));
      expect(tokens.seen).toHaveLength(lifetime);
      members.outlive();
      await flush();
    }
    close();
    expect(members.events.filter(({ type }) => type === 'token_store_failed')).toEqual([]);
  });

  it('the server is killed in between: no call fails, and every client reports it', async () => {
    await using redis = await redisServer();
    await using tokens = await tokenServer((count) => ({
      body: { access_token: `token-${count}`, expires_in: 3_600 },
    }));
    using members = await fleet(200, redis.port, tokens.url);
    expect(new Set(await members.callAll()).size).toBe(1);
    await redis.kill();
    for (let lifetime = 1; lifetime <= 2; lifetime++) {
      const sent = await members.callAll();
      expect(sent.filter((value) => !/^Bearer token-\d+$/.test(value ?? ''))).toEqual([]);
      members.outlive();
    }
    expect(members.events.some(({ type }) => type === 'token_store_failed')).toBe(true);
  });
});
