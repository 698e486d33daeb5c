import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  type Credential,
  personalAccessToken,
} from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient } from '../../src/index.ts';
import { createRecorder } from '../../src/recorder/index.ts';
import { json, replying } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { canary, init, readHar, temporaryFile } from '../recorder/support.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');
const spellings = [
  canary,
  encodeURIComponent(canary),
  encodeURIComponent(canary).toLowerCase(),
  new URLSearchParams({ c: canary }).toString().slice(2),
  base64(canary),
  base64(`ada:${canary}`),
  base64(`ada@example.com:${canary}`),
  JSON.stringify(canary).slice(1, -1),
  JSON.stringify(JSON.stringify(canary).slice(1, -1)).slice(1, -1),
  // A part that no encoding changes.
  'Canary',
  'CANARY_IN_CAPITALS',
];
const leaksIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return spellings.filter((spelling) => text.includes(spelling));
};
/** A canary that can be sent in a header without encoding. */
const key = canary.replace('ü', '').replace('"', '');

const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => resolve(text));
  });

describe('the canary in each place', () => {
  /** A service that repeats everything it receives, in its headers and its body. */
  const echo = (): Promise<string> =>
    serve(async (request, response) => {
      const sent = await read(request);
      const all = JSON.stringify({ url: request.url, headers: request.headers, body: sent });
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': `session=${encodeURIComponent(all)}`,
        'x-echo': encodeURIComponent(all),
        'www-authenticate': `Basic realm="${encodeURIComponent(all)}"`,
        etag: `"${Buffer.from(sent + request.headers.authorization).toString('base64')}"`,
      });
      response.end(`{"value":[{"details":${JSON.stringify(all)}}]}`);
    });
  const record = async (use: (transport: ReturnType<typeof createRecorder>['transport']) => Promise<unknown>) => {
    const file = temporaryFile();
    const recorder = createRecorder({ file, canaries: [canary, key] });
    await use(recorder.transport);
    const { entries } = await recorder.close();
    expect(entries).toBeGreaterThan(0);
    return file;
  };
  const listing = (credential: Credential) => async (transport: ReturnType<typeof createRecorder>['transport']) => {
    const options = { baseUrl: await echo(), credential };
    const odata = createODataClient({ ...options, fetch: transport(options) });
    await odata.history.list();
  };

  const places: Record<string, (transport: ReturnType<typeof createRecorder>['transport']) => Promise<unknown>> = {
    'the password of Basic': listing(basic({ username: 'ada', password: canary })),
    'a function that returns the password': listing(basic({ username: 'ada', password: async () => canary })),
    'the key in a header': listing(apiKeyHeader({ name: 'x-acme-authtoken', value: key })),
    'the key in the query': listing(apiKeyQuery({ value: canary })),
    'a bearer token': listing(bearer(key)),
    'a personal access token': listing(personalAccessToken({ email: 'ada@example.com', token: canary })),
    'the client secret and the access token': async (transport) => {
      const service = await echo();
      const authUrl = await serve(async (request, response) => {
        await read(request);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ access_token: `${key}-token`, token_type: 'Bearer', refresh_token: canary }));
      });
      const options = {
        baseUrl: service,
        credential: clientCredentials({ authUrl, clientId: 'id-of-mine', clientSecret: canary }),
      };
      await createCloudClient({ ...options, fetch: transport(options) }).query('SELECT 1');
    },
    'a token request without a credential object': async (transport) => {
      const { transport: fetch } = replying(
        json({ error: 'invalid_client', error_description: `wrong: ${canary}` }, 401),
      );
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_secret: canary }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { body: answer } = await transport({ fetch })('https://a.example/t', {
        ...init,
        method: 'POST',
        headers,
        body,
      });
      for await (const _ of answer as AsyncIterable<Uint8Array>);
    },
    'a token response that is not JSON': async (transport) => {
      const { transport: fetch } = replying(() => new Response(`<p>access_token: ${canary}</p>`));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { body } = await transport({ fetch })('https://a.example/t', {
        ...init,
        method: 'POST',
        headers,
        body: 'grant_type=client_credentials',
      });
      for await (const _ of body as AsyncIterable<Uint8Array>);
    },
    'a form that asks for no token': async (transport) => {
      const { transport: fetch } = replying(json({ value: canary }));
      const credential = basic({ username: 'ada', password: canary });
      const body = new URLSearchParams({ job: `Nightly ${canary}`, [canary]: 'x', both: `${canary}&${canary}` });
      const { body: answer } = await transport({ credential, fetch })('https://a.example/t', {
        ...init,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: body.toString(),
      });
      for await (const _ of answer as AsyncIterable<Uint8Array>);
    },
    'the path, a filter and a header of a client without a credential object': async (transport) => {
      const { transport: fetch } = replying(json({ value: canary }));
      const url = `https://a.example/${encodeURIComponent(canary)}?$filter=${encodeURIComponent(canary)}&x=1`;
      const { body } = await transport({ fetch })(url, { ...init, headers: { 'x-key': canary } });
      for await (const _ of body as AsyncIterable<Uint8Array>);
    },
    'user name and password of an address': async (transport) => {
      const { transport: fetch } = replying(json({ value: canary }));
      const secret = encodeURIComponent(canary);
      const { body } = await transport({ fetch })(`https://ada:${secret}@a.example/#${secret}`, init);
      for await (const _ of body as AsyncIterable<Uint8Array>);
    },
    'the target of a redirect': async (transport) => {
      const location = `https://ada:${encodeURIComponent(canary)}@b.example/?token=${encodeURIComponent(canary)}#x`;
      const { transport: fetch } = replying(() => new Response(null, { status: 302, headers: { location } }));
      await transport({ fetch })('https://a.example/', init);
    },
    'an error that the transport throws': async (transport) => {
      const fetch = async (): Promise<never> => {
        throw Object.assign(new Error(`failed: ${canary}`), { code: `E_${canary}` });
      };
      await expect(transport({ fetch })('https://a.example/', init)).rejects.toThrow('failed');
    },
    'the code of an error, in capital letters': async (transport) => {
      const credential = basic({ username: 'ada', password: 'CANARY_IN_CAPITALS' });
      const fetch = async (): Promise<never> => {
        throw Object.assign(new Error('failed'), { code: 'CANARY_IN_CAPITALS' });
      };
      await expect(transport({ credential, fetch })('https://a.example/', init)).rejects.toThrow('failed');
    },
    'letters of a JSON body that are escaped for nothing': async (transport) => {
      const escaped = [...canary].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
      const { transport: fetch } = replying(json(`{"message":"${escaped}"}`));
      const credential = basic({ username: 'ada', password: canary });
      const odata = createODataClient({
        baseUrl: 'https://a.example',
        credential,
        fetch: transport({ credential, fetch }),
      });
      await odata.jobs.get('a');
    },
    'members of a response that are named like secrets': async (transport) => {
      const { transport: fetch } = replying(json({ Password: canary, more: { access_token: canary } }));
      const { body } = await transport({ fetch })('https://a.example/', init);
      for await (const _ of body as AsyncIterable<Uint8Array>);
    },
  };

  it.each(Object.keys(places))('does not reach the file from %s', async (place) => {
    expect(Object.keys(places).length).toBeGreaterThanOrEqual(12);
    const file = await record(places[place]!);
    expect(leaksIn(file)).toEqual([]);
    expect(readHar(file).length).toBeGreaterThan(0);
  });

  it('leaves JSON around it, so that the recording can be replayed', async () => {
    const fetch = replying(json({ a: canary, [canary]: [`before ${canary} after`, 'other', 1] })).transport;
    const credential = basic({ username: 'ada', password: canary });
    const file = await record((transport) =>
      createODataClient({ baseUrl: 'https://a.example', credential, fetch: transport({ credential, fetch }) }).jobs.get(
        'a',
      ),
    );
    expect(JSON.parse(readHar(file)[0]!.response.content.text!)).toEqual({
      a: '[redacted]',
      '[redacted]': ['before [redacted] after', 'other', 1],
    });
  });

  it('takes linear time in a body of quotation marks and backslashes', async () => {
    for (const text of [`"${'\\'.repeat(500_000)}`, '"'.repeat(500_000), `{"password":"${'\\"'.repeat(500_000)}`]) {
      const { transport: fetch } = replying(() => new Response(text));
      await record(async (transport) => {
        const { body } = await transport({ fetch })('https://a.example/', { ...init, headers: { 'x-key': canary } });
        for await (const _ of body as AsyncIterable<Uint8Array>);
      });
    }
  });

  it('keeps texts that are not secret', async () => {
    const file = await record(places['the client secret and the access token']!);
    const [token, query] = readHar(file);
    expect(token!.request.postData?.text).toBe(
      'grant_type=client_credentials&client_id=redacted&client_secret=redacted',
    );
    expect(token!.response.content.text).toBe(
      '{"access_token":"redacted","token_type":"Bearer","refresh_token":"redacted"}',
    );
    expect(query!.request.postData?.text).toBe('{"query":"SELECT 1"}');
  });
});
