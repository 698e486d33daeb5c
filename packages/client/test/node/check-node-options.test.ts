import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createNodeTransport } from '../../src/node/index.ts';

const file = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8');

it.each([
  [{ connections: 0 }, 'connections'],
  [{ connections: 1.5 }, 'connections'],
  [{ pipelining: -1 }, 'pipelining'],
  [{ keepAliveTimeout: Number.NaN }, 'keepAliveTimeout'],
  [{ keepAliveMaxTimeout: 0 }, 'keepAliveMaxTimeout'],
  [{ connectTimeout: 2 ** 31 }, 'connectTimeout'],
  [{ proxy: 'proxy:3128:secret' }, 'proxy'],
  [{ proxy: 'ftp://user:secret@proxy' }, 'proxy'],
  [{ proxy: '' }, 'proxy'],
  [{ proxy: 'http://proxy:3128/secret' }, 'proxy'],
  [{ proxy: 'http://proxy:3128?secret' }, 'proxy'],
  [{ proxy: 'http://proxy:3128#secret' }, 'proxy'],
  [{ proxy: 'http://me:secret%@proxy:3128' }, 'proxy'],
  [{ proxy: 'http://secret%ff@proxy:3128' }, 'proxy'],
  [{ ca: 'secret' }, 'ca'],
  [{ ca: [] }, 'ca'],
  [{ ca: '-----BEGIN CERTIFICATE-----\nsecret\n-----END CERTIFICATE-----' }, 'ca'],
  [{ ca: file('client.key') }, 'ca'],
  [{ ca: Buffer.from('secret') }, 'ca'],
  [{ ca: Buffer.alloc(0) }, 'ca'],
  [{ ca: `${file('ca.pem')}${file('ca.pem').slice(0, 300)}` }, 'ca'],
  [{ ca: [file('ca.pem'), file('client.pem').replace(/[A-Z]{3}/g, '***')] }, 'ca'],
  [{ cert: file('client.pem') }, 'key'],
  [{ cert: file('client.key'), key: file('client.key') }, 'cert'],
  [{ cert: [file('client.pem'), file('ca.pem').slice(0, 300)], key: file('client.key') }, 'cert'],
  [{ cert: file('client.pem'), key: Buffer.from('secret') }, 'key'],
  [{ cert: file('client.pem'), key: file('client-encrypted.key') }, 'passphrase'],
  [{ key: file('client.key') }, 'cert'],
  [{ cert: file('client.pem'), key: file('server.key') }, 'key'],
  [{ cert: file('client.pem'), key: file('client-encrypted.key'), passphrase: 'secret' }, 'passphrase'],
  [{ servername: 7 }, 'servername'],
  [{ rejectUnauthorized: false }, 'rejectUnauthorized'],
  [{ conections: 3 }, 'conections'],
])('%j is refused only with the name of the option', (options, option) => {
  let error: unknown;
  try {
    createNodeTransport(options as never);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: 'CONFIG_INVALID', option });
  expect(String((error as Error).stack)).not.toContain('secret');
});

it('null is refused', () => {
  expect(() => createNodeTransport(null as never)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
});
