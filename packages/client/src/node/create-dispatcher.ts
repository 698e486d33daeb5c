import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { ConfigError } from '@syncline/core';
import type { Certificates, NodeTransportOptions } from './node-transport-options.ts';

/**
 * Creates the connections of one transport. undici's own timers for headers and bodies are off, because the limits of a
 * call are shorter and their errors say more.
 *
 * @throws {ConfigError} when a certificate or key cannot be read
 */
export function createDispatcher(options: NodeTransportOptions): Dispatcher {
  const { proxy, connections, pipelining = 1 } = options;
  const { connectTimeout = 10_000, keepAliveTimeout = 4_000, keepAliveMaxTimeout = 600_000 } = options;
  const secure = tlsOptions(options);
  const pool = {
    ...(connections === undefined ? {} : { connections }),
    pipelining,
    keepAliveTimeout,
    keepAliveMaxTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === undefined) return new Agent({ ...pool, connect: { ...secure, timeout: connectTimeout } });
  const proxyTls = { ...(secure.ca === undefined ? {} : { ca: secure.ca }), timeout: connectTimeout };
  return new ProxyAgent({ ...pool, uri: proxy, proxyTunnel: false, requestTls: secure, proxyTls });
}

type TlsOptions = Partial<
  Record<'cert' | 'ca', (string | Buffer)[]> & { key: string | Buffer; passphrase: string; servername: string }
>;

const tlsOptions = ({ ca, cert, key, passphrase, servername }: NodeTransportOptions): TlsOptions => {
  const pair = cert === undefined || key === undefined ? {} : { cert: list(cert), key: buffer(key) };
  const own = passphrase === undefined ? pair : { ...pair, passphrase };
  const trust = ca === undefined ? {} : { ca: [...trusted(), ...list(ca)] };
  // OpenSSL silently ignores an invalid authority in a list of valid ones.
  if (ca !== undefined) checkReadable('ca', () => list(ca).forEach((each) => new X509Certificate(each)));
  checkReadable(passphrase === undefined ? 'key' : 'passphrase', () => tls.createSecureContext(own));
  return { ...own, ...trust, ...(servername === undefined ? {} : { servername }) };
};

/** Node's own authorities. Node replaces them by `ca`, so they are listed again, and `ca` adds to them. */
const trusted = (): readonly string[] => tls.getCACertificates?.('default') ?? tls.rootCertificates;

/**
 * Reports an unusable certificate or key by name now, and not at the first connection. OpenSSL's messages contain
 * nothing of the key.
 */
const checkReadable = (option: string, read: () => unknown): void => {
  try {
    read();
  } catch (error) {
    throw new ConfigError(option, `cannot be used: ${(error as Error).message}`);
  }
};

const list = (certificates: Certificates): (string | Buffer)[] =>
  (Array.isArray(certificates) ? certificates : [certificates]).map(buffer);

const buffer = (value: string | Uint8Array): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
