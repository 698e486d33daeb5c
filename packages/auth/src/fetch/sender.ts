import {
  ConfigError,
  guardCallback,
  isThenable,
  type OptionNames,
  ownOptions,
  requireSecureUrl,
} from '@syncline/core/internal';
import type { Credential, CredentialRequest } from '../credential/credential.ts';
import { AuthError } from '../credential/auth-error.ts';

/** Where a credential may be sent. */
export interface SenderOptions {
  /** The credential is sent to the origin of this address only. @default the origin of the first request */
  readonly baseUrl?: string | URL | undefined;
  /** Also accept plain http to other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
}

const senderOptionNames: OptionNames<SenderOptions> = { baseUrl: 1, allowInsecureHttp: 1 };

/** A request that can be sent again, because its body is in memory. */
export interface Sendable {
  readonly original: Request;
  readonly request: CredentialRequest;
  readonly body: ArrayBuffer | null;
}

/** Adds one credential to the requests of one origin, and checks their responses. */
export class Sender {
  readonly #credential: Credential;
  readonly #allowInsecureHttp: boolean | undefined;
  #origin: string | undefined;

  constructor(credential: Credential, { baseUrl, allowInsecureHttp }: SenderOptions) {
    this.#credential = credential;
    this.#allowInsecureHttp = allowInsecureHttp;
    if (baseUrl !== undefined) this.#pin(baseUrl);
  }

  /** @throws ConfigError if the request goes to another origin, before the credential is used. */
  async read(original: Request): Promise<Sendable> {
    const { method, signal, url } = original;
    this.#origin ?? this.#pin(new URL(url).origin);
    if (new URL(url).origin !== this.#origin)
      throw new ConfigError(
        'baseUrl',
        'has a different origin than the request, and the credential is sent only to its own origin',
      );
    return {
      original,
      request: { url, method, signal, headers: Object.fromEntries(original.headers) },
      body: original.body && (await original.clone().arrayBuffer()),
    };
  }

  /**
   * Returns the request with the credential. It follows no redirects, because `fetch` would send the headers to their
   * target. All else stays as the caller has set it, such as `cache` and `credentials`. What only one platform has, such
   * as `dispatcher` in Node, stays unless the credential changes the address.
   */
  async sign({ original, request, body }: Sendable): Promise<Request> {
    await whileWanted(request, 'credential.apply', () => this.#credential.apply(request));
    const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = original;
    return new Request(request.url === original.url ? original : request.url, {
      cache,
      credentials,
      integrity,
      keepalive,
      mode,
      referrer,
      referrerPolicy,
      method: request.method,
      headers: request.headers,
      body,
      redirect: 'manual',
      signal: request.signal ?? null,
    });
  }

  /**
   * Returns the request to send again, if the response is a 401 and there is a newer credential.
   *
   * @throws AuthError if the response is a redirect; CallbackError if a function of the credential fails.
   */
  async again(response: Response, sendable: Sendable): Promise<Request | undefined> {
    this.refuseRedirect(response);
    if (response.status !== 401) return undefined;
    const { request } = sendable;
    const ask = () => this.#credential.onUnauthorized(request);
    if (!(await whileWanted(request, 'credential.onUnauthorized', ask, isBoolean))) return undefined;
    await response.body?.cancel();
    return this.sign(sendable);
  }

  /** @throws AuthError if the response is a redirect. */
  refuseRedirect({ status, type }: Response): void {
    if (type !== 'opaqueredirect' && ![301, 302, 303, 307, 308].includes(status)) return;
    throw new AuthError(
      'The server returned a redirect, which is not followed, because its target would receive the credential',
      { status },
    );
  }

  #pin(address: string | URL): void {
    this.#origin = requireSecureUrl(address, { option: 'baseUrl', allowInsecureHttp: this.#allowInsecureHttp }).origin;
  }
}

const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';

/**
 * Calls a function that the caller passed, and stops waiting for it when the request is aborted.
 *
 * @throws CallbackError that names the function when it fails, without the text of what it threw; the signal's reason
 */
async function whileWanted<Result>(
  { method, url, signal }: CredentialRequest,
  name: string,
  call: () => Result | PromiseLike<Result>,
  check?: (value: unknown) => string | false,
): Promise<Result> {
  const place = { operation: undefined, method, path: new URL(url).pathname, attempts: 1 };
  const result = guardCallback(name, place, call, check);
  if (!isThenable(result) || !signal) return result;
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Options of `toFetch`. */
export interface ToFetchOptions extends SenderOptions {
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Creates a `fetch` that adds the credential to each request, sends the request again after a 401 if there is a newer
 * credential, and refuses other origins and redirects.
 *
 * @throws ConfigError if `baseUrl` cannot be used. The function rejects with ConfigError for another origin, with
 *   AuthError for a redirect, with CallbackError if a function of the credential fails, and with what `fetch` throws.
 *
 * @example
 * ```ts
 * import { basic, toFetch } from '@syncline/auth';
 *
 * const send = toFetch(basic({ username: 'admin', password: 'secret' }), { baseUrl: 'https://sync.example.com/api' });
 * const response = await send('https://sync.example.com/api/history');
 * ```
 */
export function toFetch(credential: Credential, settings?: ToFetchOptions): typeof globalThis.fetch {
  const options = ownOptions(settings, { ...senderOptionNames, fetch: 1 });
  const { fetch = (request) => globalThis.fetch(request) } = options;
  const sender = new Sender(credential, options);
  const send = async (request: Request): Promise<Response> => {
    const response: unknown = await fetch(request);
    // Of any library, or another realm.
    if (Object.prototype.toString.call(response) === '[object Response]') return response as Response;
    throw new ConfigError('fetch', 'must return a Response');
  };
  return async (input, init) => {
    const sendable = await sender.read(new Request(input, init));
    const response = await send(await sender.sign(sendable));
    const once = await sender.again(response, sendable);
    if (once === undefined) return response;
    const second = await send(once);
    sender.refuseRedirect(second);
    return second;
  };
}

/** A middleware of openapi-fetch, as a structural type. */
export interface CredentialMiddleware {
  onRequest(call: { readonly request: Request; readonly options: object }): Promise<Request>;
  onResponse(call: {
    readonly response: Response;
    readonly options: { readonly fetch: (request: Request) => Promise<Response> };
  }): Promise<Response | undefined>;
}

/**
 * Creates a middleware for openapi-fetch that adds the credential to each request, sends the request again after a 401
 * if there is a newer credential, and refuses other origins and redirects. Register it last, so that no other
 * middleware changes the request afterwards.
 *
 * @throws ConfigError if `baseUrl` cannot be used. Calls reject with ConfigError for another origin, with AuthError for
 *   a redirect, and with CallbackError if a function of the credential fails.
 *
 * @example
 * ```ts
 * import { basic, toMiddleware } from '@syncline/auth';
 * import type { ODataPaths } from '@syncline/openapi';
 * import createClient from 'openapi-fetch';
 *
 * const client = createClient<ODataPaths>({ baseUrl: 'https://sync.example.com/api' });
 * client.use(toMiddleware(basic({ username: 'admin', password: 'secret' })));
 * const { data } = await client.GET('/history');
 * ```
 */
export function toMiddleware(credential: Credential, options?: SenderOptions): CredentialMiddleware {
  const sender = new Sender(credential, ownOptions(options, senderOptionNames));
  // openapi-fetch creates one options object per call.
  const calls = new WeakMap<object, Sendable>();
  return {
    async onRequest({ request, options: call }) {
      const sendable = await sender.read(request);
      calls.set(call, sendable);
      return sender.sign(sendable);
    },
    async onResponse({ response, options: call }) {
      const sendable = calls.get(call);
      const once = sendable && (await sender.again(response, sendable));
      if (once === undefined) return undefined;
      const second = await call.fetch(once);
      sender.refuseRedirect(second);
      return second;
    },
  };
}
