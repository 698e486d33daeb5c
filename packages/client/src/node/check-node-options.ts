import { ConfigError } from '@syncline/core';
import { checkCount, checkMilliseconds } from '../options/check-number.ts';
import type { NodeTransportOptions } from './node-transport-options.ts';

const names =
  'ca cert key passphrase servername proxy connections pipelining keepAliveTimeout keepAliveMaxTimeout connectTimeout'.split(
    ' ',
  );
const texts = ['passphrase', 'servername', 'proxy'] as const;
const pems = ['ca', 'cert', 'key'] as const;
const waits = ['keepAliveTimeout', 'keepAliveMaxTimeout', 'connectTimeout'] as const;

/**
 * Checks the options of the transport, before anything is sent.
 *
 * @throws {ConfigError} when an option cannot be used. The error names the first one, and never its value.
 */
export function checkNodeOptions(options: NodeTransportOptions): NodeTransportOptions {
  if (typeof options !== 'object' || options === null) throw new ConfigError('options', 'must be an object');
  for (const name in options) {
    if (name === 'rejectUnauthorized')
      throw new ConfigError(name, 'is not an option: pass the authority to trust as `ca`');
    if (!names.includes(name)) throw new ConfigError(name, 'is not an option of the Node transport');
  }
  for (const name of texts) {
    const value = options[name];
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw new ConfigError(name, 'must be a string that is not empty');
  }
  for (const name of pems) {
    if (options[name] !== undefined && !isPem(options[name], name !== 'key'))
      throw new ConfigError(name, 'must be PEM text or bytes');
  }
  if ((options.cert === undefined) !== (options.key === undefined)) {
    throw new ConfigError(
      options.cert === undefined ? 'cert' : 'key',
      'is missing: a client certificate needs both cert and key',
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
    : value instanceof Uint8Array || (typeof value === 'string' && value.includes('-----BEGIN'));

const checkProxy = (proxy: string): void => {
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw new ConfigError('proxy', 'must be an http or https address');
};
