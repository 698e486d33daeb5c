import type { Clock } from '@syncline/core/internal';
import type { TokenEvent } from '../token-store/events.ts';
import { refreshAheadMs, type Token } from '../token-store/token-store.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';

/** Milliseconds between a failed background refresh and the next one, and between two tokens that replace rejected ones. */
const pauseMs = 5_000;

/** What the cache needs from its credential. `Context` is passed through from the request that needs the token. */
interface TokenCacheOptions<Context> {
  /** Obtains another token than the rejected one, within a time limit. */
  readonly obtain: (
    request: Pick<SharingRequest, 'background' | 'refused' | 'signal'>,
    context: Context,
  ) => Promise<Token>;
  readonly clock: Clock;
  readonly report: (event: TokenEvent) => void;
}

/** Keeps one token and renews it. */
export interface TokenCache<Context> {
  /** Returns the token if it is still valid. May start a background refresh, but does not wait for it. */
  current(context: Context): string | undefined;
  /** Returns the next token. All callers wait for the same one. */
  next(context: Context, signal: AbortSignal | undefined): Promise<string>;
  /** Called when a token was rejected. Returns whether there is another one now. */
  replace(refused: string | undefined, context: Context, signal: AbortSignal | undefined): Promise<boolean>;
}

/** One request for a token, and how many callers wait for it. */
interface Flight {
  readonly token: Promise<string>;
  readonly controller: AbortController;
  readonly background: boolean;
  /** A background refresh counts as one caller. */
  waiting: number;
}

/**
 * Keeps one token. All callers wait for the same request, a token is replaced in the background before it expires, and
 * a token that was replaced after a rejection is never returned again. If the new token is rejected as well, within
 * {@link pauseMs}, it is kept and its calls fail, so that a service that rejects every token does not cause a storm of
 * token requests. The result of an older flight than the latest is not kept.
 */
export function createTokenCache<Context>({ obtain, clock, report }: TokenCacheOptions<Context>): TokenCache<Context> {
  let token: Token | undefined;
  let flight: Flight | undefined;
  let lastRejected: string | undefined;
  let notBefore = -Infinity;
  let replacedAt = -Infinity;

  const start = (context: Context, background: boolean): Flight => {
    const controller = new AbortController();
    const fly = async (): Promise<string> => {
      try {
        const fresh = await obtain({ background, refused: lastRejected, signal: controller.signal }, context);
        if (flight === newFlight) token = fresh;
        return fresh.value;
      } catch (error) {
        if (flight === newFlight && background) {
          notBefore = clock.now() + pauseMs;
          report({ type: 'token_refresh_failed', error: error as Error });
        }
        throw error;
      } finally {
        if (flight === newFlight) flight = undefined;
      }
    };
    const newFlight: Flight = { background, controller, waiting: Number(background), token: fly() };
    // Each caller sees a failure; without a caller it must not become an unhandled rejection.
    newFlight.token.catch(() => {});
    return (flight = newFlight);
  };

  const abandon = (): void => {
    flight?.controller.abort();
    flight = undefined;
  };

  const current = (context: Context): string | undefined => {
    const now = clock.now();
    if (!token || !(token.endsAt > now)) return undefined;
    if (!flight && token.endsAt - now <= refreshAheadMs(token.lifetimeMs) && now >= notBefore) start(context, true);
    return token.value;
  };

  const next = async (context: Context, signal: AbortSignal | undefined): Promise<string> => {
    signal?.throwIfAborted();
    token = undefined;
    const joined = flight ?? start(context, false);
    joined.waiting++;
    try {
      return await untilAborted(joined.token, signal);
    } catch (error) {
      // If a background refresh fails, no call fails: there is time for another request.
      if (!joined.background) throw error;
      return next(context, signal);
    } finally {
      // A caller that is aborted ends its own wait only; when the last one has left, the request is aborted.
      if (--joined.waiting === 0 && flight === joined) abandon();
    }
  };

  const replace = async (
    refused: string | undefined,
    context: Context,
    signal: AbortSignal | undefined,
  ): Promise<boolean> => {
    if (token) {
      if (token.value !== refused) return true;
      // A service that rejects every token would otherwise cost a token with each call.
      if (clock.now() - replacedAt < pauseMs) return false;
      replacedAt = clock.now();
      lastRejected = refused;
      abandon();
    }
    return (await next(context, signal)) !== refused;
  };

  return { current, next, replace };
}

/**
 * Returns the result of the work, or throws the signal's reason as soon as it is aborted. No listener outlives the
 * work.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop);
    // The secret function may have aborted it in the meantime.
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
