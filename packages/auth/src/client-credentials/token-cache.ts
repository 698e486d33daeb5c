import type { Clock } from '@syncline/core';
import type { TokenEvent } from '../token-store/events.ts';
import { refreshAheadMs, type Token } from '../token-store/token.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';

/** After a refresh ahead of time has failed, the next one is not tried sooner than this. */
const pauseMs = 5_000;

/** What the cache needs from its credential. `Context` is what the caller that needs the token brings along. */
export interface TokenCacheOptions<Context> {
  /** Gets a token other than the refused one. */
  readonly obtain: (
    request: Pick<SharingRequest, 'background' | 'refused' | 'signal'>,
    context: Context,
  ) => Promise<Token>;
  readonly clock: Clock;
  readonly report: (event: TokenEvent) => void;
}

/** One token, and how it is renewed. */
export interface TokenCache<Context> {
  /** The token at hand if it still holds. May start to refresh it, without making anybody wait. */
  current(context: Context): string | undefined;
  /** The token that comes next: everybody waits for the same one. */
  next(context: Context, signal: AbortSignal | undefined): Promise<string>;
  /** Told that a token was refused: is there another one by now? */
  replace(refused: string | undefined, context: Context, signal: AbortSignal | undefined): Promise<boolean>;
}

/** One piece of work that gets a token, and how many wait for it. */
interface Flight {
  readonly token: Promise<string>;
  readonly controller: AbortController;
  /** A refresh ahead of time counts as somebody who waits for it. */
  waiting: number;
}

/**
 * Keeps one token: everybody waits for the same request, a token is replaced in the background before it ends, and one that was
 * refused is never handed out again. What an older flight than the latest brings is not kept.
 */
export function createTokenCache<Context>({ obtain, clock, report }: TokenCacheOptions<Context>): TokenCache<Context> {
  let token: Token | undefined;
  let flight: Flight | undefined;
  let lastRefused: string | undefined;
  let notBefore = -Infinity;

  const start = (context: Context, background: boolean): Flight => {
    const controller = new AbortController();
    const fly = async (): Promise<string> => {
      try {
        const fresh = await obtain({ background, refused: lastRefused, signal: controller.signal }, context);
        if (flight === own) token = fresh;
        return fresh.value;
      } catch (error) {
        if (flight === own && background) {
          notBefore = clock.now() + pauseMs;
          report({ type: 'token_refresh_failed', error: error as Error });
        }
        throw error;
      } finally {
        if (flight === own) flight = undefined;
      }
    };
    const own: Flight = { controller, waiting: background ? 1 : 0, token: fly() };
    // Every waiter hears of a failure; without one it is no unhandled rejection.
    own.token.catch(() => {});
    return (flight = own);
  };

  const abandon = (): void => {
    flight?.controller.abort();
    flight = undefined;
  };

  const current = (context: Context): string | undefined => {
    if (!token) return undefined;
    const now = clock.now();
    const left = token.endsAt - now;
    if (left <= 0) return undefined;
    if (!flight && left <= refreshAheadMs(token.lifetimeMs) && now >= notBefore) start(context, true);
    return token.value;
  };

  const next = async (context: Context, signal: AbortSignal | undefined): Promise<string> => {
    signal?.throwIfAborted();
    token = undefined;
    const joined = flight ?? start(context, false);
    joined.waiting++;
    try {
      return await untilAborted(joined.token, signal);
    } finally {
      // A waiter that gives up frees itself alone; when the last one has, nobody wants the work any more.
      if (--joined.waiting === 0 && flight === joined) abandon();
    }
  };

  const replace = async (
    refused: string | undefined,
    context: Context,
    signal: AbortSignal | undefined,
  ): Promise<boolean> => {
    if (token && token.value !== refused) return true;
    if (token) {
      lastRefused = refused;
      abandon();
    }
    return (await next(context, signal)) !== refused;
  };

  return { current, next, replace };
}

/** What the work gives, or the signal's reason as soon as it is aborted. No listener outlives the work. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    // The function that is asked for the secret may have aborted it meanwhile.
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
