import { bearer, clientCredentials, type Credential } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

const said = (error: unknown) => {
  const { message, cause, body, serviceCode, serviceMessage } = error as Record<string, unknown> & Error;
  return { message, cause: (cause as Error | undefined)?.message, body, serviceCode, serviceMessage };
};
const list = (reply: Reply, credential: Credential = bearer('CANARY-secret')) =>
  rejection(inProcess([reply], { credential, retry: 0 }).odata.history.list());
const message = (text: string) => json({ error: { code: 'x', message: text } }, 404);

describe('a call removes the secret that it used', () => {
  it('even if it was rotated in the meantime', async () => {
    let count = 0;
    let respond: (response: Response) => void = () => {};
    const slow = new Promise<Response>((resolve) => (respond = resolve));
    const { odata } = inProcess([() => slow, json([])], {
      credential: bearer(() => `rotated-token-${(count += 1)}`),
      retry: 0,
    });
    const first = rejection(odata.history.list());
    for (let call = 0; call < 100; call += 1) await odata.history.list();
    respond(new Response('{"error":{"message":"no rotated-token-1"}}', { status: 500 }));
    expect(said(await first)).toMatchObject({
      serviceMessage: 'no [redacted]',
      body: '{"error":{"message":"no [redacted]"}}',
    });
  });

  it('and its credential keeps the client secret, however many tokens follow it', async () => {
    let tokens = 0;
    const token: Reply = () =>
      json({ access_token: `token-number-${(tokens += 1)}`, expires_in: 0 })({} as never) as Response;
    const credential = clientCredentials({
      authUrl: 'https://auth.example',
      clientId: 'service',
      clientSecret: 'CANARY-client-secret',
      fetch: async (url, init) => token({ url, init }),
    });
    const { odata } = inProcess([json([])], { credential });
    for (let call = 0; call < 60; call += 1) await odata.history.list();
    expect(tokens).toBe(60);
    expect(credential.scrub('CANARY-client-secret token-number-60')).toBe('[redacted] [redacted]');
  });
});

describe('the text of the service', () => {
  it('is decoded before secrets are removed', async () => {
    const body = '{"error":{"code":"\\u0043ANARY-secret","message":"\\u0043\\u0041NARY-secret"}}';
    const { message, ...rest } = said(await list(json(body, 400)));
    expect(message).toBe('GET /app/history: 400 [[redacted]] [redacted]');
    expect(JSON.stringify(rest)).not.toMatch(/ANARY/);
  });

  it('is shortened, on one line, and without bidirectional characters', async () => {
    const error = await list(json({ error: { code: 'c'.repeat(60_000), message: 'a\u202eb\u0007\nc' } }, 400));
    expect(said(error)).toMatchObject({ serviceCode: 'c'.repeat(200), serviceMessage: 'a b c' });
    expect((error as Error).message.length).toBeLessThan(1_000);
  });

  it('contains no secret that the shortening cuts', async () => {
    const { serviceMessage } = said(await list(message(`${'x '.repeat(994)}CANARY-secret`)));
    expect(serviceMessage).not.toMatch(/CANARY/);
  });

  it.each([
    ['as it was sent', (query: string) => `no such query: /app/history?${query}`],
    ['decoded', (query: string) => `no such query: ${decodeURIComponent(query)} in /app/history`],
    ['as an address', (query: string) => `GET https://api.example/app/history?${query} failed`],
    ['without its path', (query: string) => `cannot parse ?${query}`],
  ])('shows no query that it repeats %s', async (_, repeat) => {
    const reply: Reply = ({ url }) => message(repeat(url.slice(url.indexOf('?') + 1)))({} as never);
    const { odata, events } = inProcess([reply], { retry: 0 });
    const error = await rejection(odata.history.list({ filter: (h) => h.details.contains('patient 17') }));
    const { body: _body, ...shown } = said(error);
    expect(JSON.stringify([shown, events])).not.toMatch(/patient|contains|filter/);
  });
});

describe('the error of a platform', () => {
  it('keeps no code, name or address with a secret', async () => {
    const thrown = Object.assign(new Error('connect to http://proxy-user:proxy-password@proxy.example:3128/x?y=1'), {
      code: 'CANARY-secret',
      name: 'CANARY-secret',
    });
    expect(await list(() => Promise.reject(thrown))).toMatchObject({
      code: 'NETWORK_ERROR',
      reason: undefined,
      cause: { name: 'Error', message: 'connect to http://proxy.example:3128' },
    });
  });

  it('says what to do when a proxy asks for a password', async () => {
    const refused = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
      code: 'UND_ERR_ABORTED',
    });
    expect(((await list(() => Promise.reject(refused))) as Error).message).toBe(
      'GET /app/history: no complete response from https://api.example: Proxy response (407) !== 200 when HTTP Tunneling (UND_ERR_ABORTED): ' +
        'set the user name and password of the proxy',
    );
  });
});

it('a redirect to a host that is a secret in lower case does not show it', async () => {
  const redirect: Reply = () =>
    new Response(null, { status: 302, headers: { location: 'https://CANARY-secret.example/' } });
  expect(await list(redirect)).toMatchObject({ code: 'REDIRECT_REFUSED', targetOrigin: 'https://[redacted].example' });
});

it('a short secret is removed only where it is a word', async () => {
  const { serviceMessage } = said(await list(message('tab: the table has no tab, tabs or TAB'), bearer('tab')));
  expect(serviceMessage).toBe('[redacted]: the table has no [redacted], tabs or [redacted]');
});

it('a credential of your own can say which secrets a request carries', async () => {
  let count = 0;
  const credential: Credential = {
    scheme: 'own',
    apply: (request) => {
      const key = `own-key-number-${(count += 1)}`;
      request.headers['x-key'] = key;
      request.addSecrets?.([key]);
    },
    onUnauthorized: () => false,
    scrub: (text) => text,
  };
  expect(said(await list(message('no own-key-number-1'), credential))).toMatchObject({
    serviceMessage: 'no [redacted]',
  });
});
