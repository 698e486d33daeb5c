import type { Credential, Draft } from './credential.ts';
import { Concealed } from './concealed.ts';
import { askFor, type Rule, type Secret } from './secret.ts';

/** What makes one credential different from another. */
export interface SecretCredentialOptions {
  readonly scheme: string;
  /** Name of the caller's option that holds the secret. */
  readonly option: string;
  readonly secret: Secret;
  readonly rule: Rule;
  /** The secret as it travels. */
  readonly encode: (secret: string) => string;
  /** Puts the encoded secret into the draft; again and again without harm. */
  readonly place: (draft: Draft, encoded: string) => void;
}

/** A credential made of one secret: a string is checked and encoded once, a function is asked for every request. */
export class SecretCredential extends Concealed implements Credential {
  readonly #options: SecretCredentialOptions;
  readonly #encoded: string | undefined;

  constructor(options: SecretCredentialOptions) {
    super(options.scheme);
    this.#options = options;
    if (typeof options.secret !== 'function') {
      options.rule(options.option, options.secret);
      this.#encoded = this.#encode(options.secret);
    }
  }

  apply(draft: Draft): void | Promise<void> {
    if (this.#encoded === undefined) return this.#ask().then((encoded) => this.#options.place(draft, encoded));
    this.#options.place(draft, this.#encoded);
  }

  refused(draft: Draft): boolean | Promise<boolean> {
    if (this.#encoded !== undefined) return false;
    return this.#ask().then((encoded) => {
      const again = { ...draft, headers: { ...draft.headers } };
      this.#options.place(again, encoded);
      return again.url !== draft.url || Object.entries(again.headers).some(([name, value]) => draft.headers[name] !== value);
    });
  }

  async #ask(): Promise<string> {
    const { option, secret, rule } = this.#options;
    return this.#encode(await askFor(option, secret as () => string, rule));
  }

  #encode(secret: string): string {
    const encoded = this.#options.encode(secret);
    this.conceal([secret, encoded]);
    return encoded;
  }
}
