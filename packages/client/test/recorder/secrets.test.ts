import { existsSync, readFileSync } from 'node:fs';
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
import { createRecorder, isRecordingError, type RecorderOptions } from '../../src/recorder/index.ts';
import { json, replying } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { readHar, temporaryFile } from './support.ts';

/** Letters that each encoding spells differently. */
const canary = 'Canary/7+s&ecret=9"ü';
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
];
const leaksIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return spellings.filter((spelling) => text.includes(spelling));
};
/** A canary that fits into a header as it is. */
const key = canary.replace('ü', '').replace('"', '');

const init = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal } as const;
const read = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => resolve(text));
  });

describe('the canary in each place', () => {
  /** A service that repeats everything that it received, in its headers and its body. */
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
        body: 'a=b',
      });
      for await (const _ of body as AsyncIterable<Uint8Array>);
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

  it('keeps what is no secret', async () => {
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

describe('a recording fails', () => {
  const body = { value: [{ details: 'the note of a colleague' }] };
  const client = (
    options: Partial<RecorderOptions>,
    credential: Credential = basic({ username: 'a', password: canary }),
  ) => {
    const file = temporaryFile();
    const recorder = createRecorder({ file, ...options });
    const { transport } = replying(json(body));
    const odata = createODataClient({
      baseUrl: 'https://a.example',
      credential,
      fetch: recorder.transport({ credential, fetch: transport }),
    });
    return { file, recorder, odata };
  };

  it.each(['note of a colleague', 'Tm90ZQ=='])('when the canary %j would be written, before it is', async (found) => {
    const { file, recorder, odata } = client({ canaries: [found], redact: (text) => `${text} ${btoa('Note')}` });
    // The call itself is not affected.
    expect(await odata.history.list()).toEqual(body.value);
    expect(existsSync(file)).toBe(false);
    expect(recorder.error?.message).toBe(
      `GET /history: a secret was about to be written. Remove it with the option redact. The recording stopped, and ${file} was removed.`,
    );
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect(isRecordingError(error) && [error.code, error.reason, error.file]).toEqual([
      'RECORDING_FAILED',
      'secret',
      file,
    ]);
    expect(await odata.history.list()).toEqual(body.value);
    expect(existsSync(file)).toBe(false);
  });

  it('but not when redact removes the canary', async () => {
    const seen: unknown[] = [];
    const { file, recorder, odata } = client({
      canaries: ['note of a colleague'],
      redact: (text, message) => {
        seen.push(message);
        return text.replace('note of a colleague', 'note');
      },
    });
    await odata.history.list();
    expect(await recorder.close()).toEqual({ entries: 1 });
    expect(readHar(file)[0]!.response.content.text).toBe('{"value":[{"details":"the note"}]}');
    expect(seen).toEqual([{ side: 'response', method: 'GET', path: '/history' }]);
  });

  it('at its end, when a text turns out to be a secret after it was written', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    const { transport } = replying(json(body), json({ access_token: 'note of a colleague' }), json({}));
    const send = recorder.transport({ fetch: transport });
    for (let count = 0; count < 2; count++) {
      const { body: answer } = await send('https://a.example/', init);
      for await (const _ of answer as AsyncIterable<Uint8Array>);
    }
    expect(existsSync(file)).toBe(true);
    await expect(recorder.close()).rejects.toThrow('A secret was written before it was known to be one.');
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, RecorderOptions['redact'], string]>([
    [
      'throws',
      () => {
        throw new Error(`no ${canary}`);
      },
      'redact failed: no [redacted]',
    ],
    ['returns a promise', (async () => 'x') as never, 'redact failed: it must return a text'],
    [
      'rejects',
      (async () => {
        throw new Error('later');
      }) as never,
      'redact failed: it must return a text',
    ],
    ['hangs', (() => new Promise(() => {})) as never, 'redact failed: it must return a text'],
    ['returns nothing', (() => undefined) as never, 'redact failed: it must return a text'],
  ])('when redact %s', async (_, redact, message) => {
    const { file, recorder, odata } = client({ redact });
    expect(await odata.history.list()).toEqual(body.value);
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect(isRecordingError(error) && error.reason).toBe('callback');
    expect((error as Error).message).toContain(message);
    expect(String(error)).not.toContain(canary);
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string, () => string]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['returns no text', () => 7 as never],
  ])('when the scrub of a credential %s', async (_, scrub) => {
    const own: Credential = { scheme: 'own', apply: () => undefined, onUnauthorized: () => false, scrub };
    const { file, recorder, odata } = client({}, own);
    expect(await odata.history.list()).toEqual(body.value);
    const error = await recorder.close().catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/^GET \/history: credential\.scrub failed: /);
    expect(existsSync(file)).toBe(false);
  });
});
