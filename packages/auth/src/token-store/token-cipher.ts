import { ConfigError } from '@syncline/core/internal';

const ivLength = 12;

/** Encrypts and decrypts with AES-256-GCM. Each text is bound to its name. */
export interface TokenCipher {
  /**
   * Returns a name that reveals nothing of the text. It differs by key, so fleets with different keys share nothing.
   */
  nameOf(text: string): Promise<string>;
  encrypt(text: string, name: string): Promise<string>;
  /** @throws Error if the text was changed, or encrypted with another key or for another name. */
  decrypt(encrypted: string, name: string): Promise<string>;
}

/**
 * @param key - 32 bytes, raw or in Base64
 * @throws ConfigError if it is anything else.
 */
export function tokenCipher(key: string | Uint8Array): TokenCipher {
  const raw = keyBytes(key);
  const imported = crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    nameOf: async (text) => {
      const digest = await crypto.subtle.digest('SHA-256', concat(raw, encode(text)));
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    encrypt: async (text, name) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength));
      const encrypted = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: encode(name) },
        await imported,
        encode(text),
      );
      return btoa(String.fromCharCode(...concat(iv, new Uint8Array(encrypted))));
    },
    decrypt: async (encrypted, name) => {
      const bytes = fromBase64(encrypted);
      const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, ivLength), additionalData: encode(name) };
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await imported, bytes.slice(ivLength)));
    },
  };
}

function keyBytes(key: string | Uint8Array): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = typeof key === 'string' ? fromBase64(key) : new Uint8Array(key);
  } catch {
    bytes = new Uint8Array();
  }
  if (bytes.length !== 32) throw new ConfigError('key', 'must be 32 bytes, or Base64 of 32 bytes');
  return bytes;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const concat = (a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
};
