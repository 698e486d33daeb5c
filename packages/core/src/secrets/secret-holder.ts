import { scrubber } from './scrub.ts';

/** How many secrets `scrub` removes. */
const remembered = 48;

/**
 * The base of an object that has secrets, such as a credential. It removes its secrets from texts, and shows only its
 * scheme when it is printed, inspected or converted to JSON.
 *
 * Its methods that use a private property are bound: in a proxy, such as one of Vue's `reactive()`, `this` has none.
 *
 * @example
 * ```ts
 * import { SecretHolder } from '@syncline/core/internal';
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
  declare readonly scheme: string;
  #secrets: readonly string[] = [];
  #scrub = scrubber(this.#secrets);

  constructor(scheme: string) {
    this.scheme = scheme;
  }

  /**
   * Removes the secrets from a text: the last 48 that were added. A call also removes the secrets that it used itself,
   * even if they were rotated since.
   */
  readonly scrub = (text: string): string => this.#scrub(text);

  /** Adds the current secrets, which `scrub` removes from now on. Adding a secret again keeps it from being forgotten. */
  protected add(...secrets: readonly string[]): void {
    // Most credentials have the same secret for every request.
    if (secrets.every((secret, index) => secret === this.#secrets[index])) return;
    this.#secrets = [...secrets, ...this.#secrets].slice(0, remembered);
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
