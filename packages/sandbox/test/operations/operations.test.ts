import { describe, expect, it } from 'vitest';
import {
  headersFor,
  openSandbox,
  requestToken,
  runQuery,
  serviceAccountFields,
  smallData,
} from '../support/sandbox.ts';
import type { SandboxOptions } from '../../src/index.ts';

type Behavior = NonNullable<SandboxOptions['behavior']>;
const ten = Array.from({ length: 10 }, (_, n) => ({ n, runstartdate: `2026-02-${10 + n}T00:00:00Z` }));
const natural = ten.map(({ n }) => n);

/** Functions that read a history of ten records from a service with the given behavior. */
function reading(behavior: Behavior, options: SandboxOptions = {}) {
  const sandbox = openSandbox({
    data: { history: ten },
    clock: { start: '2026-02-20T00:00:00Z' },
    ...options,
    behavior,
  });
  const headers = headersFor(sandbox, 'odata');
  const ask = (query = '', more: Record<string, string> = {}) =>
    sandbox.fetch(`${sandbox.urls.odata}/history${query}`, { headers: { ...headers, ...more } });
  const rows = async (query = ''): Promise<number[]> =>
    ((await (await ask(query)).json()) as { value: { n: number }[] }).value.map(({ n }) => n);
  return { sandbox, ask, rows };
}

describe('a list of records', () => {
  it('shuffles only records without an order', async () => {
    const { rows } = reading({ shuffle: true });
    const shuffled = await rows();
    expect(shuffled).not.toEqual(natural);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(natural);
    expect(await rows('?$orderby=n')).toEqual(natural);
  });

  it('sends records twice without shuffling them', async () => {
    const twice = await reading({ duplicates: 1 }).rows();
    expect(twice.length).toBe(20);
    expect(new Set(twice)).toEqual(new Set(natural));
    expect(await reading({ duplicates: 0 }).rows()).toEqual(natural);
  });

  it('ignores one query option and applies the other', async () => {
    const query = '?$filter=n%20gt%207&$orderby=n%20desc';
    expect(await reading({ filter: 'ignore' }).rows(query)).toEqual(natural.toReversed());
    expect(await reading({ orderBy: 'ignore' }).rows(query)).toEqual([8, 9]);
    expect(await reading({ filter: 'ignore', orderBy: 'ignore' }).rows(query)).toEqual(natural);
    expect(await reading({}).rows(query)).toEqual([9, 8]);
  });

  it('refuses only a filter', async () => {
    const { ask, rows } = reading({ filter: 'refuse' });
    expect((await ask('?$filter=n%20gt%207')).status).toBe(400);
    expect(await rows('?$orderby=n%20desc')).toEqual(natural.toReversed());
    expect(await reading({ filter: 'refuse', orderBy: 'ignore' }).rows('?$orderby=n%20desc')).toEqual(natural);
  });

  it('removes old history records, but no connector', async () => {
    const data = { history: ten, connectors: [{ connectorid: 'old', lasttestedat: '2020-01-01T00:00:00Z' }] };
    const { sandbox, rows } = reading({ retention: '3d' }, { data });
    expect(await rows()).toEqual([7, 8, 9]);
    const connectors = await sandbox.fetch(`${sandbox.urls.odata}/connectors`, {
      headers: headersFor(sandbox, 'odata'),
    });
    expect(await connectors.json()).toEqual({ value: data.connectors });
    expect(await (await runQuery(sandbox, 'SELECT n FROM history')).json()).toEqual([{ n: 7 }, { n: 8 }, { n: 9 }]);
    expect(await (await runQuery(sandbox, 'SELECT connectorid FROM connectors')).json()).toEqual([
      { connectorid: 'old' },
    ]);
  });

  it('links to the next page under the name that the client used, with the rest of the query', async () => {
    const { ask } = reading({ pageCap: 4, nextLink: true });
    const link = async (query: string, headers: Record<string, string>) =>
      ((await (await ask(query, headers)).json()) as Record<string, unknown>)['@odata.nextLink'];
    expect(await link('', {})).toBe('/odata/history?$skiptoken=4');
    expect(await link('', { host: 'sync.example.com:8080' })).toBe(
      'http://sync.example.com:8080/odata/history?$skiptoken=4',
    );
    expect(await link('', { host: '[::1]:80' })).toBe('http://[::1]:80/odata/history?$skiptoken=4');
    expect(await link('', { host: 'evil.example/x?y' })).toBe('/odata/history?$skiptoken=4');
    expect(await link('?$orderby=n&&%24skiptoken=4', {})).toBe('/odata/history?$orderby=n&$skiptoken=8');
    expect(await link('?$skiptoken=8', {})).toBeUndefined();
  });

  it.each([
    'x',
    '',
    '-1',
    '1.5',
    '1x',
    'x1',
    '1234567890123',
  ])('refuses the token %j, which is not in any link', async (token) => {
    const { ask } = reading({ pageCap: 4, nextLink: true });
    const response = await ask(`?$skiptoken=${token}`);
    expect([response.status, ((await response.json()) as { error: { message: string } }).error.message]).toEqual([
      400,
      '$skiptoken must come from a next link of this service.',
    ]);
  });

  it('accepts a token of several digits', async () => {
    const { rows } = reading({ pageCap: 4, nextLink: true });
    expect(await rows('?$skiptoken=08')).toEqual([8, 9]);
    expect(await rows('?$skiptoken=123456789012')).toEqual([]);
  });

  it('writes local times in every chunk of a long list', async () => {
    const history = Array.from({ length: 3000 }, (_, n) => ({ n, runstartdate: '2026-02-10T00:00:00Z' }));
    const { ask } = reading({ zoneless: '+01:00' }, { data: { history } });
    const { value } = (await (await ask()).json()) as { value: { runstartdate: string }[] };
    expect(value).toHaveLength(3000);
    expect(new Set(value.map(({ runstartdate }) => runstartdate))).toEqual(new Set(['2026-02-10T01:00:00']));
  });

  it('has no Link header in an envelope, and one with a bare array', async () => {
    const behavior = { pageCap: 4, nextLink: true };
    expect((await reading(behavior).ask()).headers.get('link')).toBeNull();
    const bare = reading(behavior, { envelope: 'array' });
    expect((await bare.ask()).headers.get('link')).toBe('</odata/history?$skiptoken=4>; rel="next"');
    expect((await bare.ask('?$skiptoken=8')).headers.get('link')).toBeNull();
  });
});

describe('an operation explains what it refuses', () => {
  const data = smallData;

  it.each([
    ['odata', "/jobs('Z')", 404, "There is no job 'Z'."],
    ['v2', '/v2/jobs/none/status', 404, "There is no job with the id 'none'."],
    ['v2', '/v2/transformations/t1/tasks/none/history', 404, "There is no task 'none' in a transformation 't1'."],
  ] as const)('%s %s', async (name, path, status, message) => {
    const sandbox = openSandbox({ data });
    const response = await sandbox.fetch(sandbox.urls[name] + path, { headers: headersFor(sandbox, name) });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(message)]);
  });

  it('a job without runs has an empty status', async () => {
    const sandbox = openSandbox({ data });
    const response = await sandbox.fetch(`${sandbox.urls.v2}/v2/jobs/j%2F2/status`, {
      headers: headersFor(sandbox, 'v2'),
    });
    expect([response.status, await response.text()]).toEqual([200, '[]']);
  });

  it.each([
    ['text/plain', '{}', 415, 'UnsupportedMediaType', 'The body must be application/json.'],
    ['application/json', '{', 400, 'BadRequest', 'The body is not valid JSON.'],
    ['application/json', Uint8Array.of(0x22, 0xff, 0x22), 400, 'BadRequest', 'The body is not valid JSON.'],
    ['application/json', '"query"', 400, 'BadRequest', 'The body must be an object with one string field, query.'],
    ['application/json', 'null', 400, 'BadRequest', 'The body must be an object with one string field, query.'],
    [
      'application/json',
      '[{"query":"x"}]',
      400,
      'BadRequest',
      'The body must be an object with one string field, query.',
    ],
  ])('a query as %s: %s', async (type, body, status, code, message) => {
    const sandbox = openSandbox({ data });
    const headers = { ...headersFor(sandbox, 'cloud'), 'content-type': type };
    const response = await sandbox.fetch(`${sandbox.urls.cloud}/api/query`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  });

  it('a query on workspaces is a bare array, as every query is', async () => {
    expect(await (await runQuery(openSandbox({ data }), 'SELECT id FROM workspaces')).json()).toEqual([
      { id: 'w1' },
      { id: 'w2' },
    ]);
  });

  const without = (fields: Record<string, string>, name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
  const required = 'The fields grant_type, client_id and client_secret are required, each exactly once.';
  it.each<[string, (fields: Record<string, string>) => Record<string, string> | string, number, string, string]>([
    ['no grant', (fields) => without(fields, 'grant_type'), 400, 'invalid_request', required],
    ['no id', (fields) => without(fields, 'client_id'), 400, 'invalid_request', required],
    ['no secret', (fields) => without(fields, 'client_secret'), 400, 'invalid_request', required],
    ['an empty id', (fields) => ({ ...fields, client_id: '' }), 400, 'invalid_request', required],
    [
      'a field twice',
      (fields) => `${new URLSearchParams(fields).toString()}&scope=a&scope=b`,
      400,
      'invalid_request',
      required,
    ],
    [
      'another grant',
      (fields) => ({ ...fields, grant_type: 'password' }),
      400,
      'unsupported_grant_type',
      'The only supported grant_type is client_credentials.',
    ],
    [
      'a wrong id',
      (fields) => ({ ...fields, client_id: 'x' }),
      401,
      'invalid_client',
      'There is no service account with this client_id and client_secret.',
    ],
    [
      'a wrong secret',
      (fields) => ({ ...fields, client_secret: 'x' }),
      401,
      'invalid_client',
      'There is no service account with this client_id and client_secret.',
    ],
  ])('a token request with %s', async (_, change, status, error, description) => {
    const sandbox = openSandbox({ data });
    const response = await requestToken(sandbox, change(serviceAccountFields(sandbox)));
    expect([response.status, await response.json()]).toEqual([status, { error, error_description: description }]);
  });

  it('a token request with an Authorization header, and one that is not a form', async () => {
    const sandbox = openSandbox({ data });
    const fields = serviceAccountFields(sandbox);
    const doubled = await requestToken(sandbox, fields, { authorization: 'Basic eA==' });
    expect([doubled.status, await doubled.json()]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'Send client_id and client_secret as form fields, not in an Authorization header.',
      },
    ]);
    const json = await requestToken(sandbox, fields, { 'content-type': 'application/json' });
    expect([json.status, await json.json()]).toEqual([
      415,
      { error: 'invalid_request', error_description: 'The body must be application/x-www-form-urlencoded.' },
    ]);
  });

  it('a token response has the type and the lifetime, and must not be cached', async () => {
    const sandbox = openSandbox({ data, tokenLifetime: 120 });
    const response = await requestToken(sandbox, serviceAccountFields(sandbox));
    expect(response.headers.get('pragma')).toBe('no-cache');
    expect(await response.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 120 });
  });
});
