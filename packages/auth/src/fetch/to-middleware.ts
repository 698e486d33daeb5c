import { ownOptions } from '@syncline/core/internal';
import type { Credential } from '../credential/credential.ts';
import { Sender, type Sendable, type SenderOptions, senderOptionNames } from './sender.ts';

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
