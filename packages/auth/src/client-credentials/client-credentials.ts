import {
  type AttemptRequest,
  type CallEvent,
  createRetryBudget,
  encodeBase64Utf8,
  notify,
  platformFetch,
  SecretHolder,
  standardBudget,
  systemClock,
  type Transport,
} from '@syncline/core';
import { clientCredentialsScheme } from '@syncline/openapi';
import type { Credential, CredentialRequest } from '../credential/credential.ts';
import { authBase } from './oauth-endpoints.ts';
import { ask, requireText } from '../credential/secret.ts';
import type { TokenEvent } from '../token-store/events.ts';
import type { SharingRequest, TokenSharing } from '../token-store/token-sharing.ts';
import type { ClientCredentialsOptions } from './options.ts';
import { requestToken, type TokenRequester } from './request-token.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';

/**
 * OAuth 2.0 client credentials of a service account (section 5.3; RFC 6749 section 4.4). The token is fetched when it
 * is first needed, shared by all calls, refreshed in the background before it ends, and replaced once after a 401.
 *
 * A token request goes through the transport of the client that needs the token, so that a proxy, a certificate
 * authority and a client certificate are configured once.
 *
 * @throws ConfigError for options that cannot be used. The credential throws AuthError if the service does not return a
 *   token.
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

/** Without a store: each process requests its own token. */
const alone: TokenSharing = { obtain: (request) => request.requestToken() };

class ClientCredentials extends SecretHolder implements Credential {
  readonly #cache: TokenCache<Transport | undefined>;

  constructor({
    authUrl,
    allowInsecureHttp,
    clientAuthentication,
    clientId,
    clientSecret,
    fetch: ownTransport,
    onEvent,
    clock = systemClock,
    deadline = 60_000,
    random = Math.random,
    timeout = 30_000,
    tokenStore = alone,
    tries = 3,
  }: ClientCredentialsOptions) {
    super('clientCredentials');
    const url = authBase(authUrl, allowInsecureHttp) + clientCredentialsScheme.tokenPath;
    requireText('clientId', clientId);

    const report = (event: TokenEvent): void => {
      if (onEvent !== undefined) notify(onEvent, event);
    };

    /** Checks and encodes the secret, which `scrub` removes from now on. */
    const encode = (secret: string): string => {
      // RFC 6749 section 2.3.1: both are form-encoded, with a colon between them.
      const basic = encodeBase64Utf8(encodeForm({ [clientId]: requireText('clientSecret', secret) }).replace('=', ':'));
      this.add(secret, basic);
      return basic;
    };
    if (typeof clientSecret !== 'function') encode(clientSecret);

    const requester: TokenRequester = {
      url,
      clock,
      limits: { timeout, deadline, retries: tries - 1 },
      engine: {
        budget: createRetryBudget(standardBudget),
        random,
        scrub: (text) => this.scrub(text),
        prepare: async (attempt: AttemptRequest) => {
          const secret = await ask('clientSecret', clientSecret, (text) => this.scrub(text));
          const basic = encode(secret);
          const inHeader = clientAuthentication === 'client_secret_basic';
          const { grant_type, ...names } = clientCredentialsScheme.form;
          if (inHeader) attempt.headers['authorization'] = `Basic ${basic}`;
          const inBody = inHeader ? {} : { [names.clientId]: clientId, [names.clientSecret]: secret };
          attempt.body = encodeForm({ grant_type, ...inBody });
        },
      },
    };

    this.#cache = createTokenCache({
      clock,
      report,
      obtain: async (request, transport = platformFetch) => {
        let status: number | undefined;
        const reportRetry = (event: CallEvent): void => {
          if (event.type === 'attempt') status = event.status;
          if (event.type === 'wait') {
            report({ type: 'token_retry', attempt: event.attempt, delayMs: event.milliseconds, status });
          }
        };
        const sharing: SharingRequest = {
          ...request,
          client: `${url} ${clientId}`,
          clock,
          random,
          report,
          requestToken: async () => {
            const token = await requestToken(requester, ownTransport ?? transport, request.signal, reportRetry);
            const { lifetimeMs } = token;
            report({ type: 'token_obtained', from: 'endpoint', lifetimeSeconds: lifetimeMs && lifetimeMs / 1000 });
            return token;
          },
        };
        const token = await tokenStore.obtain(sharing);
        this.add(token.value);
        return token;
      },
    });
  }

  apply(request: CredentialRequest): void | Promise<void> {
    const token = this.#cache.current(request.transport);
    if (token !== undefined) return place(request, token);
    return this.#cache.next(request.transport, request.signal).then((fresh) => place(request, fresh));
  }

  onUnauthorized(request: CredentialRequest): Promise<boolean> {
    const refused = request.headers['authorization']?.slice('Bearer '.length);
    return this.#cache.replace(refused, request.transport, request.signal);
  }
}

function place(request: CredentialRequest, token: string): void {
  request.headers['authorization'] = `Bearer ${token}`;
}

/** Writes `application/x-www-form-urlencoded` by RFC 6749 appendix B: UTF-8, a space is `+`, in the given order. */
export function encodeForm(pairs: Readonly<Record<string, string>>): string {
  return new URLSearchParams(pairs).toString();
}
