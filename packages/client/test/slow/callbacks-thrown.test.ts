import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSynclineError } from '../../src/index.ts';
import { printed } from '../slow/storm/canary.ts';
import { settled } from '../support/in-process.ts';
import { canary } from '../callbacks/behaviours.ts';
import { events, scenarios } from '../callbacks/scenarios.ts';

/** A secret that only the caller's function knows. No credential or request contains it. */
const ownSecret = 'Only the function/knows+me=7';

/** These callbacks receive the secrets with the request, so the call can remove them from a text. */
const transports = new Set(['Transport', 'Transport of token requests', 'Transport of a recorder']);

/** Values that a program can throw, each with a secret in it. */
const thrown: Readonly<Record<string, (secret: string) => unknown>> = {
  'an error': (secret) => new TypeError(`refused ${secret}`),
  'plain words': () => new Error('correct horse battery staple'),
  'an error with all its properties': (secret) =>
    Object.assign(new Error(secret), { name: secret, code: secret, stack: secret, options: { secret } }),
  'a cause': (secret) => new TypeError('fetch failed', { cause: new RangeError(secret, { cause: secret }) }),
  'a circle': (secret) => {
    const circle = new Error(secret);
    circle.cause = circle;
    return circle;
  },
  'a frozen error': (secret) => Object.freeze(new RangeError(secret)),
  'a text': (secret) => secret,
  'a symbol': (secret) => Symbol(secret),
  'a function': (secret) => Object.assign(() => secret, { message: secret }),
  'an object with toString': (secret) => ({ toString: () => secret, message: secret, toJSON: () => secret }),
  'an object without a prototype': (secret) => Object.assign(Object.create(null) as object, { secret }),
  'a getter that throws': (secret) => ({
    get message(): string {
      throw new TypeError(secret);
    },
  }),
  'a proxy that throws': (secret) => {
    const fail = (): never => {
      throw new TypeError(secret);
    };
    return new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail });
  },
  nothing: () => undefined,
  null: () => null,
};

const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record));
afterAll(() => void process.off('unhandledRejection', record));
beforeEach(() => void events.splice(0));

const cases = Object.keys(thrown).flatMap((what) =>
  (['throws', 'rejects', 'returns'] as const).map((way) => ({ what, way })),
);

describe.each(Object.keys(scenarios))('%s', (callback) => {
  // For `scrub`, returning a text is correct behavior, so these cases are left out.
  const isScrub = callback === '`scrub`' || callback === 'Credential of a recorder';
  const possible = cases.filter(({ way, what }) => !isScrub || way !== 'returns' || what !== 'a text');
  it.each(possible)('that $way $what: a typed error or a value, without its secret', async ({ what, way }) => {
    const value = thrown[what]!(transports.has(callback) ? canary : ownSecret);
    const result: unknown = await scenarios[callback]!({ way, thrown: value }).catch((error: unknown) => {
      expect(isSynclineError(error)).toBe(true);
      return error;
    });
    const shown = printed([result, ...events]) + printed(result);
    expect(shown).not.toContain(transports.has(callback) ? canary : ownSecret);
    if (!transports.has(callback)) expect(shown).not.toContain('battery');
    await settled();
    expect(unhandled.splice(0)).toEqual([]);
  });
});
