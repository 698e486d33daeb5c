import { ConfigError, type OptionNames, ownOptions, checkCount, checkMilliseconds } from '@syncline/core/internal';
import type { NodeTransportOptions } from './node-transport-options.ts';

const names: OptionNames<NodeTransportOptions> = {
  ca: 1,
  cert: 1,
  key: 1,
  passphrase: 1,
  servername: 1,
  proxy: 1,
  connections: 1,
  pipelining: 1,
  keepAliveTimeout: 1,
  keepAliveMaxTimeout: 1,
  connectTimeout: 1,
  closeTimeout: 1,
  clock: 1,
};
const texts = ['passphrase', 'servername', 'proxy'] as const;
const pems = ['ca', 'cert', 'key'] as const;
const waits = ['keepAliveTimeout', 'keepAliveMaxTimeout', 'connectTimeout', 'closeTimeout'] as const;

/**
 * Checks the options of the transport before anything is sent.
 *
 * @throws ConfigError that names the first wrong option, and never its value
 */
export function checkNodeOptions(input: NodeTransportOptions): NodeTransportOptions {
  if (Object.hasOwn(Object(input), 'rejectUnauthorized'))
    throw new ConfigError('rejectUnauthorized', 'is not offered: set `ca` to the authority to trust');
  const options = ownOptions(input, names);
  for (const name of texts) {
    const value = options[name];
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new ConfigError(name, 'must be a text');
  }
  for (const name of pems) {
    if (options[name] !== undefined && !isPem(options[name], name !== 'key'))
      throw new ConfigError(name, 'must be PEM text or bytes');
  }
  if (ArrayBuffer.isView(options.key) && !Buffer.from(options.key).includes('-----BEGIN'))
    throw new ConfigError('key', 'must be PEM: convert other formats with `openssl pkey` or `openssl pkcs12 -nodes`');
  if ((options.cert === undefined) !== (options.key === undefined)) {
    throw new ConfigError(
      options.cert === undefined ? 'cert' : 'key',
      'is needed: a client certificate needs both `cert` and `key`',
    );
  }
  if (options.proxy !== undefined) checkProxy(options.proxy);
  checkCount('connections', options.connections);
  checkCount('pipelining', options.pipelining);
  for (const name of waits) checkMilliseconds(name, options[name]);
  return options;
}

const isPem = (value: unknown, many: boolean): boolean =>
  Array.isArray(value)
    ? many && value.length > 0 && value.every((each) => isPem(each, false))
    : ArrayBuffer.isView(value) || (typeof value === 'string' && value.includes('-----BEGIN'));

const checkProxy = (proxy: string): void => {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ConfigError('proxy', 'must be an http or https address');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new ConfigError('proxy', 'must be an address without a path, a query or a fragment');
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new ConfigError('proxy', 'must have a percent-encoded user name and password, in which % is %25');
  }
};
