import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type ListeningSandbox } from '../../src/index.ts';

const sandbox = createSandbox({ data: { jobs: [{ JobName: 'Nightly' }] } });
let served: ListeningSandbox;
beforeAll(async () => void (served = await sandbox.listen()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe.each(['over a port', 'without a port'])('a redirect that is followed %s', (transport) => {
  const send = (path: string, init: RequestInit): Promise<Response> =>
    transport === 'over a port'
      ? fetch(served.urls.cloud + path, init)
      : sandbox.fetch(sandbox.urls.cloud + path, init);
  const { email, token } = sandbox.credentials.personalAccessToken;
  const authorization = `Basic ${btoa(`${email}:${token}`)}`;

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [302, 'GET', 'GET'],
    [307, 'HEAD', 'HEAD'],
    [303, 'HEAD', 'HEAD'],
    [304, 'GET', undefined],
  ])('by %d of %s becomes %s', async (status, method, followed) => {
    sandbox.faults.next('*', { status, redirect: 'self' });
    const headers = { 'content-type': 'application/json', 'x-mine': '1', authorization };
    const body = ['GET', 'HEAD'].includes(method) ? {} : { body: '{"query":"SELECT JobName FROM jobs"}' };
    const response = await send('/api/query', { method, headers, ...body });
    const [, second] = sandbox.requests;
    expect(second?.method).toBe(followed);
    expect(Object.keys(second?.headers ?? {})).toEqual(
      expect.arrayContaining(second === undefined ? [] : ['x-mine', 'authorization']),
    );
    if (followed === 'POST') expect(await response.json()).toEqual([{ JobName: 'Nightly' }]);
    if (method === 'POST' && followed === 'GET') expect(second?.headers).not.toHaveProperty('content-type');
  });

  it('by 307 of a body that the service has not read sends it again', async () => {
    sandbox.faults.next('*', { status: 307, redirect: new URL(`${sandbox.urls.cloud}/api/query`).pathname });
    const headers = { 'content-type': 'application/json', authorization };
    const body = '{"query":"SELECT JobName FROM jobs"}';
    const response = await send('/nowhere', { method: 'POST', headers, body });
    expect(await response.json()).toEqual([{ JobName: 'Nightly' }]);
  });

  it('to an invalid address fails', async () => {
    sandbox.faults.next('*', { redirect: 'http://[' });
    await expect(send('/api/query', {})).rejects.toThrow('fetch failed');
  });
});

it('a redirect to another origin that is followed without a port loses the credential', async () => {
  sandbox.faults.next('*', { status: 307, redirect: "https://b.example/odata/jobs('Nightly')" });
  const { username, password } = sandbox.credentials.basic;
  const headers = { authorization: `Basic ${btoa(`${username}:${password}`)}` };
  expect((await sandbox.fetch(`${sandbox.urls.odata}/jobs('Nightly')`, { headers })).status).toBe(401);
});
