import { Concealed } from '../concealed.ts';
import type { Credential, Draft } from '../credential.ts';
import { encodeBase64Utf8 } from '../http/encode.ts';
import { oauthEndpoints } from '../oauth-endpoints.ts';
import { askFor, requireText } from '../secret.ts';
import type { TokenEvent } from './events.ts';
import type { ClientCredentialsOptions } from './options.ts';
import { formEncode, requestToken } from './request-token.ts';
import { sleep } from './sleep.ts';
import { TokenCache } from './token-cache.ts';
import type { Token } from './token.ts';
import { withRetries } from './with-retries.ts';

/**
 * OAuth 2.0 client credentials of a service account (section 5.3; RFC 6749 section 4.4). The token is fetched when it is first
 * needed, shared by all calls, refreshed in the background before it ends, and replaced once after a 401.
 *
 * @throws ConfigError for options that cannot be used. The credential throws AuthError when no token is to be had.
 *
 * @example
 * ```ts
 * import { clientCredentials } from '@syncline/auth';
 *
 * const credential = clientCredentials({
 *   authUrl: 'https://auth.example.com',
 *   clientId: 'service-account',
 *   clientSecret: 'secret',
 * });
 * ```
 */
export function clientCredentials(options: ClientCredentialsOptions): Credential {
  return new ClientCredentials(options);
}

class ClientCredentials extends Concealed implements Credential {
  readonly #options: ClientCredentialsOptions;
  readonly #tokenUrl: string;
  readonly #clock: () => number;
  readonly #cache: TokenCache<Draft['fetch']>;

  constructor(options: ClientCredentialsOptions) {
    super('clientCredentials');
    this.#options = options;
    this.#tokenUrl = oauthEndpoints(options.authUrl, options).tokenUrl;
    this.#clock = options.clock ?? (() => performance.now());
    requireText('clientId', options.clientId);
    if (typeof options.clientSecret !== 'function') {
      requireText('clientSecret', options.clientSecret);
      this.#concealSecret(options.clientSecret);
    }
    this.#cache = new TokenCache({
      clock: this.#clock,
      obtain: async ({ background, context, refused, signal }) => {
        const exchange = (): Promise<Token> => this.#exchange(context, signal);
        const { clientId, random = Math.random, tokenStore } = options;
        const token = tokenStore
          ? await tokenStore.obtain({ client: `${this.#tokenUrl} ${clientId}`, exchange, refused, background, signal, clock: this.#clock, random, sleep: options.sleep ?? sleep, report: this.#report })
          : await exchange();
        this.conceal([token.value]);
        return token;
      },
      onRefreshFailed: (error) => this.#report({ type: 'token_refresh_failed', error: error as Error }),
    });
  }

  apply(draft: Draft): void | Promise<void> {
    draft.signal?.throwIfAborted();
    const place = (token: string): void => {
      draft.headers['authorization'] = `Bearer ${token}`;
    };
    const token = this.#cache.current(draft.fetch);
    return token === undefined ? this.#cache.get(draft.fetch, draft.signal).then(place) : place(token);
  }

  refused(draft: Draft): Promise<boolean> {
    return this.#cache.replace((draft.headers['authorization'] ?? '').replace('Bearer ', ''), draft.fetch, draft.signal);
  }

  async #exchange(transport: Draft['fetch'], signal: AbortSignal): Promise<Token> {
    const { clientAuthentication, clientId, clientSecret, deadline = 60_000, fetch = transport ?? globalThis.fetch, random = Math.random, timeout = 30_000, tries = 3 } = this.#options;
    const attempt = async (leftMs: number): Promise<Token> => {
      const secret = typeof clientSecret === 'function' ? await askFor('clientSecret', clientSecret, requireText) : clientSecret;
      this.#concealSecret(secret);
      return requestToken({
        url: this.#tokenUrl,
        clientId,
        clientSecret: secret,
        basic: clientAuthentication === 'client_secret_basic',
        fetch,
        signal,
        timeout: Math.min(timeout, leftMs),
        clock: this.#clock,
        scrub: (text) => this.scrub(text),
      });
    };
    const token = await withRetries(attempt, { tries, deadline, clock: this.#clock, random, sleep: this.#options.sleep ?? sleep, signal, report: this.#report });
    this.#report({ type: 'token_obtained', from: 'endpoint', lifetimeSeconds: token.lifetimeMs === undefined ? undefined : token.lifetimeMs / 1000 });
    return token;
  }

  #concealSecret(secret: string): void {
    this.conceal([secret, encodeBase64Utf8(`${formEncode(this.#options.clientId)}:${formEncode(secret)}`)]);
  }

  readonly #report = (event: TokenEvent): void => {
    try {
      this.#options.onEvent?.(event);
    } catch {
      // A listener that fails must not cost a call its token.
    }
  };
}
