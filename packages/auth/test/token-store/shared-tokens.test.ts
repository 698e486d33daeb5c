import type { Clock } from '@syncline/core/internal';
import { describe, expect, it } from 'vitest';
import { eventually, settled } from '@syncline/testing';
import {
  clientCredentials,
  type ClientCredentialsOptions,
  memoryTokenStore,
  sharedTokens,
  type TokenEvent,
  type TokenStore,
} from '../../src/index.ts';
import { tokenCipher } from '../../src/token-store/shared-tokens.ts';
import { request } from '../support/credential-request.ts';
import { type Answer, tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

const key = new Uint8Array(32).fill(7);
const fleet = (
  url: string,
  store: TokenStore,
  options: Partial<ClientCredentialsOptions> = {},
  sharing: { key?: Uint8Array; leaseMs?: number; storeTimeout?: number } = {},
) => {
  const events: TokenEvent[] = [];
  const credential = clientCredentials({
    authUrl: url,
    clientId: 'service',
    clientSecret: 'secret',
    onEvent: (event) => events.push(event),
    tokenStore: sharedTokens({ store, key, ...sharing }),
    ...options,
  });
  const token = async () => {
    const sent = request();
    await credential.apply(sent);
    return sent;
  };
  return { credential, token, events };
};
const authorization = async (member: { token(): Promise<{ headers: Record<string, string> }> }) =>
  (await member.token()).headers['authorization'];
const grant =
  (lifetime: number | undefined, changes?: Answer) =>
  (count: number): Answer => ({ body: { access_token: `token-${count}`, expires_in: lifetime }, ...changes });
/** A memory store that fails at the given operations and shows what it contains. */
const fragile = (broken: (operation: 'get' | 'set' | 'lock' | 'release') => unknown, clock?: Clock) => {
  const store = memoryTokenStore(clock);
  const held: string[] = [];
  const check = async (operation: 'get' | 'set' | 'lock' | 'release') => {
    const failure = broken(operation);
    if (failure === 'hang') await new Promise(() => {});
    if (failure) throw failure;
  };
  const wrapped: TokenStore = {
    get: async (name) => (await check('get'), store.get(name)),
    set: async (name, value, ms) => (await check('set'), held.push(name, value), store.set(name, value, ms)),
    lock: async (name, ms) => {
      await check('lock');
      const release = await store.lock(name, ms);
      return release && (async () => (await check('release'), release()));
    },
  };
  return { ...wrapped, held };
};

describe('a fleet', () => {
  it('of 50 members requests one token for all', async () => {
    const { options, time } = virtualTime();
    time.isStill = true;
    // Responds once the 49 other members are waiting.
    await using server = await tokenServer((count) =>
      grant(3600, { until: eventually(() => time.slept.length >= 49) })(count),
    );
    const store = memoryTokenStore(options.clock);
    const members = Array.from({ length: 50 }, () => fleet(server.url, store, options));
    expect(new Set(await Promise.all(members.map(authorization)))).toEqual(new Set(['Bearer token-1']));
    expect(server.seen).toHaveLength(1);
    const sources = members.flatMap(({ events }) => events.map((event) => 'from' in event && event.from));
    expect(sources.filter((from) => from === 'endpoint')).toHaveLength(1);
    expect(sources.filter((from) => from === 'store')).toHaveLength(49);
  });

  it('refreshes once per lifetime', async () => {
    const { options, time } = virtualTime();
    time.isStill = true;
    await using server = await tokenServer(grant(100));
    const store = memoryTokenStore(options.clock);
    const members = Array.from({ length: 20 }, () => fleet(server.url, store, { clock: options.clock }));
    for (let lifetime = 1; lifetime <= 3; lifetime++) {
      expect(new Set(await Promise.all(members.map(authorization)))).toEqual(new Set([`Bearer token-${lifetime}`]));
      time.nowMs += 100_000;
    }
    expect(server.seen).toHaveLength(3);
  });

  it('refreshes in the background while all use the old token', async () => {
    const { options, time } = virtualTime();
    time.isStill = true;
    await using server = await tokenServer(grant(100));
    const store = memoryTokenStore(options.clock);
    const members = Array.from({ length: 20 }, () => fleet(server.url, store, { clock: options.clock }));
    await Promise.all(members.map(authorization));
    time.nowMs += 50_000;
    expect(new Set(await Promise.all(members.map(authorization)))).toEqual(new Set(['Bearer token-1']));
    const last = ({ events }: (typeof members)[0]) => events.filter(({ type }) => type === 'token_obtained').length;
    await eventually(() => members.every((member) => last(member) === 2));
    expect(new Set(await Promise.all(members.map(authorization)))).toEqual(new Set(['Bearer token-2']));
    expect(server.seen).toHaveLength(2);
  });

  it('replaces a rejected token once', async () => {
    const { options, time } = virtualTime();
    time.isStill = true;
    await using server = await tokenServer(grant(3600));
    const store = memoryTokenStore(options.clock);
    const members = Array.from({ length: 20 }, () => fleet(server.url, store, options));
    const drafts = await Promise.all(members.map((member) => member.token()));
    expect(await Promise.all(members.map(({ credential }, i) => credential.onUnauthorized(drafts[i]!)))).toEqual(
      drafts.map(() => true),
    );
    expect(new Set(await Promise.all(members.map(authorization)))).toEqual(new Set(['Bearer token-2']));
    expect(server.seen).toHaveLength(2);
  });

  it('shares a token without a lifetime as well', async () => {
    await using server = await tokenServer(grant(undefined));
    const store = memoryTokenStore();
    expect([await authorization(fleet(server.url, store)), await authorization(fleet(server.url, store))]).toEqual([
      'Bearer token-1',
      'Bearer token-1',
    ]);
  });

  it('does not store a token whose lifetime is zero', async () => {
    await using server = await tokenServer(grant(0));
    const store = fragile(() => undefined);
    expect([await authorization(fleet(server.url, store)), await authorization(fleet(server.url, store))]).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(store.held).toEqual([]);
  });

  it('a new member uses the old token while another refreshes it', async () => {
    const { options, time } = virtualTime();
    await using server = await tokenServer((count) => grant(100, { hang: count === 2 })(count));
    const store = memoryTokenStore(options.clock);
    const first = fleet(server.url, store, { clock: options.clock });
    await first.token();
    time.nowMs += 50_000;
    await first.token();
    await eventually(() => server.seen.length === 2);
    expect(await authorization(fleet(server.url, store, { clock: options.clock }))).toBe('Bearer token-1');
  });

  it('a token from the store expires when the original one does', async () => {
    const { options, time } = virtualTime();
    await using server = await tokenServer(grant(1000));
    const store = memoryTokenStore(options.clock);
    await fleet(server.url, store, { clock: options.clock }).token();
    time.nowMs += 800_000;
    const late = fleet(server.url, store, { clock: options.clock });
    expect(await authorization(late)).toBe('Bearer token-1');
    expect(late.events).toEqual([{ type: 'token_obtained', from: 'store', lifetimeSeconds: 200 }]);
    time.nowMs += 200_000;
    expect(await authorization(late)).toBe('Bearer token-2');
  });

  it('takes over from a member that died during its request, once the lease has expired', async () => {
    await using server = await tokenServer(grant(3600));
    const { options, time } = virtualTime();
    const store = memoryTokenStore(options.clock);
    const name = `syncline:token:${await tokenCipher(key).nameOf(`${server.url}/oauth/token service`)}`;
    expect(await store.lock(name, 5_000)).toBeDefined();
    expect(await authorization(fleet(server.url, store, options, { leaseMs: 30_000 }))).toBe('Bearer token-1');
    expect(time.slept.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(5_000);
    expect(time.slept.reduce((sum, ms) => sum + ms)).toBeLessThan(5_500);
  });

  it('requests its own token if others hold the lock for longer than a lease', async () => {
    await using server = await tokenServer(grant(3600));
    const { options, time } = virtualTime();
    const store: TokenStore = { ...memoryTokenStore(), lock: async () => undefined };
    expect(await authorization(fleet(server.url, store, options, { leaseMs: 2_000 }))).toBe('Bearer token-1');
    expect(time.slept.reduce((sum, ms) => sum + ms)).toBeLessThan(2_500);
  });

  it('takes no lock when the store has a fresh token', async () => {
    await using server = await tokenServer(grant(3600));
    const used: string[] = [];
    const store = fragile((operation) => void used.push(operation));
    for (let member = 1; member <= 2; member++) await fleet(server.url, store).token();
    expect(used).toEqual(['get', 'lock', 'get', 'set', 'release', 'get']);
  });

  it('takes null for a lock that somebody else holds, too', async () => {
    await using server = await tokenServer(grant(3600));
    const { options } = virtualTime();
    const member = fleet(server.url, { ...memoryTokenStore(), lock: async () => null as never }, options);
    expect(await authorization(member)).toBe('Bearer token-1');
    expect(member.events).toMatchObject([{ type: 'token_obtained' }]);
  });

  it('reports a lock that is no function, and requests its own token', async () => {
    await using server = await tokenServer(grant(3600));
    const member = fleet(server.url, { ...memoryTokenStore(), lock: async () => 'held' as never });
    expect(await authorization(member)).toBe('Bearer token-1');
    expect(member.events).toMatchObject([
      { type: 'token_store_failed', operation: 'lock', reason: 'TypeError' },
      { type: 'token_obtained' },
    ]);
  });

  it('an error of the endpoint reaches the caller and frees the lock', async () => {
    await using server = await tokenServer((count) =>
      count === 1 ? { status: 400, body: { error: 'invalid_client' } } : grant(60)(count),
    );
    const member = fleet(server.url, memoryTokenStore());
    await expect(member.token()).rejects.toMatchObject({ error: 'invalid_client' });
    expect(await authorization(member)).toBe('Bearer token-2');
  });
});

describe('the store', () => {
  it('contains neither a token nor a name that reveals anything', async () => {
    await using server = await tokenServer(() => ({ body: { access_token: 'canary.token', expires_in: 60 } }));
    const store = fragile(() => undefined);
    await fleet(server.url, store).token();
    const [name, value] = store.held;
    expect(name).toMatch(/^syncline:token:[0-9a-f]{64}$/);
    expect(Buffer.from(value!, 'base64').toString('latin1') + value).not.toMatch(/canary|service/);
  });

  it.each(['get', 'set', 'lock', 'release'] as const)('failing at %s fails no call and is reported', async (broken) => {
    await using server = await tokenServer(grant(3600));
    const failure = Object.assign(new Error('redis://:canary@host is gone'), { code: 'ECONNRESET' });
    const member = fleet(
      server.url,
      fragile((operation) => operation === broken && failure),
    );
    expect(await authorization(member)).toBe('Bearer token-1');
    expect(member.events.filter(({ type }) => type === 'token_store_failed')).toEqual([
      { type: 'token_store_failed', operation: broken, reason: 'ECONNRESET' },
    ]);
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    [new TypeError('canary'), 'TypeError'],
    ['canary', 'unknown error'],
    [{ code: 'no code!' }, 'unknown error'],
  ])('throwing %o is reported by the name of its error only', async (failure, reason) => {
    await using server = await tokenServer(grant(3600));
    const member = fleet(
      server.url,
      fragile((operation) => operation === 'get' && failure),
    );
    await member.token();
    expect(member.events[0]).toEqual({ type: 'token_store_failed', operation: 'get', reason });
  });

  it('that hangs is abandoned', async () => {
    await using server = await tokenServer(grant(3600));
    const { options, time } = virtualTime();
    const hanging = fragile(() => {
      void settled().then(() => time.expire(10_000));
      return 'hang';
    });
    const member = fleet(server.url, hanging, options, { storeTimeout: 10_000 });
    expect(await authorization(member)).toBe('Bearer token-1');
    expect(member.events[0]).toEqual({
      type: 'token_store_failed',
      operation: 'get',
      reason: 'no response within 10000 ms',
    });
  });

  it('whose value was changed is not trusted', async () => {
    await using server = await tokenServer(grant(3600));
    const store = fragile(() => undefined);
    await fleet(server.url, store).token();
    const [name, value] = store.held as [string, string];
    await store.set(name, `${value.slice(0, -8)}AAAAAAA=`, 1000);
    const member = fleet(server.url, store);
    expect(await authorization(member)).toBe('Bearer token-2');
    expect(member.events[0]).toMatchObject({ type: 'token_store_failed', operation: 'open' });
  });

  it('keeps fleets with different keys apart', async () => {
    await using server = await tokenServer(grant(3600));
    const store = memoryTokenStore();
    await fleet(server.url, store).token();
    const other = fleet(server.url, store, {}, { key: new Uint8Array(32) });
    expect(await authorization(other)).toBe('Bearer token-2');
    expect(other.events).toHaveLength(1);
  });
});
