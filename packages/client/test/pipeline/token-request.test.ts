import { clientCredentials } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createODataClient, type Transport } from '../../src/index.ts';
import { eventually } from '../support/events.ts';
import { inProcess, json, rejection, type Reply, settled } from '../support/in-process.ts';

const token = json({ access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
const options = { authUrl: 'https://auth.example', clientId: 'service', clientSecret: 'secret' };
/** The token endpoint and the service, behind one transport. */
const both: Reply = (asked) => (asked.url.startsWith('https://auth.example/') ? token : json([]))(asked);

describe('the token request', () => {
  it('goes through the fetch of the client that uses the credential', async () => {
    const { odata, asked } = inProcess([both], { credential: clientCredentials(options) });
    expect(await odata.history.list()).toEqual([]);
    expect(asked.map(({ url, init: { method, headers } }) => [method, url, headers['authorization']])).toEqual([
      ['POST', 'https://auth.example/oauth/token', undefined],
      ['GET', 'https://api.example/app/history', 'Bearer token'],
    ]);
  });

  it('that hangs is named in the error by its own address, without its path', async () => {
    const { odata, step } = inProcess([() => new Promise(() => {})], {
      credential: clientCredentials(options),
      retry: 0,
    });
    const call = rejection(odata.history.list());
    await settled();
    step();
    expect(await call).toMatchObject({
      code: 'TIMEOUT',
      waitingFor: 'the token endpoint at auth.example',
      message: 'GET /app/history: no response from the token endpoint at auth.example within the timeout of 30000 ms',
    });
  });

  it('that has ended is not named when the service hangs', async () => {
    const replies: Reply[] = [token, () => new Promise(() => {})];
    const { odata, asked, step } = inProcess(replies, { credential: clientCredentials(options), retry: 0 });
    const call = rejection(odata.history.list());
    await eventually(() => asked.length === 2);
    step();
    expect(await call).toMatchObject({ code: 'TIMEOUT', waitingFor: undefined });
  });

  it('goes through the client’s fetch again after a 401', async () => {
    let refusals = 1;
    const { odata, asked } = inProcess(
      [(one) => (one.init.method === 'GET' && refusals-- > 0 ? json({}, 401) : both)(one)],
      {
        credential: clientCredentials(options),
      },
    );
    expect(await rejection(odata.history.list())).toMatchObject({ status: 401 });
    expect(asked.map(({ init }) => init.method)).toEqual(['POST', 'GET', 'POST']);
  });

  it('goes through the fetch of each client that shares the credential', async () => {
    const credential = clientCredentials({ ...options });
    const first = inProcess([json({ error: 'invalid_client' }, 401)], { credential });
    await rejection(first.odata.history.list());
    const second = inProcess([both], { credential });
    await second.odata.history.list();
    expect([first.asked.length, second.asked.length]).toEqual([1, 2]);
  });

  it('goes through the credential’s own fetch if it has one', async () => {
    const own: string[] = [];
    const fetch: Transport = async (url, init) => (own.push(url), token({ url, init }));
    const { odata, asked } = inProcess([json([])], { credential: clientCredentials({ ...options, fetch }) });
    expect(await odata.history.list()).toEqual([]);
    expect(own).toEqual(['https://auth.example/oauth/token']);
    expect(asked.map(({ url }) => url)).toEqual(['https://api.example/app/history']);
  });

  it('goes through the platform’s fetch if neither has one', async () => {
    const platform = globalThis.fetch;
    const urls: string[] = [];
    globalThis.fetch = (async (url: string, init: Parameters<Transport>[1]) => (
      urls.push(url), both({ url, init })
    )) as never;
    try {
      const odata = createODataClient({ baseUrl: 'https://api.example', credential: clientCredentials(options) });
      expect(await odata.history.list()).toEqual([]);
    } finally {
      globalThis.fetch = platform;
    }
    expect(urls).toEqual(['https://auth.example/oauth/token', 'https://api.example/history']);
  });
});
