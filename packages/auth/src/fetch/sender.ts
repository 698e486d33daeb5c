import { ConfigError, requireSecureUrl } from '@syncline/core';
import type { Credential, CredentialRequest } from '../credential/credential.ts';
import { AuthError } from '../credential/auth-error.ts';

/** Where a credential may go. */
export interface SenderOptions {
  /** The credential stays at this address's origin. @default the origin of the first request */
  readonly baseUrl?: string | URL | undefined;
  /** Also accept plain http to other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
}

/** A request that can be made again: its body is in memory. */
export interface Sendable {
  readonly request: CredentialRequest;
  readonly body: ArrayBuffer | null;
}

/** Puts one credential on requests of one origin, and judges the answers. */
export class Sender {
  readonly #credential: Credential;
  readonly #allowInsecureHttp: boolean | undefined;
  #origin: string | undefined;

  constructor(credential: Credential, { baseUrl, allowInsecureHttp }: SenderOptions) {
    this.#credential = credential;
    this.#allowInsecureHttp = allowInsecureHttp;
    if (baseUrl !== undefined) this.#pin(baseUrl);
  }

  /** @throws ConfigError for a request to another origin, before the credential is touched. */
  async read(request: Request): Promise<Sendable> {
    const { method, signal, url } = request;
    this.#origin ?? this.#pin(new URL(url).origin);
    if (new URL(url).origin !== this.#origin)
      throw new ConfigError('baseUrl', 'has another origin than the request; the credential stays at its own');
    return {
      request: { url, method, signal, headers: Object.fromEntries(request.headers) },
      body: request.body && (await request.clone().arrayBuffer()),
    };
  }

  /** The request with the credential. Redirects are not followed: fetch would take headers along to wherever they lead. */
  async sign({ request, body }: Sendable): Promise<Request> {
    await this.#credential.apply(request);
    return new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body,
      redirect: 'manual',
      signal: request.signal ?? null,
    });
  }

  /**
   * The request once more, if the answer is a 401 and there is a fresher credential.
   *
   * @throws AuthError for a redirect.
   */
  async again(response: Response, sendable: Sendable): Promise<Request | undefined> {
    const { status, type } = response;
    if (type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)) {
      throw new AuthError('The server answered with a redirect, and a credential is not taken elsewhere', { status });
    }
    if (status !== 401 || !(await this.#credential.onUnauthorized(sendable.request))) return undefined;
    await response.body?.cancel();
    return this.sign(sendable);
  }

  #pin(address: string | URL): void {
    this.#origin = requireSecureUrl(address, { option: 'baseUrl', allowInsecureHttp: this.#allowInsecureHttp }).origin;
  }
}
