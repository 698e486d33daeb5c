import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { hasTwoValues, parseInt64 } from '../../src/decode/exact-json.ts';

describe('a whole number of 64 bits', () => {
  it.each([
    ['-0.0', 0n],
    ['-0e-5', 0n],
    ['0e-5', 0n],
    ['0e999', 0n],
    ['00.00e-9', 0n],
    ['0.000001e6', 1n],
    ['-0.05e2', -5n],
    ['0000000000000000000000012', 12n],
    ['00000000000000000000000.5e1', 5n],
    ['9223372036854775807.000', 9223372036854775807n],
    ['0.9223372036854775807e19', 9223372036854775807n],
    ['1.', undefined],
    ['.5e1', undefined],
    ['1e', undefined],
    ['1e1.5', undefined],
    ['- 1', undefined],
    ['--1', undefined],
    ['+1', undefined],
    ['1n', undefined],
    ['Infinity', undefined],
    ['12\n', undefined],
    ['\n12', undefined],
    ['5e-1', undefined],
    ['-9223372036854775809', undefined],
    ['0.05e1', undefined],
  ])('%j means %s', (text, value) => expect(parseInt64(text)).toBe(value));
  it('means the same in every spelling', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.nat({ max: 18 }),
        fc.nat({ max: 25 }),
        (value, places, zeros) => {
          const sign = value < 0n ? '-' : '';
          const digits = `${value < 0n ? -value : value}`.padStart(places + 1, '0') + '0'.repeat(zeros);
          const whole = digits.slice(0, digits.length - places - zeros);
          const fraction = digits.slice(whole.length);
          expect(parseInt64(`${sign}${whole}${fraction && '.'}${fraction}e${places}`)).toBe(value);
          expect(parseInt64(`${sign}${digits}E-${zeros}`)).toBe(value);
        },
      ),
    );
  });
  it('is refused without computing if it has millions of digits', () => {
    const computed = vi.spyOn(globalThis, 'BigInt');
    expect(parseInt64('9'.repeat(20_000_000))).toBeUndefined();
    expect(parseInt64(`0.${'9'.repeat(20_000_000)}`)).toBeUndefined();
    expect(computed).not.toHaveBeenCalled();
    computed.mockRestore();
  });
});

describe('the key `value` of an object occurs twice', () => {
  it.each([
    ['{"value":[]}', false],
    ['{"value":[],"value":[]}', true],
    ['{"value":[],"other":{"value":1}}', false],
    ['{"value":[{"value":1}]}', false],
    ['{"a":"value","b":1,"value":[]}', false],
    ['{"value":"value"}', false],
    ['{"a":"a wrong value","value":["no value"]}', false],
    ['{"value" :1,"v\\u0061lue"\n:2}', true],
    ['{"a\\"":"\\"value\\":","value":1,"value":2}', true],
    ['{"\\\\":1,"value":[{"a":"}"}],"value":2}', true],
    ['{"a\\"":"value","value":1}', false],
  ])('%s: %s', (text, twice) => {
    expect(Object.keys(JSON.parse(text) as object)).toContain('value');
    expect(hasTwoValues(text)).toBe(twice);
  });
});
