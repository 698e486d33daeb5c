import { scrubber } from './scrub.ts';

/** A text that mentions a secret can arrive after the secret was replaced, so the last few secrets are kept. */
const remembered = 16;

/**
 * The base of an object that has secrets, such as a credential. It removes its secrets from texts, and shows only its
 * scheme when it is printed, inspected or converted to JSON.
 *
 * @example
 * ```ts
 * import { SecretHolder } from '@syncline/core';
 *
 * class ApiKey extends SecretHolder {
 *   constructor(key: string) {
 *     super('apiKey');
 *     this.add(key);
 *   }
 * }
 *
 * const holder = new ApiKey('a-secret-key');
 * holder.scrub('refused a-secret-key'); // "refused [redacted]"
 * String(holder); // "Credential(apiKey)"
 * ```
 */
export abstract class SecretHolder {
  /** The name of the security scheme, which is not secret */
  readonly scheme: string;
  #secrets: readonly string[] = [];
  #scrub = scrubber(this.#secrets);

  constructor(scheme: string) {
    this.scheme = scheme;
  }

  /** Removes the secrets from a text. */
  scrub(text: string): string {
    return this.#scrub(text);
  }

  /** Adds secrets that `scrub` removes from now on. The last 16 are kept. */
  protected add(...secrets: readonly string[]): void {
    if (secrets.every((secret) => this.#secrets.includes(secret))) return;
    this.#secrets = [...this.#secrets, ...secrets].slice(-remembered);
    this.#scrub = scrubber(this.#secrets);
  }

  toJSON(): { scheme: string } {
    return { scheme: this.scheme };
  }

  toString(): string {
    return `Credential(${this.scheme})`;
  }

  /** What `console.log` and `util.inspect` print in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}
