import { expect, it } from 'vitest';
import { encodeBase64Utf8 } from '../../src/secrets/scrub.ts';

it('Base64 is of the UTF-8 bytes', () => {
  expect(encodeBase64Utf8('test:123£')).toBe('dGVzdDoxMjPCow==');
  expect(encodeBase64Utf8('x'.repeat(200_000))).toHaveLength(266_668);
});
