import {
  type CallContext,
  checkChoice,
  checkCount,
  checkFunction,
  checkMilliseconds,
  ConfigError,
  type Clock,
  createRetryBudget,
  engineOptionNames,
  guard,
  guardClock,
  guardRandom,
  isSynclineError,
  notify,
  type OptionNames,
  ownOptions,
  platformFetch,
  reasonOf,
  SecretHolder,
  standardBudget,
  type Transport,
  withTimeLimit,
} from '@syncline/core/internal';
import { clientCredentialsTokenPath } from '@syncline/openapi';
import { AuthError } from '../credential/auth-error.ts';
import type { Credential, CredentialRequest } from '../credential/credential.ts';
import { authBase } from './oauth-endpoints.ts';
import { ask, requireText, sendable } from '../credential/secret.ts';
import type { TokenEvent } from '../token-store/events.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';
import type { Token } from '../token-store/token-store.ts';
import type { ClientCredentialsOptions } from './options.ts';
import { requestToken } from './request-token.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';
import type { TokenRequester } from './token-exchange.ts';

const optionNames: OptionNames<ClientCredentialsOptions> = {
  authUrl: 1,
  clientId: 1,
  clientSecret: 1,
  clientAuthentication: 1,
  tokenStore: 1,
  tries: 1,
  ...engineOptionNames,
};

/**
 * OAuth 2.0 client credentials of a service account (section 5.3; RFC 6749 section 4.4). The token is fetched when it
 * is first needed, shared by all calls, refreshed in the background before it ends, and replaced after a 401, at most once
 * in 5 s.
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
  return new ClientCredentials(ownOptions(options, optionNames));
}

/**
 * The time limit of a background refresh. Its connection keeps a process open that has nothing else to do. The token is
 * still valid, so the next call can start another refresh.
 */
const backgroundDeadlineMs = 10_000;

class ClientCredentials extends SecretHolder implements Credential {
  readonly #cache: TokenCache<Transport | undefined>;
  /** What a call that has no token is waiting for */
  readonly #waitingFor: () => string;
  /** The client's secret and how it is sent */
  #client: readonly string[] = [];

  constructor({
    authUrl,
    allowInsecureHttp,
    clientAuthentication,
    clientId,
    clientSecret,
    fetch: ownTransport,
    onEvent,
    clock: ownClock,
    deadline = 60_000,
    random: ownRandom,
    timeout = 30_000,
    tokenStore,
    tries = 3,
  }: ClientCredentialsOptions) {
    super('clientCredentials');
    const url = authBase(authUrl, allowInsecureHttp) + clientCredentialsTokenPath;
    requireText(this.scheme, 'clientId', clientId);
    checkFunction('fetch', ownTransport);
    checkFunction('onEvent', onEvent);
    checkFunction('tokenStore.obtain', tokenStore && ((tokenStore.obtain as unknown) ?? null));
    checkMilliseconds('timeout', timeout);
    checkMilliseconds('deadline', deadline);
    checkCount('tries', tries);
    checkChoice('clientAuthentication', clientAuthentication, 'client_secret_post', 'client_secret_basic');
    const clock = guardClock(ownClock);
    const random = guardRandom(ownRandom);
    const endpoint = `the token endpoint at ${new URL(url).host}`;

    let latest: CallContext | undefined;
    this.#waitingFor = () => latest?.waitingFor?.() ?? (tokenStore ? 'tokenStore' : endpoint);

    const report = (event: TokenEvent): void => {
      if (onEvent !== undefined) notify(onEvent, event);
    };

    /** Checks and encodes the secret, which `scrub` removes from now on. */
    const encode = (secret: string): void => {
      requireText(this.scheme, 'clientSecret', secret);
      // RFC 6749 section 2.3.1: both are form-encoded, with a colon between them.
      this.#client = [secret, btoa(`${new URLSearchParams({ [clientId]: secret })}`.replace('=', ':'))];
      this.add(...this.#client);
    };
    if (typeof clientSecret !== 'function') encode(clientSecret);

    const requester: TokenRequester = {
      url,
      endpoint,
      timeout,
      retries: tries - 1,
      budget: createRetryBudget(standardBudget),
      scrub: (text) => this.scrub(text),
      authenticate: async (attempt, write) => {
        latest = attempt.context;
        encode(await ask('clientSecret', clientSecret, attempt));
        attempt.addSecrets(this.#client);
        write(attempt, clientId, this.#client, clientAuthentication);
      },
    };
    this.#cache = createTokenCache({
      clock,
      report,
      obtain: async (request, transport) => {
        const { background } = request;
        const tokenClock: Clock = { ...clock, wait: (ms, callback) => clock.wait(ms, callback, background) };
        const tokenDeadline = background ? Math.min(deadline, backgroundDeadlineMs) : deadline;
        const sharing: SharingRequest = {
          ...request,
          deadline: tokenDeadline,
          client: `${url} ${clientId}`,
          clock: tokenClock,
          random,
          report,
          requestToken: () => requestToken({ ...requester, ...sharing }, ownTransport ?? transport ?? platformFetch),
        };
        const late = () => new AuthError(`No response from tokenStore in ${tokenDeadline} ms`);
        // Without a store, each process requests its own token. That request has a time limit of its own.
        const token = await (tokenStore
          ? withTimeLimit(tokenClock, tokenDeadline, async () => guard(() => tokenStore.obtain(sharing), fail), late)
          : sharing.requestToken());
        const value: unknown = (token as Token | undefined)?.value;
        if (typeof value !== 'string' || !sendable.test(value))
          throw new ConfigError('tokenStore', 'must return a token');
        // With the client's secrets, so that many tokens do not push them out of the memory of `scrub`.
        this.add(token.value, ...this.#client);
        return token;
      },
    });
  }

  readonly apply = (request: CredentialRequest): void | Promise<void> => {
    const token = this.#cache.current(request.transport);
    if (token !== undefined) return this.#place(request, token);
    request.waitFor?.(this.#waitingFor);
    return this.#cache.next(request.transport, request.signal).then((fresh) => this.#place(request, fresh));
  };

  readonly onUnauthorized = (request: CredentialRequest): Promise<boolean> => {
    const refused = request.headers['authorization']?.split(' ')[1];
    request.waitFor?.(this.#waitingFor);
    return this.#cache.replace(refused, request.transport, request.signal);
  };

  #place(request: CredentialRequest, token: string): void {
    request.addSecrets?.([token, ...this.#client]);
    request.headers['authorization'] = `Bearer ${token}`;
  }
}

/** Shows only the name of what the caller's own store threw, or of what ended the request. */
function fail(thrown: unknown): never {
  throw isSynclineError(thrown) ? thrown : new AuthError(`No response from tokenStore (${reasonOf(thrown)})`);
}
