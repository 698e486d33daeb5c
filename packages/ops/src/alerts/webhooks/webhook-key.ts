import { ConfigError } from '@syncline/core/errors';

/** The prefix of every Standard Webhooks secret. */
const prefix = 'whsec_';

/** Checks secrets and returns their bytes. @throws {ConfigError} when there is none, or one is not valid */
export function keysOf(option: string, secrets: string | readonly string[]): readonly Uint8Array<ArrayBuffer>[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length === 0) throw new ConfigError(option, 'must have at least one secret');
  return list.map((secret) => {
    const key =
      typeof secret === 'string' && secret.startsWith(prefix) ? decode(secret.slice(prefix.length)) : undefined;
    if (key === undefined || key.length < 24 || key.length > 64)
      throw new ConfigError(option, `must be ${prefix} and the Base64 of 24 to 64 random bytes`);
    return key;
  });
}

/** The HMAC-SHA256 of a message: `id.timestamp.body`, in bytes (section "Signature scheme" of Standard Webhooks 1.0). */
export async function signatureOf(
  key: Uint8Array<ArrayBuffer>,
  id: string,
  timestamp: number | string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

/** Base64 with padding; undefined for anything else. */
export function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The Base64 of bytes. */
export function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
