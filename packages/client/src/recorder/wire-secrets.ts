import { type Scrub, scrubber } from '@syncline/core/internal';

/** A shorter text is no use as a pattern: it would be found in texts that have nothing to do with it. */
const shortest = 6;

/** What stands in the place of a secret in a token response: it can be sent as a token when the recording is replayed. */
export const redactedToken = 'redacted';
/** What stands in the place of any other secret. */
export const redacted = '[redacted]';

/**
 * The secrets that passed through a recorder: what credentials added to requests, and the tokens that came back. They
 * are taken out of everything that is recorded after them, whichever client they belong to.
 */
export class WireSecrets {
  readonly #secrets = new Set<string>();
  #scrub: Scrub | undefined;

  add(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) {
      if (text === undefined || text.length < shortest || text === redacted || text === redactedToken) continue;
      if (this.#secrets.has(text)) continue;
      this.#secrets.add(text);
      this.#scrub = undefined;
    }
  }

  /** Adds the value of a header that carries a credential, and its parts. */
  addHeader(value: string): void {
    const [, token] = /^[A-Za-z]+ +(\S+)$/.exec(value) ?? [];
    this.add(value, token);
    const pair = token === undefined ? undefined : decodeBase64(token);
    const colon = pair?.indexOf(':') ?? -1;
    if (pair !== undefined && colon >= 0) this.add(pair, pair.slice(colon + 1));
  }

  /**
   * Removes the secrets from a text, in every spelling that the scrubber of core knows.
   *
   * @param isCut - whether the text may end with the beginning of a secret
   */
  scrub(text: string, isCut?: boolean): string {
    if (this.#secrets.size === 0) return text;
    this.#scrub ??= scrubber([...this.#secrets]);
    return this.#scrub(text, isCut);
  }
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}
