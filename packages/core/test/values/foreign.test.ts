import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isError, isThenable, timeOf } from '../../src/internal.ts';

const foreign = (code: string): unknown => runInNewContext(`(${code})`);
const throwing = Object.defineProperty({}, 'getTime', {
  get: () => {
    throw new Error('hidden');
  },
});

describe('what a value can do', () => {
  it.each([
    [Promise.resolve(), true],
    [foreign('Promise.resolve()'), true],
    // oxlint-disable-next-line unicorn/no-thenable -- A promise of another library.
    [{ then: () => {} }, true],
    // oxlint-disable-next-line unicorn/no-thenable -- A record may have such a field.
    [{ then: 'a text' }, false],
    ['a text', false],
    [null, false],
    [undefined, false],
  ])('isThenable %#', (value, expected) => {
    expect(isThenable(value)).toBe(expected);
  });

  it.each([
    [new Date(5), 5],
    [foreign('new Date(5)'), 5],
    [foreign('new Date(NaN)'), Number.NaN],
    [new Proxy(new Date(5), {}), Number.NaN],
    [throwing, Number.NaN],
    ['1970-01-01', undefined],
    [5, undefined],
    [{ getTime: 5 }, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('timeOf %#', (value, expected) => {
    expect(timeOf(value)).toBe(expected);
  });

  it.each([
    [new TypeError('x'), true],
    [foreign("new RangeError('x')"), true],
    [{ name: 'Error', message: 'x' }, true],
    ['x', false],
    [null, false],
    [{ message: 'x' }, false],
  ])('isError %#', (value, expected) => {
    expect(isError(value)).toBe(expected);
  });
});
