import { expect, it } from 'vitest';
import type { RequestDetail } from '../../src/http/request-log.ts';
import { headersFor, openSandbox } from '../support/sandbox.ts';

it('the log says why a request was refused, with the text of the response', async () => {
  const sandbox = openSandbox();
  const headers = headersFor(sandbox, 'odata');
  const { odata, auth, cloud } = sandbox.urls;
  const refused: [string, RequestInit][] = [
    [`${odata}/nowhere`, { headers }],
    ['http://sandbox.localhost/outside', { headers }],
    [`${odata}/history`, {}],
    [`${odata}/history`, { headers: { [sandbox.credentials.apiKey.headerName]: 'wrong-key' } }],
    [`${odata}/history`, { headers, method: 'DELETE' }],
    [`${odata}/history?$filter=details%20eqq%20'x'`, { headers }],
    [`${odata}/history?$select=nothing`, { headers }],
    [`${odata}/jobs('Z')`, { headers }],
    [`${odata}/jobs('%zz')`, { headers }],
    [`${odata}/history?$top=1`, { headers }],
    [`${auth}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) }],
    [
      `${cloud}/api/query`,
      { method: 'POST', headers: { ...headersFor(sandbox, 'cloud'), 'content-type': 'application/json' }, body: '{' },
    ],
  ];
  for (const [url, init] of refused) {
    const response = await sandbox.fetch(url, init);
    const text = await response.text();
    const { reason, status } = sandbox.requests.at(-1)!;
    expect(status).toBe(response.status);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(reason?.length).toBeGreaterThan(10);
    expect(text).toContain(JSON.stringify(reason));
  }
  await sandbox.fetch(`${odata}/history`, { headers });
  expect(sandbox.requests.at(-1)).toMatchObject({ status: 200, reason: undefined, effect: undefined });
});

it('the log names the fault, and the reason of the service under it', async () => {
  const sandbox = openSandbox();
  const headers = headersFor(sandbox, 'odata');
  sandbox.faults.next('listHistory', { status: 503, retryAfter: 2 });
  await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers });
  expect(sandbox.requests.at(-1)).toMatchObject({
    status: 503,
    fault: true,
    effect: 'status=503;retry-after=2',
    reason: undefined,
  });
  await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers: { ...headers, 'x-syncline-fault': 'status=9' } });
  expect(sandbox.requests.at(-1)?.reason).toBe(
    'x-syncline-fault.status must be a whole number from 200 to 599, found 9',
  );
  sandbox.faults.next('getJob', { socket: 'reset' });
  await sandbox.fetch(`${sandbox.urls.odata}/jobs('Z')`, { headers }).catch(() => undefined);
  expect(sandbox.requests.at(-1)).toMatchObject({ effect: 'socket=reset', reason: "There is no job 'Z'." });
});

it('a reason is shortened and repeats no secret of its request', async () => {
  const sandbox = openSandbox({ strict: true });
  const headers = headersFor(sandbox, 'odata');
  await sandbox.fetch(`${sandbox.urls.odata}/history?${'x'.repeat(5000)}=1`, { headers });
  expect(sandbox.requests.at(-1)?.reason).toHaveLength(1000);
  const key = sandbox.credentials.apiKey.value;
  await sandbox.fetch(`${sandbox.urls.odata}/history?${key}=1`, { headers });
  expect(JSON.stringify(sandbox.requests.at(-1)?.reason)).not.toContain(key);
});

it('shows one request with the beginning of its response, and repeats no secret of it', async () => {
  const sandbox = openSandbox();
  const headers = headersFor(sandbox, 'odata');
  const show = async (id: number): Promise<RequestDetail & { curl: string }> =>
    (await (
      await sandbox.fetch(`${sandbox.urls.control}requests/${id}`, { headers: { host: 'localhost' } })
    ).json()) as RequestDetail & { curl: string };
  await (await sandbox.fetch(`${sandbox.urls.odata}/history`, { headers })).text();
  expect(await show(1)).toMatchObject({
    status: 200,
    headers: { [sandbox.credentials.apiKey.headerName]: '[redacted]' },
    response: { body: expect.stringMatching(/^\{"value":\[\{"runstartdate"/), isCut: false },
    curl: expect.stringContaining('/odata/history'),
  });
  // The service repeats the request in its response.
  sandbox.faults.next('listHistory', { status: 500, text: '{"echo":"{request}"}', headers: { 'x-echo': '{request}' } });
  const { value } = sandbox.credentials.apiKey;
  await (await sandbox.fetch(`${sandbox.urls.odata}/history?@authtoken=${value}`, { headers })).text();
  const echoed = await show(2);
  expect(echoed.response.body).toContain('[redacted]');
  expect(JSON.stringify({ ...echoed, curl: '' })).not.toContain(value);
  expect((await sandbox.fetch(`${sandbox.urls.control}requests/99`, { headers: { host: 'localhost' } })).status).toBe(
    404,
  );
});

it('the address of the sandbox itself redirects to the control page', async () => {
  const sandbox = openSandbox();
  const { urls } = await sandbox.listen();
  const { origin } = new URL(urls.odata);
  const response = await fetch(`${origin}/`);
  expect([response.url, response.status]).toEqual([urls.control, 200]);
  expect(await response.text()).toContain('<title>Syncline sandbox</title>');
  expect(sandbox.requests).toEqual([]);
});
