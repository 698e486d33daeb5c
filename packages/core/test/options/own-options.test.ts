import { describe, expect, it } from 'vitest';
import { isConfigError, ownOptions } from '../../src/index.ts';

interface Options {
  readonly filter?: string;
  readonly orderBy?: string;
  readonly deadline?: number;
}
const names = { filter: 1, orderBy: 1, deadline: 1 } as const;
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('the options of a function', () => {
  it.each([
    ['filtr', 'did you mean filter?'],
    ['Filter', 'did you mean filter?'],
    ['orderby', 'did you mean orderBy?'],
    ['order', 'did you mean orderBy?'],
    ['dedline', 'did you mean deadline?'],
    ['colour', 'use filter, orderBy, deadline'],
    ['x', 'use filter, orderBy, deadline'],
    ['', 'use filter, orderBy, deadline'],
    ['toString', 'use filter, orderBy, deadline'],
    ['x'.repeat(100), 'use filter, orderBy, deadline'],
  ])('are refused with the nearest name: %s', (name, rule) => {
    const error = thrownBy(() => ownOptions({ [name]: 1 } as Options, names));
    expect(isConfigError(error)).toBe(true);
    expect(error).toMatchObject({ option: name, message: `${name} is not an option: ${rule}` });
  });
  it('are refused where the function has none', () =>
    expect(thrownBy(() => ownOptions({ a: 1 } as object, {}))).toMatchObject({
      message: 'a is not an option: use none',
    }));
  it('are refused under the name __proto__', () =>
    expect(thrownBy(() => ownOptions(JSON.parse('{"__proto__":{}}') as Options, names))).toMatchObject({
      option: '__proto__',
    }));
  it.each([null, 'text', 7, () => {}])('must be an object, not %s', (options) =>
    expect(thrownBy(() => ownOptions(options as unknown as Options, names, 'init'))).toMatchObject({
      option: 'init',
      message: 'init must be an object',
    }));
  it('are only those of the object itself', () => {
    const options = Object.assign(Object.create({ filter: 'inherited' }) as Options, { deadline: 5 });
    expect({ ...ownOptions(options, names) }).toEqual({ deadline: 5 });
    const root = Object.getPrototypeOf({}) as { orderBy?: string };
    root.orderBy = 'polluted';
    try {
      expect(
        [ownOptions<Options>({}, names), ownOptions<Options>(undefined, names)].map(({ orderBy }) => orderBy),
      ).toEqual([undefined, undefined]);
    } finally {
      delete root.orderBy;
    }
  });
  it('may be undefined', () =>
    expect({ ...ownOptions<Partial<Options>>({ filter: undefined as never }, names) }).toEqual({ filter: undefined }));
});
