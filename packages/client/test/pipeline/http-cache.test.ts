import { basic, clientCredentials } from '@syncline/auth';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClientOptions, createCloudClient, createODataClient, type Transport } from '../../src/index.ts';
import { rejection } from '../support/in-process.ts';

const options = { baseUrl: 'https://api.example', credential: basic({ username: 'ada', password: 'secret' }) };
const modes: (string | undefined)[] = [];
const remember = async (_: unknown, init: RequestInit | undefined): Promise<Response> => {
  modes.push(init?.cache);
  return new Response(JSON.stringify({ access_token: 'token', value: [] }), {
    headers: { 'content-type': 'application/json' },
  });
};
const transport = remember as Transport;

const platform = globalThis.fetch;
const described = Object.getOwnPropertyDescriptor(Request.prototype, 'cache') as PropertyDescriptor;
afterEach(() => {
  globalThis.fetch = platform;
  Object.defineProperty(Request.prototype, 'cache', described);
  modes.length = 0;
});

describe('the HTTP cache of the platform', () => {
  it('answers no read by default, over the platform’s fetch and one that a framework replaced', async () => {
    globalThis.fetch = remember as typeof fetch;
    const odata = createODataClient(options);
    await odata.history.list();
    for await (const record of odata.history.stream()) expect(record).toBe(undefined);
    await odata.raw.GET('/history', {});
    expect(modes).toEqual(['no-store', 'no-store', 'no-store']);
  });

  it('answers no query and no token request', async () => {
    const credential = clientCredentials({ authUrl: 'https://auth.example', clientId: 'a', clientSecret: 'secret' });
    await createCloudClient({ ...options, credential, fetch: transport }).query('SELECT 1');
    expect(modes).toEqual(['no-store', 'no-store']);
  });

  it('is used as the platform uses it with the option', async () => {
    await createODataClient({ ...options, fetch: transport, cache: 'default' }).history.list();
    expect(modes).toEqual(['default']);
  });

  it('is not mentioned to a platform that does not have it, which may refuse the option', async () => {
    delete (Request.prototype as { cache?: unknown }).cache;
    await createODataClient({ ...options, fetch: transport }).history.list();
    expect(modes).toEqual([undefined]);
  });

  it('has no other modes', async () => {
    const wrong = { ...options, fetch: transport, cache: 'force-cache' } as unknown as ClientOptions;
    expect(await rejection((async () => createODataClient(wrong))())).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'cache',
    });
  });
});
