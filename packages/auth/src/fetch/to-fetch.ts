import { ConfigError, ownOptions } from '@syncline/core/internal';
import type { Credential } from '../credential/credential.ts';
import { Sender, type SenderOptions, senderOptionNames } from './sender.ts';

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
export function toFetch(credential: Credential, given?: ToFetchOptions): typeof globalThis.fetch {
  const options = ownOptions(given, { ...senderOptionNames, fetch: 1 });
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
