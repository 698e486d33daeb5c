import { describe, expect, it } from 'vitest';
import { memoryTokenStore, sharedTokens } from '../../src/index.ts';
import { tokenCipher } from '../../src/token-store/shared-tokens.ts';

const key = new Uint8Array(32).fill(7);

describe('the token cipher', () => {
  it('binds a text to its name and key, and never encrypts it to the same value twice', async () => {
    const own = tokenCipher(key);
    const encrypted = await own.encrypt('text é', 'a');
    expect(await own.decrypt(encrypted, 'a')).toBe('text é');
    expect(await own.encrypt('text é', 'a')).not.toBe(encrypted);
    await expect(own.decrypt(encrypted, 'b')).rejects.toThrow();
    await expect(tokenCipher(new Uint8Array(32)).decrypt(encrypted, 'a')).rejects.toThrow();
    expect(await tokenCipher(Buffer.from(key).toString('base64')).decrypt(encrypted, 'a')).toBe('text é');
  });

  it.each([
    [''],
    ['canary'],
    ['Y2FuYXJ5'],
    ['not base64 canary!'],
    [new Uint8Array(31)],
    [new Uint8Array(33)],
  ])('rejects the key %j', (wrong) => {
    expect(() => sharedTokens({ store: memoryTokenStore(), key: wrong })).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        option: 'key',
        message: expect.not.stringContaining('canary'),
      }),
    );
  });
});
