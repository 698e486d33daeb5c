import { SecretHolder } from '@syncline/core';
import type { Credential, CredentialRequest } from './credential.ts';
import { ask, type Secret } from './secret.ts';

/** What differs between the credentials with one secret. */
export interface SecretCredentialOptions {
  readonly scheme: string;
  /** Name of the caller's option that holds the secret. */
  readonly option: string;
  readonly secret: Secret;
  /** Encodes the secret as it is sent. @throws ConfigError if the secret cannot be sent. */
  readonly encode: (secret: string) => string;
  /** Puts the encoded secret into the request. Repeating it changes nothing. */
  readonly place: (request: CredentialRequest, encoded: string) => void;
}

/** A credential with one secret. A string is checked and encoded once; a function is called for each request. */
export class SecretCredential extends SecretHolder implements Credential {
  readonly #options: SecretCredentialOptions;
  readonly #encoded: string | undefined;

  constructor(options: SecretCredentialOptions) {
    super(options.scheme);
    this.#options = options;
    if (typeof options.secret !== 'function') this.#encoded = this.#encode(options.secret);
  }

  apply(request: CredentialRequest): void | Promise<void> {
    if (this.#encoded === undefined) return this.#ask().then((encoded) => this.#options.place(request, encoded));
    this.#options.place(request, this.#encoded);
  }

  onUnauthorized(request: CredentialRequest): boolean | Promise<boolean> {
    if (this.#encoded !== undefined) return false;
    return this.#ask().then((encoded) => {
      const renewed = { ...request, headers: { ...request.headers } };
      this.#options.place(renewed, encoded);
      return changeable(renewed) !== changeable(request);
    });
  }

  async #ask(): Promise<string> {
    const { option, secret } = this.#options;
    return this.#encode(await ask(option, secret, (text) => this.scrub(text)));
  }

  #encode(secret: string): string {
    const encoded = this.#options.encode(secret);
    this.add(secret, encoded);
    return encoded;
  }
}

/** The parts of a request that a credential can change. */
function changeable({ url, headers }: CredentialRequest): string {
  return JSON.stringify([url, headers]);
}
