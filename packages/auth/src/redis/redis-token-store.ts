import { ConfigError } from '@syncline/core/internal';
import type { TokenStore } from '../token-store/token-store.ts';

/** A connected client of the `ioredis` package (`call`) or of the `redis` package (`sendCommand`). */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Deletes the lock only if this holder still has it: it may have expired and belong to another one. */
const releaseScript = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/**
 * Creates a token store in any Redis-compatible server, with your own client. Lifetimes count by the server's clock.
 *
 * @throws ConfigError if the client is not one of these packages.
 *
 * @example
 * ```ts
 * import { clientCredentials, sharedTokens } from '@syncline/auth';
 * import { redisTokenStore } from '@syncline/auth/redis';
 * import { Redis } from 'ioredis';
 *
 * const redis = new Redis('redis://127.0.0.1:6379', { lazyConnect: true });
 * const key = crypto.getRandomValues(new Uint8Array(32)); // in production: read it from where you keep secrets
 * const credential = clientCredentials({
 *   authUrl: 'https://auth.example.com',
 *   clientId: 'service-account',
 *   clientSecret: 'secret',
 *   tokenStore: sharedTokens({ store: redisTokenStore(redis), key }),
 * });
 * ```
 */
export function redisTokenStore(client: RedisClient): TokenStore {
  const { call, sendCommand } = Object(client) as { readonly call?: unknown; readonly sendCommand?: unknown };
  if (typeof call !== 'function' && typeof sendCommand !== 'function')
    throw new ConfigError('client', 'must be a client of the package ioredis or redis');
  /** The answer as text, also from a client that is set to return buffers. */
  const send = async (...args: [string, ...string[]]): Promise<string | null> => {
    const answer = await ('call' in client ? client.call(...args) : client.sendCommand(args));
    if (answer === null) return null;
    if (ArrayBuffer.isView(answer)) return new TextDecoder().decode(answer);
    if (!['string', 'number', 'bigint'].includes(typeof answer)) throw new TypeError('not a reply of Redis');
    return `${answer as string}`;
  };
  return {
    async get(name) {
      // PTTL comes first: if the value changes in between, a new one seems short-lived, but an old one never
      // long-lived.
      const [remainingMs, value] = await Promise.all([send('PTTL', name), send('GET', name)]);
      return value !== null && Number(remainingMs) > 0 ? { value, remainingMs: Number(remainingMs) } : undefined;
    },
    async set(name, value, lifetimeMs) {
      await send('SET', name, value, 'PX', String(lifetimeMs));
    },
    async lock(name, leaseMs) {
      const lock = `${name}:lock`;
      const owner = crypto.randomUUID();
      if ((await send('SET', lock, owner, 'NX', 'PX', String(leaseMs))) === null) return undefined;
      return async () => {
        await send('EVAL', releaseScript, '1', lock, owner);
      };
    },
  };
}
