import {
  backoffDelay,
  checkMilliseconds,
  ConfigError,
  guard,
  type OptionNames,
  ownOptions,
  reasonOf,
  withTimeLimit,
} from '@syncline/core/internal';
import { refreshAheadMs, type Token, type TokenStore } from './token-store.ts';
import type { SharingRequest, TokenSharing } from './token-sharing.ts';

/** How long a token without a lifetime stays in the store. */
const retentionMs = 24 * 3600 * 1000;

/** Options of `sharedTokens`. */
export interface SharedTokensOptions {
  /** Where the encrypted token is kept. */
  readonly store: TokenStore;
  /** AES-256 key of the whole fleet: 32 random bytes, raw or in Base64. */
  readonly key: string | Uint8Array;
  /**
   * How long, at most, a process that crashed during a token request delays the others, in milliseconds. @default 30000
   */
  readonly leaseMs?: number | undefined;
  /** The time limit for one operation of the store, in milliseconds. @default 1000 */
  readonly storeTimeout?: number | undefined;
}

const optionNames: OptionNames<SharedTokensOptions> = { store: 1, key: 1, leaseMs: 1, storeTimeout: 1 };

/**
 * Shares one token within a fleet: one process requests it, and the others find it in the store, encrypted with
 * AES-256-GCM. If the store fails, a process requests its own token and reports `token_store_failed`.
 *
 * @throws ConfigError if the key does not have 32 bytes, or the store lacks a function.
 *
 * @example
 * ```ts
 * import { clientCredentials, memoryTokenStore, sharedTokens } from '@syncline/auth';
 *
 * const key = crypto.getRandomValues(new Uint8Array(32)); // in production: read it from where you keep secrets
 * const credential = clientCredentials({
 *   authUrl: 'https://auth.example.com',
 *   clientId: 'service-account',
 *   clientSecret: 'secret',
 *   tokenStore: sharedTokens({ store: memoryTokenStore(), key }),
 * });
 * ```
 */
export function sharedTokens(options: SharedTokensOptions): TokenSharing {
  const { store, key, leaseMs, storeTimeout } = ownOptions(options ?? (null as never), optionNames);
  const lease = checkMilliseconds('leaseMs', leaseMs) ?? 30_000;
  const limit = checkMilliseconds('storeTimeout', storeTimeout) ?? 1_000;
  const cipher = tokenCipher(key);
  if ((['get', 'set', 'lock'] as const).some((name) => typeof store?.[name] !== 'function'))
    throw new ConfigError('store', 'must have the functions get, set and lock, such as that of redisTokenStore');
  return {
    async obtain(request) {
      const name = `syncline:token:${await cipher.nameOf(request.client)}`;
      try {
        return await fromFleet(watched(store, limit, request), cipher, name, lease, request);
      } catch (error) {
        if (error instanceof StoreFailure) return request.requestToken();
        throw error;
      }
    },
  };
}

async function fromFleet(
  store: TokenStore,
  cipher: TokenCipher,
  name: string,
  leaseMs: number,
  request: SharingRequest,
): Promise<Token> {
  const start = request.clock.now();
  for (let count = 1; ; count++) {
    const found = await find(store, cipher, name, request);
    if (found && isFresh(found, request)) return adopt(found, request);
    const release = await store.lock(name, leaseMs);
    if (release) {
      try {
        const meanwhile = await find(store, cipher, name, request);
        return meanwhile && isFresh(meanwhile, request)
          ? adopt(meanwhile, request)
          : await fetchAndStore(store, cipher, name, request);
      } finally {
        // A failure has been reported, and the lease expires without a release.
        await release().catch(() => {});
      }
    }
    // Another process requests a token. Until then the old one serves, unless the caller has it already.
    if (found && !request.background) return adopt(found, request);
    // Several holders of the lock have failed, or there is no time to wait for them: ask the endpoint directly.
    if (request.clock.now() - start >= Math.min(leaseMs, request.deadline / 2)) return request.requestToken();
    await pause(25 + backoffDelay(count, { baseMs: 50, capMs: 500 }, request.random), request);
  }
}

async function find(
  store: TokenStore,
  cipher: TokenCipher,
  name: string,
  request: SharingRequest,
): Promise<Token | undefined> {
  const since = request.clock.now();
  const kept = await store.get(name);
  if (!kept) return undefined;
  try {
    const [value, lifetimeMs] = JSON.parse(await cipher.decrypt(kept.value, name)) as [string, number | null];
    if (value === request.refused) return undefined;
    return {
      value,
      lifetimeMs: lifetimeMs ?? undefined,
      endsAt: lifetimeMs === null ? Infinity : since + kept.remainingMs,
    };
  } catch {
    request.report({
      type: 'token_store_failed',
      operation: 'open',
      reason: 'the stored value was not encrypted with this key',
    });
    return undefined;
  }
}

async function fetchAndStore(
  store: TokenStore,
  cipher: TokenCipher,
  name: string,
  request: SharingRequest,
): Promise<Token> {
  const token = await request.requestToken();
  const leftMs = token.lifetimeMs === undefined ? retentionMs : Math.floor(token.endsAt - request.clock.now());
  if (leftMs > 0) {
    const encrypted = await cipher.encrypt(JSON.stringify([token.value, token.lifetimeMs ?? null]), name);
    // A failure has been reported, and the token is valid in any case.
    await store.set(name, encrypted, leftMs).catch(() => {});
  }
  return token;
}

function isFresh({ lifetimeMs, endsAt }: Token, request: SharingRequest): boolean {
  return endsAt - request.clock.now() > refreshAheadMs(lifetimeMs);
}

function adopt(token: Token, request: SharingRequest): Token {
  request.report({
    type: 'token_obtained',
    from: 'store',
    lifetimeSeconds: token.lifetimeMs && (token.endsAt - request.clock.now()) / 1000,
  });
  return token;
}

/** Waits, or throws the signal's reason as soon as it is aborted. No timer outlives the wait. */
function pause(milliseconds: number, { clock, signal }: SharingRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.wait(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop);
  });
}

/** The store failed or took too long, which has been reported. */
class StoreFailure extends Error {}

/** Returns the same store with a time limit on each operation. A failure is reported and becomes a `StoreFailure`. */
export function watched(
  store: TokenStore,
  timeoutMs: number,
  { clock, report }: Pick<SharingRequest, 'clock' | 'report'>,
): TokenStore {
  const watch = async <T>(
    operation: 'get' | 'set' | 'lock' | 'release',
    work: () => Promise<T>,
    check?: (value: unknown) => string | false,
  ): Promise<T> => {
    const late = new StoreFailure(`no response within ${timeoutMs} ms`);
    const fail = (thrown: unknown): never => {
      throw thrown;
    };
    try {
      return await withTimeLimit(
        clock,
        timeoutMs,
        async () => guard(work, fail, check),
        () => late,
      );
    } catch (error) {
      // Only its name, because messages of stores repeat addresses with passwords.
      const reason = error === late ? late.message : reasonOf(error);
      report({ type: 'token_store_failed', operation, reason });
      throw new StoreFailure(reason);
    }
  };
  return {
    get: (name) => watch('get', async () => store.get(name), checkKept),
    set: (name, value, lifetimeMs) => watch('set', async () => store.set(name, value, lifetimeMs)),
    lock: async (name, leaseMs) => {
      const release = await watch('lock', async () => store.lock(name, leaseMs), checkRelease);
      return release && (() => watch('release', async () => release()));
    },
  };
}

function checkKept(kept: unknown): string | false {
  const { value, remainingMs } = Object(kept) as { value?: unknown; remainingMs?: unknown };
  const isKept = typeof value === 'string' && typeof remainingMs === 'number' && remainingMs >= 0;
  return kept !== undefined && kept !== null && !isKept && 'it must return a value with its remaining milliseconds';
}

function checkRelease(release: unknown): string | false {
  return release !== undefined && release !== null && typeof release !== 'function' && 'it must return a function';
}

const ivLength = 12;

/** Encrypts and decrypts with AES-256-GCM. Each text is bound to its name. */
interface TokenCipher {
  /**
   * Returns a name that reveals nothing of the text. It differs by key, so fleets with different keys share nothing.
   */
  nameOf(text: string): Promise<string>;
  encrypt(text: string, name: string): Promise<string>;
  /** @throws Error if the text was changed, or encrypted with another key or for another name. */
  decrypt(encrypted: string, name: string): Promise<string>;
}

/**
 * @param key - 32 bytes, raw or in Base64
 * @throws ConfigError if it is anything else.
 */
export function tokenCipher(key: string | Uint8Array): TokenCipher {
  const raw = keyBytes(key);
  const imported = crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    nameOf: async (text) => {
      const digest = await crypto.subtle.digest('SHA-256', concat(raw, encode(text)));
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    encrypt: async (text, name) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength));
      const encrypted = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: encode(name) },
        await imported,
        encode(text),
      );
      return btoa(String.fromCharCode(...concat(iv, new Uint8Array(encrypted))));
    },
    decrypt: async (encrypted, name) => {
      const bytes = fromBase64(encrypted);
      const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, ivLength), additionalData: encode(name) };
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await imported, bytes.slice(ivLength)));
    },
  };
}

function keyBytes(key: string | Uint8Array): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = typeof key === 'string' ? fromBase64(key) : new Uint8Array(key);
  } catch {
    bytes = new Uint8Array();
  }
  if (bytes.length !== 32) throw new ConfigError('key', 'must be 32 bytes, or Base64 of 32 bytes');
  return bytes;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const concat = (a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
};
