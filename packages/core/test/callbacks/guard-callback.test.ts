import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { guardCallback } from '../../src/callbacks/guard-callback.ts';
import { ConfigError } from '../../src/internal.ts';

const place = { operation: 'getJob', method: 'GET', path: '/jobs', attempts: 1 };
const run = (call: () => unknown) => guardCallback('credential.apply', place, call);
/** The description of a thrown value. Its text is left out, because it may be a secret that only the function knows. */
const hidden = (what: string) => `it threw ${what}. Its text may be secret and is not shown`;

describe('a guarded callback', () => {
  it('returns what the function returns, and a promise only for a promise', async () => {
    expect(run(() => 5)).toBe(5);
    expect(await run(async () => 6)).toBe(6);
    expect([run(() => null), run(() => undefined)]).toEqual([null, undefined]);
  });
  it.each([
    [
      'throws',
      () => {
        throw Object.assign(new TypeError('x is not a function: canary'), { code: 'ERR_X' });
      },
    ],
    ['rejects', () => Promise.reject(Object.assign(new TypeError('x is not a function: canary'), { code: 'ERR_X' }))],
  ])('that %s becomes an error that names it, without secrets', async (_, call) => {
    const error = await Promise.resolve()
      .then(() => run(call))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'CallbackError',
      code: 'CALLBACK_FAILED',
      callback: 'credential.apply',
      message: `GET /jobs: credential.apply failed: ${hidden('TypeError ERR_X')}`,
      cause: { name: 'TypeError', code: 'ERR_X', message: hidden('TypeError ERR_X') },
    });
  });
  it('that returns a wrong value becomes an error that names it, also in a promise of another realm', async () => {
    const check = (value: unknown) => value !== 7 && 'it must return 7';
    const guarded = (call: () => unknown) => guardCallback('credential.apply', place, call, check);
    const failure = { code: 'CALLBACK_FAILED', message: 'GET /jobs: credential.apply failed: it must return 7' };
    expect(guarded(() => 7)).toBe(7);
    expect(() => guarded(() => 8)).toThrow(expect.objectContaining(failure));
    const ofAnotherRealm = (value: number) => runInNewContext(`Promise.resolve(${value})`) as Promise<number>;
    expect(await guarded(() => ofAnotherRealm(7))).toBe(7);
    await expect(guarded(() => ofAnotherRealm(8))).rejects.toMatchObject(failure);
  });
  it('whose value fails when it is read becomes an error that names it', async () => {
    const read = (value: unknown) => (value as { rule: string }).rule;
    const value = {
      get rule(): string {
        throw new RangeError('canary');
      },
    };
    const failure = { code: 'CALLBACK_FAILED', message: `GET /jobs: until failed: ${hidden('RangeError')}` };
    expect(() => guardCallback('until', place, () => value, read)).toThrow(expect.objectContaining(failure));
    await expect(guardCallback('until', place, async () => value, read)).rejects.toMatchObject(failure);
  });
  it('passes an error of ours on as it is', async () => {
    const error = new ConfigError('token', 'is missing');
    expect(() =>
      run(() => {
        throw error;
      }),
    ).toThrow(error);
    await expect(run(() => Promise.reject(error))).rejects.toBe(error);
  });
});
