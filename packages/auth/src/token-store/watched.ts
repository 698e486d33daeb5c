import type { TokenEvent } from '../client-credentials/events.ts';
import type { TokenStore } from './token-store.ts';

/** The store failed or took too long. It has been reported. */
export class StoreFailure extends Error {}

/** The same store, with a limit on every answer; failures are reported and become a `StoreFailure`. */
export function watched(store: TokenStore, timeoutMs: number, report: (event: TokenEvent) => void): TokenStore {
  const watch = async <T>(operation: 'get' | 'set' | 'lock' | 'release', work: () => Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), timeoutMs);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      // Its name only: messages of stores repeat addresses with passwords.
      const reason =
        error instanceof Error && error.message === 'timeout' ? `no answer within ${timeoutMs} ms` : nameOf(error);
      report({ type: 'token_store_failed', operation, reason });
      throw new StoreFailure(reason);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get: (name) => watch('get', async () => store.get(name)),
    set: (name, value, lifetimeMs) => watch('set', async () => store.set(name, value, lifetimeMs)),
    lock: async (name, leaseMs) => {
      const release = await watch('lock', async () => store.lock(name, leaseMs));
      return release && (() => watch('release', release));
    },
  };
}

function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return (
    [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,40}$/.test(word)) ?? 'unknown error'
  );
}
