import { isIP } from 'node:net';

/**
 * Whether a request was meant for this server, by the name in its `Host` header. Otherwise a page of another site could
 * make its own name resolve to this server and read the responses (DNS rebinding). Every IP address is accepted,
 * because it cannot be redirected. The accepted names are those of this machine and the allowed ones.
 *
 * @param allowed - names without a port, in lower case
 */
export function isKnownHost(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (host === undefined) return false;
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host);
  const name = match?.[1]?.toLowerCase().replace(/\.$/, '');
  if (name === undefined) return false;
  if (name.startsWith('[')) return isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || allowed.has(name);
}
