import { describe, expect, it } from 'vitest';
import {
  checkChoice,
  checkCount,
  checkMilliseconds,
  checkRetry,
  checkSignal,
  isConfigError,
  ownOptions,
} from '../../src/internal.ts';

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
    ['toString', 'use filter, orderBy, deadline'],
  ])('are refused with the nearest name: %s', (name, rule) => {
    const error = thrownBy(() => ownOptions({ [name]: 1 } as Options, names));
    expect(isConfigError(error)).toBe(true);
    expect(error).toMatchObject({ option: name, message: `${name} is not an option: ${rule}` });
  });
  it.each([
    ['', '""'],
    ['a\nb', '"a\\nb"'],
    ['x'.repeat(100), `"${'x'.repeat(60)}"`],
  ])('are quoted and cut if they are no identifiers: %j', (name, shown) =>
    expect(thrownBy(() => ownOptions({ [name]: 1 } as Options, names))).toMatchObject({
      option: shown,
      message: `${shown} is not an option: use filter, orderBy, deadline`,
    }));
  it('are refused with the option that has them', () =>
    expect(thrownBy(() => ownOptions({ filtr: 1 } as Options, names, 'jobs.a'))).toMatchObject({
      option: 'jobs.a.filtr',
    }));
  it('are refused where the function has none', () =>
    expect(thrownBy(() => ownOptions({ a: 1 } as object, {}))).toMatchObject({
      message: 'a is not an option: use none',
    }));
  it('are refused under the name __proto__', () =>
    expect(thrownBy(() => ownOptions(JSON.parse('{"__proto__":{}}') as Options, names))).toMatchObject({
      option: '__proto__',
    }));
  it.each([null, 'text', 7, () => {}, []])('must be an object, not %s', (options) =>
    expect(thrownBy(() => ownOptions(options as unknown as Options, names, 'init'))).toMatchObject({
      option: 'init',
      message: 'init must be an object: { filter, orderBy }',
    }));
  it('are called options unless they have a name', () =>
    expect(thrownBy(() => ownOptions(null as unknown as Options, names))).toMatchObject({
      message: 'options must be an object: { filter, orderBy }',
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

describe('the value of an option', () => {
  const whole = [-1, 0.5, '5', null, Number.NaN, Number.POSITIVE_INFINITY, 5n, true];
  const signal = new AbortController().signal;

  it.each<[string, (value: never) => unknown, readonly unknown[], readonly unknown[], string]>([
    [
      'milliseconds',
      (value) => checkMilliseconds('deadline', value),
      [1, 30_000, 2_147_483_647],
      [0, 2_147_483_648, ...whole],
      'deadline must be a whole number from 1 to 2147483647 milliseconds',
    ],
    ['a number of retries', checkRetry, [0, 2, 100], [101, ...whole], 'retry must be a whole number from 0 to 100'],
    [
      'a count',
      (value) => checkCount('maxBodyBytes', value),
      [1, Number.MAX_SAFE_INTEGER],
      [0, Number.MAX_SAFE_INTEGER + 1, ...whole],
      'maxBodyBytes must be a whole number from 1 to 9007199254740991',
    ],
    ['a signal', checkSignal, [signal], [{}, { addEventListener: true }, 'abort'], 'signal must be an AbortSignal'],
  ])('%s is returned as it is, and undefined too; anything else is refused', (_, check, good, bad, message) => {
    expect([undefined, ...good].map((value) => check(value as never))).toEqual([undefined, ...good]);
    for (const value of bad) {
      const error = thrownBy(() => check(value as never));
      expect(isConfigError(error)).toBe(true);
      expect(error).toMatchObject({ message });
    }
  });

  it('that is one of two choices is refused unless it is one of them', () => {
    for (const value of [undefined, 'refuse', 'follow'])
      expect(() => checkChoice('pages', value, 'refuse', 'follow')).not.toThrow();
    for (const value of [null, '', 'Follow', 1])
      expect(thrownBy(() => checkChoice('pages', value, 'refuse', 'follow'))).toMatchObject({
        option: 'pages',
        message: "pages must be 'refuse' or 'follow'",
      });
  });
});
