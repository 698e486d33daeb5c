import { getEventListeners } from 'node:events';
import { CallbackError } from '@syncline/core/internal';
import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { basic, toFetch, toMiddleware, type Credential } from '../../src/index.ts';

const canary = 'canary-7f3a';
const fail = (): never => {
  throw new Error(`the vault said ${canary}`);
};
const baseUrl = 'https://sync.example/api';

const good: Credential = {
  scheme: 'own',
  scrub: (text) => text,
  apply: ({ headers }) => void (headers['x-key'] = 'k'),
  onUnauthorized: () => false,
};
const refuse = () => Promise.resolve(new Response('{}', { status: 401 }));

/** The same call through `toFetch` and through openapi-fetch. */
const callers: [string, (credential: Credential, signal?: AbortSignal) => Promise<unknown>][] = [
  [
    'toFetch',
    (credential, signal) =>
      toFetch(credential, { baseUrl, fetch: refuse })(`${baseUrl}/history?key=${canary}`, signal ? { signal } : {}),
  ],
  [
    'toMiddleware',
    (credential, signal) => {
      const client = createClient<{ '/history': { get: { responses: { 200: { content: never } } } } }>({
        baseUrl,
        fetch: refuse,
      });
      client.use(toMiddleware(credential));
      return client.GET('/history', signal ? { signal } : {});
    },
  ],
];

describe.each(callers)('%s', (_, call) => {
  it.each([
    ['apply throws', 'credential.apply', { apply: fail }],
    ['apply rejects', 'credential.apply', { apply: () => Promise.reject(new Error(canary)) }],
    ['onUnauthorized throws', 'credential.onUnauthorized', { onUnauthorized: fail }],
    [
      'onUnauthorized rejects',
      'credential.onUnauthorized',
      { onUnauthorized: () => Promise.reject(new Error(canary)) },
    ],
    ['onUnauthorized lies', 'credential.onUnauthorized', { onUnauthorized: () => 'yes' as never }],
  ] as [
    string,
    string,
    Partial<Credential>,
  ][])('%s: a CallbackError that names it without its text', async (_, callback, own) => {
    const error = await call({ ...good, ...own }).catch((thrown: unknown) => thrown);
    expect(error instanceof CallbackError && error.callback).toBe(callback);
    expect(String(error) + JSON.stringify(error) + String((error as Error).cause)).not.toContain(canary);
  });

  it.each([
    ['apply'],
    ['onUnauthorized'],
  ] as const)('%s hangs: the call ends when its signal is aborted', async (name) => {
    const stop = new AbortController();
    const hanging: Credential = {
      ...good,
      [name]: () => {
        queueMicrotask(() => stop.abort(new Error('enough')));
        return new Promise(() => {});
      },
    };
    await expect(call(hanging, stop.signal)).rejects.toThrow('enough');
  });
});

it('a credential that the request waited for leaves no listener on its signal', async () => {
  /** Counts the listeners on the signal when the request is sent. `Request` adds one of its own. */
  const listeners = async (apply: Credential['apply']) => {
    let signal: AbortSignal | undefined;
    let count: number | undefined;
    const own: Credential = {
      ...good,
      apply(request) {
        signal = request.signal;
        return apply(request);
      },
    };
    const send = toFetch(own, {
      baseUrl,
      fetch: () => {
        count = getEventListeners(signal as AbortSignal, 'abort').length;
        return Promise.resolve(new Response('{}'));
      },
    });
    await send(`${baseUrl}/history`);
    return count;
  };
  const waited = await listeners((request) => Promise.resolve().then(() => good.apply(request)));
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBe(await listeners((request) => good.apply(request)));
});

it('a fetch that returns something other than a response is a ConfigError', async () => {
  const send = toFetch(good, { baseUrl, fetch: () => Promise.resolve({ status: 200 } as never) });
  await expect(send(`${baseUrl}/history`)).rejects.toThrow('fetch must return a Response');
});

it('an error of the fetch is passed on unchanged, like one of the platform’s fetch', async () => {
  const thrown = new TypeError('fetch failed');
  await expect(toFetch(good, { baseUrl, fetch: () => Promise.reject(thrown) })(`${baseUrl}/history`)).rejects.toBe(
    thrown,
  );
});

it('a fetch may return the response of another library, such as undici', async () => {
  class Other {
    readonly status: number;
    readonly type = 'default';
    readonly body = null;
    constructor(status: number) {
      this.status = status;
    }
    get [Symbol.toStringTag]() {
      return 'Response';
    }
  }
  let asked = 0;
  const rotating = basic({ username: 'ada', password: () => `secret ${(asked += 1)}` });
  const sent: (string | null)[] = [];
  const send = toFetch(rotating, {
    baseUrl,
    fetch: async ({ headers }) => {
      sent.push(headers.get('authorization'));
      return new Other(sent.length === 1 ? 401 : 200) as never;
    },
  });
  expect((await send(`${baseUrl}/history`)).status).toBe(200);
  expect(new Set(sent).size).toBe(2);
});
