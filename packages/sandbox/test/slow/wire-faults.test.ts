import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type FaultRule, type ListeningSandbox } from '../../src/index.ts';
import { millisecondsUntil, settleIo, stopTime } from '../support/fake-time.ts';

const sandbox = createSandbox({ clock: { start: '2026-03-01T00:00:00Z' }, scale: { history: 300 } });
const key = { [sandbox.credentials.apiKey.headerName]: sandbox.credentials.apiKey.value };
let served: ListeningSandbox;
beforeAll(async () => void (served = await sandbox.listen()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** The same service with and without a port. A client must see the same fault in both cases. */
const transports: [string, (init?: RequestInit & { path?: string }) => Promise<Response>][] = [
  [
    'over a port',
    ({ path = '/history', ...init } = {}) =>
      fetch(served.urls.odata + path, { headers: key, redirect: 'manual', ...init }),
  ],
  [
    'without a port',
    ({ path = '/history', ...init } = {}) =>
      sandbox.fetch(sandbox.urls.odata + path, { headers: key, redirect: 'manual', ...init }),
  ],
];

async function count(response: Response, most = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return bytes;
}

describe.each(transports)('a fault %s', (_, ask) => {
  const meet = (fault: Omit<FaultRule, 'operation'>, init?: Parameters<typeof ask>[0]): Promise<Response> => {
    sandbox.faults.next('listHistory', fault);
    return ask(init);
  };

  it.each<[string, Omit<FaultRule, 'operation'>, (response: Response) => unknown]>([
    [
      '503 with Retry-After',
      { status: 503, retryAfter: 2 },
      async (response) => {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
        expect(await response.json()).toMatchObject({ error: { code: 'SimulatedFault' } });
      },
    ],
    [
      'an empty 401',
      { status: 401, body: 'empty' },
      async (response) => expect([response.status, await response.text()]).toEqual([401, '']),
    ],
    ['204', { status: 204 }, async (response) => expect([response.status, await response.text()]).toEqual([204, ''])],
    [
      'a sign-in page with 200',
      { body: 'html' },
      async (response) =>
        expect([response.headers.get('content-type'), (await response.text()).slice(0, 9)]).toEqual([
          'text/html; charset=utf-8',
          '<!doctype',
        ]),
    ],
    [
      'JSON cut off in the middle',
      { body: 'half' },
      async (response) => await expect(response.json()).rejects.toThrow(SyntaxError),
    ],
    [
      '307 to elsewhere',
      { status: 307, redirect: 'https://b.example/x' },
      (response) => expect([response.status, response.headers.get('location')]).toEqual([307, 'https://b.example/x']),
    ],
    ['a cut body', { socket: 'cut' }, async (response) => await expect(response.text()).rejects.toThrow(TypeError)],
    [
      'a body cut after 10 bytes',
      { cutAfter: 10 },
      async (response) => await expect(response.text()).rejects.toThrow(TypeError),
    ],
    [
      'a body without end',
      { body: 'endless' },
      async (response) => expect(await count(response, 3_000_000)).toBeGreaterThanOrEqual(3_000_000),
    ],
    ['200,000-deep JSON', { body: 'deep' }, async (response) => expect((await response.text()).length).toBe(400_000)],
  ])('%s', async (_name, fault, check) => {
    await check(await meet(fault));
    expect((await ask()).status).toBe(200);
  });

  it('a reset connection', async () => {
    await expect(meet({ socket: 'reset' })).rejects.toThrow(TypeError);
    expect((await ask()).status).toBe(200);
  });

  it('no response until the caller aborts', async () => {
    const caller = new AbortController();
    const silent = meet({ socket: 'hang' }, { signal: caller.signal });
    await settleIo();
    caller.abort();
    await expect(silent).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect((await ask()).status).toBe(200);
  });

  it('a delay before the first byte', async () => {
    stopTime();
    const delayed = meet({ delay: 80 });
    expect(await millisecondsUntil(delayed)).toBeGreaterThanOrEqual(80);
    expect((await delayed).status).toBe(200);
  });

  it('a body that drips', async () => {
    stopTime();
    const body = meet({ drip: 4 }, { path: "/history?$select=status&$filter=startswith(details,'No%20changes')" }).then(
      (response) => response.json(),
    );
    const milliseconds = await millisecondsUntil(body);
    const { value } = (await body) as { value: { status: string }[] };
    expect(new Set(value.map(({ status }) => status))).toEqual(new Set(['SUCCESS']));
    expect(milliseconds).toBeGreaterThan(value.length * 4);
  });

  it('a redirect to the same URL that is followed once, and an endless one', async () => {
    const response = await meet({ redirect: 'self' }, { path: '/history?$select=details', redirect: 'follow' });
    expect(Object.keys(((await response.json()) as { value: object[] }).value[0]!)).toEqual(['details']);
    sandbox.faults.add({ redirect: 'self' });
    await expect(ask({ redirect: 'follow' })).rejects.toThrow(TypeError);
  });

  it('by a header on the request', async () => {
    const response = await ask({ headers: { ...key, 'x-syncline-fault': 'status=429;retry-after=7' } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await ask({ headers: { ...key, 'x-syncline-fault': 'status' } })).status).toBe(400);
  });

  it('an expired token: the token endpoint returns a wrong lifetime, and the query is rejected', async () => {
    const { clientId, clientSecret } = sandbox.credentials.serviceAccount;
    const urls = _ === 'over a port' ? served.urls : sandbox.urls;
    const send = _ === 'over a port' ? fetch : sandbox.fetch;
    sandbox.faults.next('createToken', { expiresIn: 1 });
    const answer = await send(`${urls.auth}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    const { access_token, expires_in } = (await answer.json()) as Record<string, unknown>;
    expect(expires_in).toBe(1);
    sandbox.expireTokens();
    const refused = await send(`${urls.cloud}/api/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(access_token)}`, 'content-type': 'application/json' },
      body: '{"query":"SELECT 1"}',
    });
    expect(refused.status).toBe(401);
  });
});

describe.each(transports)('a compressed body %s', (_, ask) => {
  const meet = (fault: Omit<FaultRule, 'operation'>): Promise<Response> => {
    sandbox.faults.next('listHistory', fault);
    return ask();
  };

  it.each(['gzip', 'brotli'] as const)('of %s is decoded by fetch, which keeps the header', async (encoding) => {
    const plain = await (await ask()).text();
    const response = await meet({ [encoding]: 'whole' });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : 'br');
    expect(await response.text()).toBe(plain);
    expect(await (await meet({ [encoding]: 'whole', body: 'empty' })).text()).toBe('');
  });

  it('grows without end if it is a bomb', async () => {
    expect(await count(await meet({ gzip: 'bomb' }), 64 * 1_048_576)).toBeGreaterThanOrEqual(64 * 1_048_576);
  });

  it.each<Omit<FaultRule, 'operation'>>([
    { gzip: 'cut' },
    { brotli: 'cut' },
    { gzip: 'none' },
  ])('is not JSON with %j', async (fault) => {
    const response = await meet(fault);
    await expect(response.json()).rejects.toThrow();
  });
});

it('a header longer than the client accepts', async () => {
  sandbox.faults.next('listHistory', { headerBytes: 20_000 });
  await expect(fetch(`${served.urls.odata}/history`, { headers: key })).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'UND_ERR_HEADERS_OVERFLOW' }) as unknown }),
  );
});

it('the log shows which requests had a fault, and no secrets', async () => {
  sandbox.faults.next('*', { status: 500 });
  await fetch(`${served.urls.odata}/history?@authtoken=${sandbox.credentials.apiKey.value}`);
  await fetch(`${served.urls.odata}/connectors`, { headers: key });
  const state = await (await fetch(`${served.urls.control}state`)).text();
  expect((JSON.parse(state) as { requests: unknown[] }).requests).toMatchObject([
    { status: 500, fault: true },
    { status: 200, fault: false },
  ]);
  expect(state).not.toContain(sandbox.credentials.apiKey.value);
});
