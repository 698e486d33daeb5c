import { SecretHolder } from '@syncline/core';
import type { Credential, CredentialRequest } from './credential.ts';
import { ask, type Secret } from './secret.ts';

/** What makes one credential different from another. */
export interface SecretCredentialOptions {
  readonly scheme: string;
  /** Name of the caller's option that holds the secret. */
  readonly option: string;
  readonly secret: Secret;
  /** The secret as it travels; refuses one that cannot. */
  readonly encode: (secret: string) => string;
  /** Puts the encoded secret into the request; again and again without harm. */
  readonly place: (request: CredentialRequest, encoded: string) => void;
}

/** A credential made of one secret: a string is checked and encoded once, a function is asked for every request. */
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
      const again = { ...request, headers: { ...request.headers } };
      this.#options.place(again, encoded);
      return what(again) !== what(request);
    });
  }

  async #ask(): Promise<string> {
    const { option, secret } = this.#options;
    return this.#encode(await ask(option, secret));
  }

  #encode(secret: string): string {
    const encoded = this.#options.encode(secret);
    this.add(secret, encoded);
    return encoded;
  }
}

/** What a credential can change. */
function what({ url, headers }: CredentialRequest): string {
  return JSON.stringify([url, headers]);
}
