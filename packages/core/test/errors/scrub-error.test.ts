import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isSynclineError, reasonOf, scrubError } from '../../src/internal.ts';

const canary = 'Canary7secret9';
const throwing = (): never => {
  throw new TypeError(canary);
};
const circular = Object.assign(new Error(canary), { code: 'ECONNRESET' });
circular.cause = circular;

/** Values that can be thrown, and what is reported about each: its type, class name and system error code. */
const thrown: readonly [string, unknown, string, { readonly name?: string; readonly code?: string }][] = [
  ['a text', canary, 'string', {}],
  ['plain words', 'correct horse battery staple', 'string', {}],
  ['a symbol', Symbol(canary), 'symbol', {}],
  ['a bigint', 7n, 'bigint', {}],
  ['a function', () => canary, 'function', {}],
  ['nothing', undefined, 'undefined', {}],
  ['null', null, 'object', {}],
  ['an error', new RangeError(canary), 'RangeError', { name: 'RangeError' }],
  ['plain words in an error', new Error('correct horse battery staple'), 'Error', {}],
  ['an error with a cause', new Error('x', { cause: new TypeError(canary) }), 'TypeError', { name: 'TypeError' }],
  [
    'an error of a system',
    Object.assign(new Error(canary), { code: 'ECONNREFUSED' }),
    'Error ECONNREFUSED',
    { code: 'ECONNREFUSED' },
  ],
  [
    'an error of Node',
    Object.assign(new TypeError(canary), { code: 'ERR_INVALID_URL' }),
    'TypeError ERR_INVALID_URL',
    { name: 'TypeError', code: 'ERR_INVALID_URL' },
  ],
  ['an exception', { name: 'AccessDeniedException' }, 'AccessDeniedException', { name: 'AccessDeniedException' }],
  ['a secret as its name', Object.assign(new Error(canary), { name: canary }), 'object', {}],
  ['a secret as its code', Object.assign(new Error(canary), { code: canary }), 'Error', {}],
  ['a secret before a name and after a code', { name: 'hunter2:TypeError', code: 'ERR_X:hunter2' }, 'object', {}],
  ['a secret in lower case after a code', { code: 'ERR_hunter' }, 'object', {}],
  ['lists instead of texts', { name: ['TypeError'], code: ['ECONNRESET'] }, 'object', {}],
  ['a secret before a code', { code: 'hunter2:ECONNRESET' }, 'object', {}],
  ['a very long name', { name: `${'x'.repeat(60)}Error` }, 'object', {}],
  ['a circle', circular, 'Error ECONNRESET', { code: 'ECONNRESET' }],
  ['an object that says', { toString: () => canary, message: canary }, 'object', {}],
  ['an object without a prototype', Object.create(null), 'object', {}],
  [
    'a getter that throws',
    {
      get name() {
        return throwing();
      },
    },
    'object',
    {},
  ],
  ['a proxy that throws', new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing }), 'object', {}],
];

describe('what a function of the caller throws', () => {
  it.each(thrown)('%s: only its type, the name of its class and a system’s code are shown', (_, value, what, facts) => {
    const copy = scrubError(value);
    expect(copy.message).toBe(`it threw ${what}. Its text may be secret and is not shown`);
    expect({ name: copy.name, code: copy.code }).toEqual({ name: 'Error', code: undefined, ...facts });
    expect(inspect(copy, { showHidden: true })).not.toMatch(/Canary7|horse/);
    expect(['message', 'name', 'code']).toEqual(expect.arrayContaining(Object.getOwnPropertyNames(copy)));
  });

  it.each(thrown)('%s is not a Syncline error, and has a short reason', (_, value, __, { name, code }) => {
    expect(isSynclineError(value)).toBe(false);
    expect(reasonOf(value)).toBe(code ?? name ?? 'unknown error');
  });
});

it('a copy shows only its code, like system errors, and can be changed', () => {
  const copy = scrubError(Object.assign(new TypeError(canary), { code: 'ECONNRESET' }));
  expect({ ...copy }).toEqual({ code: 'ECONNRESET' });
  expect(Object.assign(copy, { name: 'Odd', message: 'mine' }).message).toBe('mine');
  expect(Reflect.deleteProperty(copy, 'message')).toBe(true);
});

it('in a chain of causes, the fifth is shown', () => {
  const nest = (depth: number): Error =>
    Object.assign(new Error(`cause ${depth}`), depth < 8 ? { cause: nest(depth + 1) } : {});
  expect(scrubError(nest(0), String).message).toBe('cause 5');
});

describe('what a transport throws', () => {
  const scrub = (text: string) => text.replaceAll(canary, '[redacted]');

  it.each(thrown)('%s: the secrets of the call are removed', (_, value) => {
    expect(inspect(scrubError(value, scrub), { showHidden: true })).not.toContain(canary);
  });

  it('keeps its text, its name and its code, each shortened', () => {
    const error = Object.assign(new Error(`refused ${canary} ${'x'.repeat(5_000)}`), { name: 'Odd', code: 'Refused' });
    const copy = scrubError(error, scrub);
    expect(copy).toMatchObject({ name: 'Odd', code: 'Refused' });
    expect(copy.message).toMatch(/^refused \[redacted\] x+$/);
    expect(copy.message).toHaveLength(2_000);
    const long = scrubError(Object.assign(new Error('x'), { name: 'x'.repeat(61), code: 'a b' }), scrub);
    expect([long.name, long.code]).toEqual(['Error', undefined]);
  });
});
