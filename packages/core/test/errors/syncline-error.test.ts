import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, errorBrand, isConfigError, isSynclineError, SynclineError } from '../../src/internal.ts';

class OtherError extends SynclineError {
  readonly code = 'OTHER';
}

describe('isSynclineError', () => {
  it.each([
    ['an error of Syncline', new ConfigError('port', 'must be a number'), true],
    ['an error of another class of Syncline', new OtherError('why'), true],
    ['an error of another copy of the package', { [Symbol.for('syncline.error')]: true, code: 'OTHER' }, true],
    ['another error', new Error('no'), false],
    ['a function with the mark', Object.assign(() => {}, { [Symbol.for('syncline.error')]: true }), false],
    ['null', null, false],
    ['undefined', undefined, false],
    ['a string', 'CONFIG_INVALID', false],
  ])('%s', (_, value, expected) => expect(isSynclineError(value)).toBe(expected));
});

describe('SynclineError', () => {
  it('has the address of the page about its code', () => {
    const { homepage } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
    expect(new OtherError('why').help).toBe(`${homepage}errors/OTHER/`);
    expect(new ConfigError('port', 'must be a number').help).toBe(`${homepage}errors/CONFIG_INVALID/`);
  });
});

describe('ConfigError', () => {
  it('says the option and the rule in one sentence, and keeps the option', () => {
    const error = new ConfigError('port', 'must be a whole number', { cause: 1 });
    expect(error).toMatchObject({
      message: 'port must be a whole number',
      option: 'port',
      name: 'ConfigError',
      cause: 1,
    });
    expect(error[errorBrand]).toBe(true);
  });

  it('differs from other errors of Syncline', () => {
    expect(isConfigError(new ConfigError('a', 'b'))).toBe(true);
    expect(isConfigError({ [Symbol.for('syncline.error')]: true, code: 'CONFIG_INVALID' })).toBe(true);
    expect(isConfigError(new OtherError('why'))).toBe(false);
    expect(isConfigError({ code: 'CONFIG_INVALID' })).toBe(false);
  });
});
