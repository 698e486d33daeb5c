import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request that is refused: its status, and what to do. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** The names by which a program on this machine calls the server. */
const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request was sent by a program on this machine that knows the token. A page of a web site that the user visits
 * could reach the server too, also by a name of its own that points here (DNS rebinding): it sends another `Origin` or
 * `Host`, and does not know the token.
 *
 * @param port - where the server listens
 * @param token - what clients send as `Authorization: Bearer …`
 */
export function checkRequest(headers: IncomingHttpHeaders, port: number, token: string): Refusal | undefined {
  const hosts = names.map((name) => `${name}:${port}`);
  if (!hosts.includes((headers.host ?? '').toLowerCase()))
    return { status: 421, text: `Use the host name ${hosts.join(' or ')}.` };
  const { origin } = headers;
  if (origin !== undefined && !hosts.includes(origin.toLowerCase().replace(/^http:\/\//, '')))
    return { status: 403, text: 'This server is not available to web pages.' };
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isSame(given, token)) return { status: 401, text: 'Send the token of the server: Authorization: Bearer TOKEN.' };
  return undefined;
}

/** Compares in a time that depends on neither text: hashes have the same length. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
