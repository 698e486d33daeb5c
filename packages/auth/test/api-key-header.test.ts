import { expect, it } from 'vitest';
import { apiKeyHeader } from '../src/index.ts';

it.each([
  'host',
  'Host',
  '__proto__',
  'Connection',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-type',
])('%s is refused as the name of a key’s header', (name) => {
  expect(() => apiKeyHeader({ name, value: 'canary' })).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', option: 'name', message: expect.not.stringContaining('canary') }),
  );
});
