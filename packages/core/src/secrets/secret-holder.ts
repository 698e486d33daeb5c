import { scrubber } from './scrub.ts';

/** Texts that still mention a secret may arrive after it was replaced, so the last few are kept. */
const remembered = 16;

/**
 * The base of whatever has secrets, such as a credential. It removes its secrets from texts; and however it is printed itself, it
 * shows its scheme and nothing else.
 */
export abstract class SecretHolder {
  readonly scheme: string;
  #secrets: readonly string[] = [];
  #scrub = scrubber(this.#secrets);

  constructor(scheme: string) {
    this.scheme = scheme;
  }

  scrub(text: string): string {
    return this.#scrub(text);
  }

  /** From now on, `scrub` removes these as well. */
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
