import { Flight } from './flight.ts';
import { refreshAheadMs, type Token } from './token.ts';

/** After a refresh ahead of time has failed, the next one is not tried sooner than this. */
const pauseMs = 5_000;

/** What the cache needs from its credential. `Context` is what the caller that needs the token brings along. */
export interface TokenCacheOptions<Context> {
  /** Gets a token other than the refused one. */
  readonly obtain: (request: { readonly signal: AbortSignal; readonly refused: string | undefined; readonly background: boolean; readonly context: Context }) => Promise<Token>;
  readonly clock: () => number;
  readonly onRefreshFailed: (error: unknown) => void;
}

/**
 * Keeps one token: everybody waits for the same request, a token is replaced in the background before it ends, and one that was
 * refused is never handed out again.
 */
export class TokenCache<Context> {
  readonly #options: TokenCacheOptions<Context>;
  #token: Token | undefined;
  #flight: Flight<Token> | undefined;
  #refused: string | undefined;
  /** Counts refusals: what was asked for before one is not kept after it. */
  #generation = 0;
  #notBefore = -Infinity;

  constructor(options: TokenCacheOptions<Context>) {
    this.#options = options;
  }

  /** The token at hand if it still holds. May start to refresh it, without making anybody wait. */
  current(context: Context): string | undefined {
    const token = this.#token;
    if (token?.remainingMs === undefined) return token?.value;
    const now = this.#options.clock();
    const left = token.since + token.remainingMs - now;
    if (left <= 0) return undefined;
    if (!this.#flight && left <= refreshAheadMs(token.lifetimeMs!) && now >= this.#notBefore) this.#refresh(context);
    return token.value;
  }

  /** A token that holds, waiting for it where needed. */
  async get(context: Context, signal: AbortSignal | undefined): Promise<string> {
    return this.current(context) ?? (await this.#next(context, signal));
  }

  /** Told that a token was refused: is there another one by now? */
  async replace(refused: string, context: Context, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#token && this.#token.value !== refused) return true;
    if (this.#token) {
      this.#generation++;
      this.#refused = refused;
      this.#flight?.abandon(true);
    }
    return (await this.#next(context, signal)) !== refused;
  }

  async #next(context: Context, signal: AbortSignal | undefined): Promise<string> {
    this.#token = undefined;
    if (!this.#flight || this.#flight.abandoned) this.#start(context, false);
    return (await this.#flight!.wait(signal)).value;
  }

  #refresh(context: Context): void {
    this.#start(context, true).promise.catch((error: unknown) => {
      this.#notBefore = this.#options.clock() + pauseMs;
      this.#options.onRefreshFailed(error);
    });
  }

  #start(context: Context, background: boolean): Flight<Token> {
    const generation = this.#generation;
    const flight: Flight<Token> = new Flight(async (signal) => {
      try {
        const token = await this.#options.obtain({ signal, refused: this.#refused, background, context });
        if (generation === this.#generation) this.#token = token;
        return token;
      } finally {
        if (this.#flight === flight) this.#flight = undefined;
      }
    }, background);
    this.#flight = flight;
    return flight;
  }
}
