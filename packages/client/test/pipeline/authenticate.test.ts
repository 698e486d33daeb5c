import { basic, type Credential, type CredentialRequest } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { inProcess, json, rejection, settled, watchedBody } from '../support/in-process.ts';

const rows = json([]);
/** A credential that waits in every function and records its calls. */
const slow = (fresh: boolean) => {
  const told: string[] = [];
  const credential: Credential = {
    scheme: 'bearer',
    apply: async (draft) => {
      await settled();
      told.push('apply');
      draft.headers.authorization = `Bearer ${told.length}`;
    },
    onUnauthorized: async (draft) => {
      await settled();
      told.push(`refused ${draft.headers.authorization}`);
      return fresh;
    },
    scrub: (text) => text,
  };
  return { credential, told };
};

describe('the credential of a client', () => {
  it('is waited for, and is sent only with its request: the next one starts without it', async () => {
    const { credential, told } = slow(false);
    const { odata, asked } = inProcess([json({}, 503), rows], { credential });
    await odata.history.list();
    expect(told).toEqual(['apply', 'apply']);
    expect(asked.map(({ init }) => init.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
    expect(asked.map(({ init }) => Object.keys(init.headers))).toEqual([
      ['accept', 'authorization'],
      ['accept', 'authorization'],
    ]);
  });
  it('with a new value after a 401 is asked once, and the request is sent once more', async () => {
    const { credential, told } = slow(true);
    const watched = watchedBody('who are you?');
    const { odata, asked, events } = inProcess([() => new Response(watched.body, { status: 401 }), rows], {
      credential,
      retry: 0,
    });
    expect(await odata.history.list()).toEqual([]);
    expect(told).toEqual(['apply', 'refused Bearer 1', 'apply']);
    expect(asked.map(({ init }) => init.headers.authorization)).toEqual(['Bearer 1', 'Bearer 3']);
    expect(watched.cancelled).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(['start', 'refusal', 'attempt', 'outcome']);
    expect(events[1]).toEqual({
      type: 'refusal',
      reason: 'credential',
      call: events[0]?.call,
      operation: 'listHistory',
      interface: 'odata',
      method: 'GET',
      path: '/app/history',
      origin: 'https://api.example',
    });
    expect(events.at(-1)).toMatchObject({ ok: true, attempts: 1 });
  });
  it('without a new value leaves the 401', async () => {
    const { credential, told } = slow(false);
    const { odata, asked, events } = inProcess([json({ error: { code: 'NO', message: 'no' } }, 401)], { credential });
    expect(await rejection(odata.history.list())).toMatchObject({
      code: 'HTTP_ERROR',
      status: 401,
      serviceCode: 'NO',
      attempts: 1,
    });
    expect(asked).toHaveLength(1);
    expect(told).toEqual(['apply', 'refused Bearer 1']);
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt', 'outcome']);
  });
  it.each([true, false])('may respond synchronously whether there is a new value: %s', async (fresh) => {
    const { odata, asked } = inProcess([json({}, 401)], {
      credential: {
        ...basic({ username: 'ada', password: 'x' }),
        apply: () => {},
        scrub: String,
        onUnauthorized: () => fresh,
      },
    });
    await rejection(odata.history.list());
    expect(asked).toHaveLength(fresh ? 2 : 1);
  });
  it.each([200, 400, 403, 404, 407])('is not told about a %i', async (status) => {
    const { credential, told } = slow(true);
    await inProcess([json([], status)], { credential }).odata.raw.GET('/history');
    expect(told).toEqual(['apply']);
  });
  it.each([
    ['apply', 'rejects', () => Promise.reject(new TypeError('the vault is shut'))],
    [
      'apply',
      'throws',
      () => {
        throw new TypeError('the vault is shut');
      },
    ],
    ['onUnauthorized', 'rejects', () => Promise.reject(new TypeError('the vault is shut'))],
  ])('whose %s %s makes the call fail, and the call is not retried', async (verb, _, fail) => {
    let failures = 0;
    const failing: Credential = {
      scheme: 'bearer',
      apply: () => {},
      onUnauthorized: () => false,
      scrub: String,
      [verb]: () => {
        failures += 1;
        return fail();
      },
    };
    const { odata, asked } = inProcess([json({}, 401)], { credential: failing, retry: 2 });
    expect(await rejection(odata.history.list())).toMatchObject({
      code: 'CALLBACK_FAILED',
      callback: `credential.${verb}`,
      cause: { name: 'TypeError', message: 'it threw TypeError. Its text may be secret and is not shown' },
    });
    expect(failures).toBe(1);
    expect(asked).toHaveLength(verb === 'apply' ? 0 : 1);
  });
  it.each<[string, (request: CredentialRequest) => void]>([
    ['an address that is no text', (request) => Object.assign(request, { url: 7 })],
    ['no headers', (request) => Object.assign(request, { headers: null })],
    [
      'a header that fails when it is read',
      ({ headers }) =>
        Object.defineProperty(headers, 'x-key', {
          enumerable: true,
          get: () => {
            throw new RangeError('canary');
          },
        }),
    ],
  ])('that leaves %s makes the call fail, and the call is not retried', async (_, apply) => {
    const lying: Credential = {
      scheme: 'own',
      apply: (request) => void apply(request),
      onUnauthorized: () => false,
      scrub: String,
    };
    const { odata, asked, events } = inProcess([rows], { credential: lying, retry: 2 });
    expect(await rejection(odata.history.list())).toMatchObject({
      code: 'CALLBACK_FAILED',
      callback: 'credential.apply',
    });
    expect(asked).toHaveLength(0);
    expect(events.filter(({ type }) => type === 'attempt')).toHaveLength(1);
  });
  it('is not sent to another origin, however similar it looks', async () => {
    const { odata, asked } = inProcess([rows]);
    for (const baseUrl of [
      'https://api.example.evil.example',
      'https://api.example:8443',
      'http://api.example',
      'https://evil.example/https://api.example/',
    ]) {
      expect(await rejection(odata.raw.GET('/history', { baseUrl }))).toMatchObject({
        code: 'CONFIG_INVALID',
        option: 'baseUrl',
        message: 'baseUrl of a call must have the same origin as its client',
      });
    }
    expect(asked).toHaveLength(0);
    await odata.raw.GET('/history', { baseUrl: 'https://api.example/other' });
    expect(asked[0]?.url).toBe('https://api.example/other/history');
  });
});
