import { scrubber } from './http/scrubber.ts';

/** Secrets that were in use a while ago may still be in a text on its way; older ones are forgotten. */
const remembered = 16;

/** Something with secrets: it shows its scheme and nothing else, however it is printed, and takes its secrets out of texts. */
export abstract class Concealed {
  readonly scheme: string;
  #secrets: readonly string[] = [];
  #scrub = scrubber(this.#secrets);

  constructor(scheme: string) {
    this.scheme = scheme;
  }

  scrub(text: string): string {
    return this.#scrub(text);
  }

  /** From now on `scrub` takes these out as well. */
  protected conceal(...secrets: readonly string[]): void {
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
