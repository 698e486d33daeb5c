import createClient from 'openapi-fetch';
import type { ODataPaths } from '@syncline/openapi';
import { expect, it } from 'vitest';
import { apiKeyQuery, basic, toFetch, toMiddleware } from '../../src/index.ts';

const baseUrl = 'https://sync.example.com';
const options = {
  cache: 'no-store',
  credentials: 'include',
  integrity: 'sha256-AAAA',
  keepalive: true,
  mode: 'same-origin',
  referrer: '',
  referrerPolicy: 'no-referrer',
} as const satisfies RequestInit;
const credentials = {
  header: basic({ username: 'ada', password: () => `password ${(asked += 1)}` }),
  query: apiKeyQuery({ value: () => `key ${(asked += 1)}` }),
};
let asked = 0;

/** A transport that refuses the first request, and keeps all of them. */
const refusing = () => {
  const sent: Request[] = [];
  const send = async (request: Request): Promise<Response> => {
    sent.push(request);
    return new Response('[]', { status: sent.length === 1 ? 401 : 200, headers: { 'content-length': '2' } });
  };
  return { sent, send };
};

it.each(['header', 'query'] as const)('toFetch keeps the options of a request, with a %s', async (place) => {
  const { sent, send } = refusing();
  const body = '{"query":"é"}';
  await toFetch(credentials[place], { baseUrl, fetch: send })(`${baseUrl}/api/query`, {
    ...options,
    method: 'POST',
    body,
  });
  expect(sent).toHaveLength(2);
  for (const request of sent) {
    expect(request).toMatchObject({ ...options, method: 'POST', redirect: 'manual' });
    expect(await request.text()).toBe(body);
  }
});

it.each(['header', 'query'] as const)('toMiddleware keeps the options of a call, with a %s', async (place) => {
  const { sent, send } = refusing();
  const client = createClient<ODataPaths>({ baseUrl, fetch: send });
  client.use(toMiddleware(credentials[place]));
  await client.GET('/history', options);
  expect(sent).toHaveLength(2);
  for (const request of sent) expect(request).toMatchObject({ ...options, redirect: 'manual' });
});

it('toFetch keeps the dispatcher of Node, with which a request goes through a proxy', async () => {
  const seen: unknown[] = [];
  const dispatcher = {
    dispatch: (
      { path }: { readonly path: string },
      handler: { onError?(error: Error): void; onResponseError?(controller: unknown, error: Error): void },
    ) => {
      seen.push(path);
      (handler.onResponseError ?? handler.onError)?.call(handler, undefined as never, new Error('seen') as never);
      return true;
    },
  };
  const send = toFetch(credentials.header, { baseUrl });
  await expect(send(`${baseUrl}/history`, { dispatcher } as RequestInit)).rejects.toThrow();
  expect(seen).toEqual(['/history']);
});
