import { describe, expect, it } from 'vitest';
import { isAuthError, isConfigError } from '../../src/index.ts';

describe('guards', () => {
  it('are true only for errors of this or another copy of the package', () => {
    const brand = Symbol.for('syncline.error');
    expect(isAuthError({ [brand]: true, code: 'AUTH_FAILED' })).toBe(true);
    expect(isConfigError({ [brand]: true, code: 'AUTH_FAILED' })).toBe(false);
    expect(isAuthError({ [brand]: true, code: 'CONFIG_INVALID' })).toBe(false);
    for (const value of [undefined, null, 'AUTH_FAILED', { code: 'AUTH_FAILED' }, new Error('x')])
      expect([isAuthError(value), isConfigError(value)]).toEqual([false, false]);
  });
});
