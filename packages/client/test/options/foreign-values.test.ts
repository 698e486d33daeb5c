import { createContext, runInContext } from 'node:vm';
import { apiKeyHeader, apiKeyQuery, basic, bearer, clientCredentials, type Credential } from '@syncline/auth';
import { compareBy, dateTimeOffset, evaluate, filter } from '@syncline/odata';
import type { HistoryRecordProperties } from '@syncline/openapi';
import { reactive } from '@vue/reactivity';
import { describe, expect, it } from 'vitest';
import { createODataClient, createV2Client } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { inProcess, json, rejection, replying } from '../support/in-process.ts';

const realm = createContext({ Headers });
/** Evaluates an expression in another realm, as an iframe, Jest or a vm context does. */
const foreign = <Value>(code: string): Value => runInContext(`(${code})`, realm) as Value;

describe('values of another realm', () => {
  const date = foreign<Date>("new Date('2026-01-02T03:04:05.678Z')");

  it('are really of another realm', () => {
    expect(date).not.toBeInstanceOf(Date);
    expect(foreign('Promise.resolve()')).not.toBeInstanceOf(Promise);
  });

  it('a date is a literal of a filter', async () => {
    const { asked, odata } = inProcess([json([])]);
    await odata.history.list({ filter: (h) => h.runstartdate.gt(date) });
    expect(decodeURIComponent(asked[0]?.url ?? '')).toContain('runstartdate gt 2026-01-02T03:04:05.678Z');
  });

  it('an invalid date, and one in a proxy that hides it, is refused by name', async () => {
    const { odata } = inProcess([json([])]);
    for (const wrong of [foreign<Date>('new Date(NaN)'), new Proxy(new Date(0), {})]) {
      const list = async () => odata.history.list({ filter: (h) => h.runstartdate.gt(wrong) });
      expect(await rejection(list())).toMatchObject({ code: 'CONFIG_INVALID' });
      const call = odata.call('listHistory', { query: { $filter: wrong as never } });
      expect(await rejection(call)).toMatchObject({ code: 'CONFIG_INVALID', option: '$filter' });
    }
  });

  it('a date is a parameter of call and of raw', async () => {
    const { asked, odata } = inProcess([json([])]);
    await odata.call('listHistory', { query: { $filter: date as never } });
    await odata.raw.GET('/history', { params: { query: { $filter: date as never } } });
    const sent = 'https://api.example/app/history?$filter=2026-01-02T03%3A04%3A05.678Z';
    expect(asked.map(({ url }) => url)).toEqual([sent, sent]);
  });

  it('a date of a record is evaluated and compared', () => {
    const later = filter<HistoryRecordProperties>((h) => h.runstartdate.gt(dateTimeOffset('2026-01-01T00:00:00Z')));
    expect(evaluate(later, { runstartdate: date })).toBe(true);
    expect(compareBy('runstartdate')({ runstartdate: date }, { runstartdate: new Date(0) })).toBeGreaterThan(0);
  });

  it('a promise of the transport and of the credential is awaited', async () => {
    const { transport } = replying(json({ a: 1 }));
    const promiseOf = foreign<(make: () => unknown) => Promise<never>>(
      '(make) => new Promise((resolve, reject) => { try { resolve(make()); } catch (error) { reject(error); } })',
    );
    const { odata } = inProcess([], {
      fetch: ((url: string, init: never) => promiseOf(() => transport(url, init))) as never,
      credential: {
        scheme: 'own',
        apply: (request) => promiseOf(() => void (request.headers['x-key'] = 'k')),
        onUnauthorized: () => promiseOf(() => false),
        scrub: String,
      },
    });
    expect(await odata.raw.GET('/history', {})).toMatchObject({ data: { a: 1 } });
  });

  it('headers of raw are sent', async () => {
    const { asked, odata } = inProcess([json([])]);
    const headers = new (class {
      readonly #entries = [['x-trace', '1']] as const;
      entries = () => this.#entries.values();
    })();
    await odata.raw.GET('/history', { headers: headers as never });
    expect(asked[0]?.init.headers).toMatchObject({ 'x-trace': '1' });
  });

  it('an address is a base address', () => {
    const url = foreign<URL>("{ href: 'https://api.example/app', toString: () => 'https://api.example/app' }");
    expect(() => createODataClient({ ...inProcess([]).options, baseUrl: url as never })).not.toThrow();
  });

  it('bytes are a key and a body', async () => {
    const pem = foreign<Uint8Array>(`Uint8Array.from(${JSON.stringify([...Buffer.from('-----BEGIN KEY')])})`);
    expect(() => createNodeTransport({ cert: pem, key: pem } as never)).not.toThrow(/must be PEM/);
    const bytes = foreign<Uint8Array>(`Uint8Array.from(${JSON.stringify([...Buffer.from('[]')])})`);
    async function* body() {
      yield bytes;
    }
    const { odata } = inProcess([() => ({ status: 200, headers: new Headers(), body: body() })]);
    expect(await odata.history.list()).toEqual([]);
  });
});

describe('a credential in a proxy', () => {
  const token = json({ access_token: 'token', expires_in: 100 });
  const credentials: Readonly<Record<string, (secret: string | (() => string)) => Credential>> = {
    apiKeyHeader: (value) => apiKeyHeader({ name: 'x-acme-authtoken', value }),
    apiKeyQuery: (value) => apiKeyQuery({ value }),
    basic: (password) => basic({ username: 'ada', password }),
    bearer,
    clientCredentials: (clientSecret) =>
      clientCredentials({
        authUrl: 'https://auth.example',
        clientId: 'service',
        clientSecret,
        fetch: replying(token).transport,
      }),
  };

  for (const [name, create] of Object.entries(credentials)) {
    it.each([
      'a secret',
      () => 'a secret',
    ])(`of Vue’s reactive(): ${name} authenticates and scrubs (%s)`, async (secret) => {
      const state = reactive({ credential: create(secret) });
      expect(state.credential).not.toBe(create(secret));
      const { asked, transport } = replying(json({}, 401), json([]));
      const client = createODataClient({ ...inProcess([]).options, fetch: transport, credential: state.credential });
      await rejection(client.history.list());
      const { url, init } = asked[0] as (typeof asked)[number];
      expect(`${url} ${JSON.stringify(init.headers)}`).toMatch(/authtoken|authorization/);
      expect(state.credential.scrub('it was a secret')).toBe('it was [redacted]');
      expect([String(state.credential), JSON.stringify(state.credential)].join(' ')).not.toContain('a secret');
    });
  }

  // Vue assigns a method of the iterators of arrays, which the test of frozen built-in objects does not allow.
  it.skipIf(Object.isFrozen(Object.getPrototypeOf([].values())))('so do options and a client in a proxy', async () => {
    const { asked, transport } = replying(json([]));
    const options = reactive({ ...inProcess([]).options, fetch: transport });
    const state = reactive({ odata: createODataClient(options as never), v2: createV2Client(options as never) });
    const query = reactive({ select: ['runstartdate'] as const, orderBy: ['runstartdate desc'] as const });
    expect(await state.odata.history.list(query as never)).toEqual([]);
    for await (const record of state.odata.history.stream(query as never)) expect(record).toBe(undefined);
    for await (const { data } of state.v2.jobs.statusOfMany(reactive(['1']))) expect(data).toEqual([]);
    expect(asked).toHaveLength(3);
  });
});

describe('the errors by which Next.js directs how it renders a page', () => {
  const marked = (digest: unknown) => Object.assign(new Error('no-store fetch'), { digest });
  const digest = 'DYNAMIC_SERVER_USAGE';
  const redirect = 'NEXT_REDIRECT;replace;/login?from=/runs;307;';

  it('keep their mark when fetch throws them, and the request is not repeated', async () => {
    const { asked, transport } = replying(() => Promise.reject(marked(digest)));
    const call = createODataClient({ ...inProcess([]).options, fetch: transport }).history.list();
    expect(await rejection(call)).toMatchObject({ code: 'NETWORK_ERROR', attempts: 1, digest });
    expect(asked).toHaveLength(1);
  });

  it.each([digest, redirect])('keep their mark when a function of a credential throws them: %s', async (mark) => {
    const secret = () => Promise.reject(marked(mark));
    const credentials = [
      bearer(secret),
      clientCredentials({ authUrl: 'https://auth.example', clientId: 'a', clientSecret: secret }),
      { scheme: 'mine', apply: secret, onUnauthorized: () => false, scrub: String },
    ];
    for (const credential of credentials) {
      const { odata } = inProcess([json([])], { credential });
      expect(await rejection(odata.history.list())).toHaveProperty('digest', mark);
    }
  });

  it.each([
    ['the secret of an application'],
    [undefined],
    [7],
  ])('are not errors with another mark: %j', async (mark) => {
    const { odata } = inProcess([json([])], { credential: bearer(() => Promise.reject(marked(mark))) });
    expect(await rejection(odata.history.list())).not.toHaveProperty('digest');
  });

  it('show no secret of the call', async () => {
    const fetch = () => Promise.reject(marked('NEXT_REDIRECT;secret'));
    expect(await rejection(inProcess([], { fetch, retry: 0 }).odata.history.list())).not.toHaveProperty('digest');
  });
});
