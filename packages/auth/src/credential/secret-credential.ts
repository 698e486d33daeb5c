import { SecretHolder } from '@syncline/core/internal';
import type { Credential, CredentialRequest } from './credential.ts';
import { ask, type Secret } from './secret.ts';

/** What differs between the credentials with one secret. */
interface SecretCredentialOptions {
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
  /** The secret and its encoding, if it never changes */
  readonly #fixed: Secrets | undefined;

  constructor(options: SecretCredentialOptions) {
    super(options.scheme);
    this.#options = options;
    if (typeof options.secret !== 'function') this.#fixed = this.#encode(options.secret);
  }

  readonly apply = (request: CredentialRequest): void | Promise<void> => {
    const addTo = (secrets: Secrets): void => this.#place(request, secrets);
    return this.#fixed === undefined ? this.#ask(request).then(addTo) : addTo(this.#fixed);
  };

  readonly onUnauthorized = (request: CredentialRequest): boolean | Promise<boolean> =>
    this.#fixed === undefined &&
    this.#ask(request).then((secrets) => {
      const renewed = { ...request, headers: { ...request.headers } };
      this.#place(renewed, secrets);
      return changeable(renewed) !== changeable(request);
    });

  async #ask(request: CredentialRequest): Promise<Secrets> {
    const { option, secret } = this.#options;
    return this.#encode(await ask(option, secret, request));
  }

  #place(request: CredentialRequest, secrets: Secrets): void {
    request.addSecrets?.(secrets);
    this.#options.place(request, secrets[1]);
  }

  #encode(secret: string): Secrets {
    const secrets = [secret, this.#options.encode(secret)] as const;
    this.add(...secrets);
    return secrets;
  }
}

/** A secret, and how it is sent. */
type Secrets = readonly [secret: string, encoded: string];

/** The parts of a request that a credential can change. */
function changeable({ url, headers }: CredentialRequest): string {
  return JSON.stringify([url, headers]);
}
