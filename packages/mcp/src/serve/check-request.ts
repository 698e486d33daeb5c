import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The refusal of a request: its status, and what to do. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** The host names that programs on this machine use for the server. */
const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request was sent by a program on this machine that knows the token. A web page that the user visits could
 * also reach the server, even through its own host name (DNS rebinding). But it sends a different `Origin` or `Host`,
 * and does not know the token.
 *
 * @param port - the port of the server
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

/** Compares hashes, which have the same length, so that the time does not depend on the texts. */
function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
