import { isIP } from 'node:net';

/**
 * Whether a request was meant for this server, by the name in its header `Host`. A page of another site could otherwise let
 * its own name point here, and read what the browser returns (DNS rebinding). An address cannot be pointed elsewhere, so
 * every address is fine; of names, those of this machine and those that were allowed.
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
