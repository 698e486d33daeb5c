import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { apiKeyHeader } from '@syncline/auth';
import { createSandbox, type HarRecording } from '@syncline/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { createRecorder } from '../../src/recorder/index.ts';
import { json, replying } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { init, readHar, temporaryFile } from './support.ts';

const credential = apiKeyHeader({ name: 'x-acme-authtoken', value: 'a-key-of-mine' });

describe('createRecorder', () => {
  it.each(['fetch', 'node'])('records requests and responses as HAR 1.2 over %s', async (kind) => {
    const sandbox = createSandbox({ data: { jobs: [{ JobName: "O'Brien" }] } });
    onTestFinished(() => sandbox.close());
    const { urls, credentials } = await sandbox.listen();
    const node = createNodeTransport();
    onTestFinished(() => node.close());
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    const { headerName: name, value } = credentials.apiKey;
    const options = {
      baseUrl: urls.odata,
      credential: apiKeyHeader({ name, value }),
      ...(kind === 'node' && { fetch: node }),
    };
    const odata = createODataClient({ ...options, fetch: recorder.transport(options) });
    await odata.jobs.get("O'Brien", { select: ['JobName'] });
    await odata.jobs.get('Z').catch(() => undefined);
    for await (const _ of odata.connectors.stream()) expect.unreachable();
    expect(await recorder.close()).toEqual({ entries: 3 });
    const [found, missing, streamed] = readHar(file);
    expect(found).toMatchObject({
      request: {
        method: 'GET',
        url: expect.stringMatching(/\/odata\/jobs\('O(?:''|%27%27)Brien'\)\?\$select=JobName$/),
        headers: expect.arrayContaining([
          { name, value: '[redacted]' },
          { name: 'accept', value: 'application/json' },
        ]),
        queryString: [{ name: '$select', value: 'JobName' }],
      },
      response: {
        status: 200,
        headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json; charset=utf-8' }]),
        content: { size: 21, mimeType: 'application/json; charset=utf-8', text: '{"JobName":"O\'Brien"}' },
      },
    });
    expect(missing!.response).toMatchObject({ status: 404, content: { text: expect.stringContaining('NotFound') } });
    expect(streamed!.response.content.text).toBe('{"value":[]}');
    expect(readFileSync(file, 'utf8')).not.toContain(value);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('records each attempt, a request without a response, and a body that the client left', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    let requests = 0;
    const baseUrl = await serve((request, response) => {
      requests += 1;
      if (requests === 1) return void request.socket.destroy();
      if (requests === 2) return void response.writeHead(503, { 'retry-after': '0' }).end('down');
      response.write('{"value":[{"connectorid":"a"},');
      response.write('{"connectorid":"b"},');
    });
    const options = { baseUrl, credential };
    const odata = createODataClient({ ...options, fetch: recorder.transport(options), random: () => 0 });
    for await (const { connectorid } of odata.connectors.stream()) {
      expect(connectorid).toBe('a');
      break;
    }
    await recorder.close();
    expect(readHar(file).map(({ response }) => [response.status, response['_error'], response.content])).toEqual([
      [0, 'UND_ERR_SOCKET', { size: 0, mimeType: '' }],
      [503, undefined, expect.objectContaining({ text: 'down' })],
      [200, 'CANCELLED', expect.objectContaining({ comment: 'The client stopped reading here.' })],
    ]);
  });

  it('records no beginning of a secret at the end of a body that broke off', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    const baseUrl = await serve((_, response) => {
      response.writeHead(400, { 'content-length': 500 });
      response.write('{"error":{"message":"bad key a-key-of-mi', () => response.destroy());
    });
    const odata = createODataClient({ baseUrl, credential, retry: 0, fetch: recorder.transport({}) });
    await expect(odata.jobs.get('a')).rejects.toMatchObject({ serviceMessage: 'bad key [redacted]' });
    expect(await recorder.close()).toEqual({ entries: 1 });
    expect(readHar(file)[0]!.response.content.text).toBe('{"error":{"message":"bad key [redacted]');
  });

  it('is a valid file after each request during the recording', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file });
    expect(readHar(file)).toEqual([]);
    const { transport } = replying(() => Response.json({ text: 'ä\u2028\n€' }));
    const odata = createODataClient({
      baseUrl: 'https://api.example',
      credential,
      fetch: recorder.transport({ credential, fetch: transport }),
    });
    for (let count = 1; count <= 3; count++) {
      await odata.jobs.get('a');
      expect(readHar(file)).toHaveLength(count);
    }
    expect(await recorder.close()).toEqual({ entries: 3 });
    expect(readHar(file).at(-1)!.response.content.text).toBe('{"text":"ä\u2028\\n€"}');
  });

  describe('of a form', () => {
    const post = async (form: Record<string, string>, answer: object) => {
      const file = temporaryFile();
      const recorder = createRecorder({ file });
      const { transport } = replying(json(answer), json({ value: [{ JobName: 'Nightly' }] }));
      const send = recorder.transport({ fetch: transport });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams(form).toString();
      for (const request of [{ ...init, method: 'POST', headers, body }, init]) {
        const { body: received } = await send('https://api.example/run', request);
        for await (const _ of received as AsyncIterable<Uint8Array>);
      }
      expect(await recorder.close()).toEqual({ entries: 2 });
      return readHar(file).map(({ request, response }) => [request.postData?.text, response.content.text]);
    };
    const list = [undefined, '{"value":[{"JobName":"Nightly"}]}'];

    it('records one that asks for no token, and its response, as they are', async () => {
      expect(await post({ job: 'Nightly', note: 'a b', code: 'secret' }, { id: 'Nightly-7', token_count: 1 })).toEqual([
        ['job=Nightly&note=a+b&code=secret', '{"id":"Nightly-7","token_count":1}'],
        list,
      ]);
    });

    it.each([
      'client_secret',
      'Password',
      'user_password',
      'access_token',
      'refresh_token',
      'token',
      'assertion',
      'client_assertion',
      'subject_token',
      'secret',
      'authtoken',
      '@authtoken',
      'x-acme-authtoken',
      'accessToken',
      'clientSecret',
      'client-secret',
      'user.password',
      'passwd',
      'apikey',
      'api_key',
    ])('removes the value of %s from one that asks for no token', async (name) => {
      expect(await post({ job: 'Nightly', [name]: 'hunter-22' }, { job: 'Nightly', note: 'of hunter-22' })).toEqual([
        [`job=Nightly&${encodeURIComponent(name)}=redacted`, '{"job":"Nightly","note":"of [redacted]"}'],
        list,
      ]);
    });

    it('keeps only grant_type and scope of one that asks for a token', async () => {
      const form = { grant_type: 'password', scope: 'all', username: 'somebody', code: 'hunter-22' };
      expect(await post(form, { access_token: 'another-22', token_type: 'Bearer', id: 'hunter-22' })).toEqual([
        [
          'grant_type=password&scope=all&username=redacted&code=redacted',
          '{"access_token":"redacted","token_type":"Bearer","id":"redacted"}',
        ],
        list,
      ]);
    });
  });

  describe('of a list with pages', () => {
    const pages = [['a'], ['b'], ['c']].map(([connectorid]) => ({ connectorid }));
    /** The number of the page is in the parameter that is not the key. */
    const answer = (url: string, link: (next: number) => object): Response => {
      const at = Number(/position-\w+-(\d)/.exec(url)?.[1] ?? 0);
      const { header, ...members } = { header: undefined, ...link(at + 1) };
      const isLast = at === pages.length - 1;
      const body = header === undefined ? { value: [pages[at]], ...(!isLast && members) } : [pages[at]];
      return Response.json(body, { headers: header === undefined || isLast ? {} : { link: header } });
    };
    const record = async (link: (next: number) => object) => {
      const file = temporaryFile();
      const recorder = createRecorder({ file });
      const options = { baseUrl: 'https://api.example/app', credential, pages: 'follow' } as const;
      const fetch = recorder.transport({ credential, fetch: async (url: string) => answer(url, link) });
      const client = createODataClient({ ...options, fetch });
      await client.connectors.list();
      await recorder.close();
      return { file, entries: readHar(file) };
    };

    it.each<[string, (next: number) => object]>([
      ['@odata.nextLink', (next) => ({ '@odata.nextLink': `connectors?$skiptoken=position-ab-${next}` })],
      ['an absolute one', (next) => ({ nextLink: `https://api.example/app/connectors?cursor=position-ab-${next}` })],
      ['a Link header', (next) => ({ header: `</app/connectors?page_token=position-ab-${next}>; rel="next"` })],
      [
        'a Link header with other parameters',
        (next) => ({
          header: `</app/connectors?page_token=position-ab-${next}>; title="1 < 2, <3>"; anchor="https://api.example/app/connectors${next === 1 ? '' : `?page_token=position-ab-${next - 1}`}"; rel = "last next"`,
        }),
      ],
    ])('keeps what a replay needs to follow the link of %s', async (_, link) => {
      const { file, entries } = await record(link);
      expect(entries.map(({ request }) => /position-ab-\d/.exec(request.url)?.[0])).toEqual([
        undefined,
        'position-ab-1',
        'position-ab-2',
      ]);
      const sandbox = createSandbox({ replay: JSON.parse(readFileSync(file, 'utf8')) as HarRecording });
      onTestFinished(() => sandbox.close());
      const { urls } = await sandbox.listen();
      const replayed = createODataClient({ baseUrl: urls.odata, credential, pages: 'follow' });
      for (let count = 0; count < 2; count++) expect(await replayed.connectors.list()).toEqual(pages);
    });

    it.each([
      'access_token',
      '@authtoken',
      'apiKey',
      'client_secret',
      'sig',
      'X-Amz-Signature',
      'X-Amz-Credential',
      'X-Amz-Security-Token',
      'token',
      'key',
      'code',
    ])('fails for a link with a credential in %s', async (name) => {
      const link = (next: number) => ({ nextLink: `connectors?at=position-ab-${next}&${name}=session-77` });
      await expect(record(link)).rejects.toThrow('A secret was written before it was identified as a secret.');
    });

    it('without the secrets that a service adds to its links', async () => {
      const { entries } = await record((next) => ({
        header: `<https://api.example/app/connectors?at=position-ab-${next}&key=a-key-of-mine>; rel="next", <https://user:pa55word@b.example/?sid=session-77>; rel="help"; anchor="/?sid=session-78"; title="for a-key-of-mine"`,
      }));
      expect(entries).toHaveLength(3);
      expect(JSON.stringify(entries)).not.toMatch(/a-key-of-mine|pa55word|session-7/);
    });
  });

  it.each(['644', '666', '600'])('takes a file of mode %s away from everyone but its owner', async (mode) => {
    const file = temporaryFile();
    writeFileSync(file, 'an older recording that is longer than an empty one'.repeat(10));
    chmodSync(file, mode);
    const recorder = createRecorder({ file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readHar(file)).toEqual([]);
    await recorder.close();
  });

  it('says what was not recorded: a body that is too large, or not text', async () => {
    const file = temporaryFile();
    const recorder = createRecorder({ file, maxBodyBytes: 10 });
    const { transport } = replying(
      () => new Response('12345678901'),
      () => new Response(Uint8Array.of(0xff)),
      () => new Response(null, { status: 204 }),
    );
    const send = recorder.transport({ fetch: transport });
    const init = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal } as const;
    for (let count = 0; count < 3; count++) {
      const { body } = await send('https://api.example/', init);
      const bytes: number[] = [];
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) bytes.push(...chunk);
      expect(bytes).toHaveLength([11, 1, 0][count]!);
    }
    await recorder.close();
    expect(readHar(file).map(({ response: { content } }) => content.comment ?? content.text)).toEqual([
      'The body is larger than the recorder keeps, so it was not recorded.',
      'The body is not UTF-8 text, so it was not recorded.',
      '',
    ]);
  });

  it('passes on everything that is not a response, and records nothing after it was closed', async () => {
    const recorder = createRecorder({ file: temporaryFile() });
    const send = recorder.transport({ fetch: (async () => undefined) as never });
    const init = { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal } as const;
    expect(await send('https://api.example/', init)).toBeUndefined();
    expect(await recorder.close()).toEqual({ entries: 0 });
    const later = recorder.transport;
    expect(() => later()).toThrow('recorder was closed; create another one');
    expect(await send('https://api.example/', init)).toBeUndefined();
  });

  it.each([
    [{ file: '' }, 'file must be the path of a file'],
    [{ file: '/no/such/folder/a.har' }, 'file cannot be created: ENOENT. Choose a folder that you can write to'],
    [{ file: 'a', canaries: ['short'] }, 'canaries must have at least 6 characters each'],
    [{ file: 'a', canaries: 'a-secret' }, 'canaries must be an array of texts that are not empty'],
    [{ file: 'a', headers: [''] }, 'headers must be an array of texts that are not empty'],
    [{ file: 'a', redact: 'x' }, 'redact must be a function'],
    [{ file: 'a', maxBodyBytes: 0 }, 'maxBodyBytes must be a whole number of bytes, 1 or more'],
    [{ file: 'a', canary: ['x'] }, 'canary is not an option: use file, canaries, headers'],
  ])('refuses %j', (options, message) => {
    expect(() => createRecorder(options as never)).toThrow(message);
  });
});
