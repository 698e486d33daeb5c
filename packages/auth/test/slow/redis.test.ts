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
type Connect = (port: number) => Promise<{ client: RedisClient; close: () => void }>;
const connections: [string, Connect][] = [
  [
    'ioredis',
    async (port) => {
      const client = new Redis(port, '127.0.0.1', { lazyConnect: true });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.disconnect() };
    },
  ],
  [
    'redis',
    async (port) => {
      const client = createClient({ url: `redis://127.0.0.1:${port}` });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  ],
];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(noRedis).each(connections)('redisTokenStore over %s', (_, connect) => {
  /** As many clients as there would be processes: each with a connection, a cache and a credential of its own. */
  const fleet = async (size: number, port: number, authUrl: string) => {
    const events: TokenEvent[] = [];
    const members = await Promise.all(
      Array.from({ length: size }, async () => {
        const { client, close } = await connect(port);
        const tokenStore = sharedTokens({ store: redisTokenStore(client), key, storeTimeout: 5_000 });
        const credential = clientCredentials({
          authUrl,
          clientId: 'service',
          clientSecret: 'secret',
          tokenStore,
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
      callAll: () => Promise.all(members.map(({ call }) => call())),
      [Symbol.dispose]: () => members.forEach(({ close }) => close()),
    };
  };

  it('keeps the three promises of a token store', async () => {
    await using server = await redisServer();
    const { client, close } = await connect(server.port);
    const store = redisTokenStore(client);
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'value', 400);
    const kept = await store.get('a');
    expect(kept).toEqual({ value: 'value', remainingMs: expect.any(Number) });
    expect(kept!.remainingMs).toBeGreaterThan(200);
    expect(kept!.remainingMs).toBeLessThanOrEqual(400);
    const release = await store.lock('a', 300);
    expect(await store.lock('a', 300)).toBeUndefined();
    await wait(450);
    expect(await store.get('a')).toBeUndefined();
    const second = await store.lock('a', 10_000);
    await release!();
    expect(await store.lock('a', 300)).toBeUndefined();
    await second!();
    expect(await store.lock('a', 300)).toBeDefined();
    close();
  });

  it('200 clients make one token request a lifetime', async () => {
    await using redis = await redisServer();
    await using tokens = await tokenServer((count) => ({
      body: { access_token: `token-${count}`, expires_in: 4 },
      until: wait(50),
    }));
    using members = await fleet(200, redis.port, tokens.url);
    const start = performance.now();
    for (let lifetime = 1; lifetime <= 3; lifetime++) {
      expect(new Set(await members.callAll())).toEqual(new Set([`Bearer token-${lifetime}`]));
      expect(tokens.seen).toHaveLength(lifetime);
      await wait(Math.max(0, lifetime * 4_200 - (performance.now() - start)));
    }
    expect(members.events.filter(({ type }) => type === 'token_store_failed')).toEqual([]);
  });

  it('the server killed midway: no failed call, and every client says what happened', async () => {
    await using redis = await redisServer();
    await using tokens = await tokenServer((count) => ({ body: { access_token: `token-${count}`, expires_in: 3 } }));
    using members = await fleet(200, redis.port, tokens.url);
    expect(new Set(await members.callAll()).size).toBe(1);
    await redis.kill();
    const sent: (string | undefined)[] = [];
    for (const end = performance.now() + 7_000; performance.now() < end; await wait(100))
      sent.push(...(await members.callAll()));
    expect(sent.length).toBeGreaterThan(1_000);
    expect(sent.every((value) => /^Bearer token-\d+$/.test(value ?? ''))).toBe(true);
    expect(members.events.some(({ type }) => type === 'token_store_failed')).toBe(true);
  });
});
