import type { Credential } from '../credential/credential.ts';
import { Sender, type Sendable, type SenderOptions } from './sender.ts';

/** A middleware of openapi-fetch, by its shape. */
export interface CredentialMiddleware {
  onRequest(call: { readonly request: Request; readonly options: object }): Promise<Request>;
  onResponse(call: {
    readonly response: Response;
    readonly options: { readonly fetch: (request: Request) => Promise<Response> };
  }): Promise<Response | undefined>;
}

/**
 * A middleware for openapi-fetch that puts the credential on every request, sends once more after a 401 if there is a fresher
 * one, and refuses other origins and redirects. Register it last, so that it signs what is really sent.
 *
 * @throws ConfigError when `baseUrl` cannot be used. Calls reject with ConfigError for another origin, and with AuthError for a redirect.
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
export function toMiddleware(credential: Credential, options: SenderOptions = {}): CredentialMiddleware {
  const sender = new Sender(credential, options);
  // openapi-fetch makes one options object a call.
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
      return once && call.fetch(once);
    },
  };
}
