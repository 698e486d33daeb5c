import { clientCredentialsScheme } from '@syncline/openapi';
import { Concealed } from '../concealed.ts';
import type { Credential, Draft } from '../credential.ts';
import { encodeBase64Utf8, encodeForm } from '../http/encode.ts';
import { authBase } from '../oauth-endpoints.ts';
import { ask, requireText } from '../secret.ts';
import type { SharingRequest, TokenSharing } from '../token-store/token-sharing.ts';
import type { TokenEvent } from './events.ts';
import type { ClientCredentialsOptions } from './options.ts';
import { readToken } from './read-token.ts';
import { sleep as wait } from './sleep.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import type { Token } from './token.ts';
import { withRetries } from './with-retries.ts';
import { withinTime } from './within-time.ts';

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

/** Without a store. */
const alone: TokenSharing = { obtain: ({ exchange }) => exchange() };

class ClientCredentials extends Concealed implements Credential {
  readonly #cache: TokenCache<Draft['fetch']>;

  constructor({
    authUrl,
    allowInsecureHttp,
    clientAuthentication,
    clientId,
    clientSecret,
    fetch: ownFetch,
    onEvent,
    clock = () => performance.now(),
    deadline = 60_000,
    random = Math.random,
    sleep = wait,
    timeout = 30_000,
    tokenStore = alone,
    tries = 3,
  }: ClientCredentialsOptions) {
    super('clientCredentials');
    const url = authBase(authUrl, allowInsecureHttp) + clientCredentialsScheme.tokenPath;
    requireText('clientId', clientId);

    const report = (event: TokenEvent): void => {
      try {
        onEvent?.(event);
      } catch {
        // A listener that fails must not cost a call its token.
      }
    };

    const scrub = (text: string): string => this.scrub(text);
    /** A request with the secret, which is checked and from now on taken out of texts. */
    const prepare = (secret: string): RequestInit => {
      // RFC 6749 section 2.3.1: each form-encoded, and a colon between them.
      const basic = encodeBase64Utf8(encodeForm({ [clientId]: requireText('clientSecret', secret) }).replace('=', ':'));
      this.conceal(secret, basic);
      const inHeader = clientAuthentication === 'client_secret_basic';
      const { grant_type, ...names } = clientCredentialsScheme.form;
      return {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          ...(inHeader && { authorization: `Basic ${basic}` }),
        },
        body: encodeForm({
          grant_type,
          ...(!inHeader && { [names.clientId]: clientId, [names.clientSecret]: secret }),
        }),
        redirect: 'manual',
      };
    };
    if (typeof clientSecret !== 'function') prepare(clientSecret);

    this.#cache = createTokenCache({
      clock,
      report,
      obtain: async (request, transport) => {
        const send = ownFetch ?? transport ?? fetch;
        const attempt = async (leftMs: number): Promise<Token> => {
          const init = prepare(await ask('clientSecret', clientSecret));
          const since = clock();
          return withinTime(Math.min(timeout, leftMs), request.signal, async (signal) =>
            readToken(await send(url, { ...init, signal }), scrub, since),
          );
        };
        const sharing: SharingRequest = {
          ...request,
          client: `${url} ${clientId}`,
          clock,
          random,
          sleep,
          report,
          exchange: async () => {
            const token = await withRetries(attempt, tries, deadline, sharing);
            report({
              type: 'token_obtained',
              from: 'endpoint',
              lifetimeSeconds: token.lifetimeMs && token.lifetimeMs / 1000,
            });
            return token;
          },
        };
        const token = await tokenStore.obtain(sharing);
        this.conceal(token.value);
        return token;
      },
    });
  }

  apply(draft: Draft): void | Promise<void> {
    const token = this.#cache.current(draft.fetch);
    return token === undefined
      ? this.#cache.next(draft.fetch, draft.signal).then((fresh) => place(draft, fresh))
      : place(draft, token);
  }

  refused(draft: Draft): Promise<boolean> {
    return this.#cache.replace(draft.headers['authorization']?.slice('Bearer '.length), draft.fetch, draft.signal);
  }
}

function place(draft: Draft, token: string): void {
  draft.headers['authorization'] = `Bearer ${token}`;
}
