import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { isCollection } from '../../src/doctor/shape.ts';
import { apiKey, runDoctor, secrets } from './run-doctor.ts';
import { http } from './servers.ts';

/** A service that responds according to the path. It records the paths. */
async function service(answer: (path: string, headers: Readonly<Record<string, unknown>>) => number | string) {
  const paths: string[] = [];
  const listener: RequestListener = (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    paths.push(path);
    const sent = answer(path, request.headers);
    response
      .writeHead(typeof sent === 'number' ? sent : 200, { 'content-type': 'application/json' })
      .end(typeof sent === 'number' ? '' : sent);
  };
  return { baseUrl: await http(listener), paths };
}

const checksOf = async (...args: Parameters<typeof runDoctor>) =>
  (await runDoctor(...args)).json.interfaces.flatMap(({ checks }) => checks);

test('a collection that can be read: status, type and number of records', async () => {
  const one = JSON.stringify([{ connectorid: 'a' }]);
  const { baseUrl } = await service((path) => (path === '/connectors' ? one : '{"value":[]}'));
  const [connectors, history] = await checksOf({ odata: baseUrl });
  expect(connectors).toEqual({
    subject: 'GET /connectors',
    verdict: 'fine',
    cause: null,
    says: '200, application/json, 1 record',
    remedy: null,
    tried: [],
  });
  expect(history).toMatchObject({ subject: 'GET /history', says: '200, application/json, 0 records', tried: [] });
});

test('other base URLs are tried only after a response about the path', async () => {
  for (const status of [403, 429, 500, 418]) {
    const { baseUrl, paths } = await service(() => status);
    const [check] = await checksOf({ odata: baseUrl });
    expect(new Set(paths)).toEqual(new Set(['/connectors']));
    expect(check).toMatchObject({ says: expect.stringContaining(`${status}`) as string, tried: [] });
  }
});

test.each([301, 404, 405, 410])('after %i, the usual paths are tried', async (status) => {
  const found = '[{"connectorid":"a"}]';
  const { baseUrl } = await service((path) => (path.startsWith('/odata/') ? found : status));
  const [check] = await checksOf({ odata: baseUrl });
  expect(check).toMatchObject({ remedy: `The interface is at ${baseUrl}/odata. Use this base URL.` });
});

test('nothing more is tried when the service limits requests', async () => {
  const bases = await service((path) => (path.startsWith('/api/') ? 429 : 404));
  const [wrongPath] = await checksOf({ odata: bases.baseUrl });
  expect(wrongPath?.tried).toEqual([`${bases.baseUrl}/api.rsc`, `${bases.baseUrl}/api`]);
  const headers = await service((_path, sent) => ('x-second' in sent ? 429 : 401));
  const [wrongKey] = await checksOf({ odata: headers.baseUrl, header: ['x-first', 'x-second', 'x-third'] }, apiKey);
  expect(wrongKey?.tried).toEqual(['x-first', 'x-second']);
});

test('a header in which the key was already sent and an invalid header name are not tried', async () => {
  const { baseUrl } = await service(() => 401);
  const environment = { SYNCLINE_API_KEY: apiKey.SYNCLINE_API_KEY };
  const [check] = await checksOf({ odata: baseUrl, header: ['x-first', 'not a name', 'x-second'] }, environment);
  expect(check).toMatchObject({ cause: 'wrong-credential', tried: ['x-second', 'x-api-key'] });
});

test('a key without the name of its header: exit 2, and the message says so', async () => {
  const environment = { SYNCLINE_API_KEY: apiKey.SYNCLINE_API_KEY };
  await expect(runDoctor({ odata: 'https://a.invalid' }, environment)).rejects.toThrow(/SYNCLINE_VENDOR/);
  const both = { ...secrets, ...apiKey };
  await expect(runDoctor({ odata: 'https://a.invalid', header: ['x-own'] }, both)).rejects.toThrow(
    /one credential only/,
  );
});

test('each header name is a finding', async () => {
  const { baseUrl } = await service((_path, sent) => ('x-own' in sent ? '[]' : 401));
  const { json } = await runDoctor({ odata: baseUrl, header: ['x-own', 'x-other', 'not a name'] }, apiKey);
  expect(json.findings.filter(({ subject }) => subject?.startsWith('header '))).toEqual([
    { operation: 'listConnectors', question: '0001', subject: 'header x-own', answer: 'works' },
    { operation: 'listConnectors', question: '0001', subject: 'header x-other', answer: 'refused (401)' },
    { operation: 'listConnectors', question: '0001', subject: 'header not a name', answer: 'not a header name' },
  ]);
});

test.each([
  ['{"@odata.nextLink":"next"', true],
  ['{"odata.nextLink":"next"', true],
  ['{"nextLink":"next"', true],
  ['{"value@odata.nextLink":"next"', true],
  ['{"@odata.nextLink":""', false],
  ['{"@odata.nextLink":null', false],
  ['{"next":"next"', false],
])('a collection with %s: the printed client follows pages: %s', async (start, follows) => {
  const collection = `${start},"value":[{"connectorid":"a"}]}`;
  for (const split of ['/connectors', '/history']) {
    const { baseUrl } = await service((path) => (path === split ? collection : '[]'));
    const { json } = await runDoctor({ odata: baseUrl });
    expect(json.interfaces[0]?.code?.includes("pages: 'follow'")).toBe(follows);
  }
});

test('status words are requested for at most five jobs, and for no job whose id would change the path', async () => {
  const ids = ['1', '..', '', 7, 'a/b', '1', '2', '3', '4', '5'];
  const workspaces = JSON.stringify([{ id: 'w', jobs: ids.map((id) => ({ id })) }]);
  const { baseUrl, paths } = await service((path) => (path === '/v2/workspaces' ? workspaces : '[]'));
  const { json } = await runDoctor({ v2: baseUrl }, { SYNCLINE_USERNAME: 'ada', SYNCLINE_PASSWORD: 'password' });
  expect([...new Set(paths)].filter((path) => path.includes('status')).sort()).toEqual(
    ['1', '2', '3', '4', 'a%2Fb'].map((id) => `/v2/jobs/${id}/status`),
  );
  expect(json.findings).toContainEqual(
    expect.objectContaining({ question: '0009', subject: 'status words of 5 jobs', answer: 'none seen' }),
  );
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('a list with %i is a collection: %s', (status, isOne) => {
  const probe = {
    contentType: null,
    body: [],
    problem: null,
    failure: null,
    isHtml: false,
    isLoginForm: false,
    hasNextLink: false,
  };
  expect(isCollection({ ...probe, status, location: null, offers: [] })).toBe(isOne);
});

test.each([
  ['a web page', 'text/html', '<html></html>'],
  ['a login form', 'text/html', '<input type="password">'],
  ['XML', 'application/xml', '<feed/>'],
  ['another collection', 'application/json', '{"ok":true}'],
])('after %s, the usual paths are tried', async (_what, type, body) => {
  const baseUrl = await http((request, response) => {
    const isFound = request.url?.startsWith('/api/');
    response.writeHead(200, { 'content-type': isFound ? 'application/json' : type }).end(isFound ? '[]' : body);
  });
  const [check] = await checksOf({ odata: baseUrl });
  expect(check).toMatchObject({ remedy: `The interface is at ${baseUrl}/api. Use this base URL.`, tried: [] });
});

test('other headers are tried for a refused key only, and never without a key', async () => {
  for (const [status, environment] of [
    [403, apiKey],
    [401, secrets],
  ] as const) {
    const sent: string[] = [];
    const { baseUrl } = await service((_path, headers) => {
      sent.push(...Object.keys(headers).filter((name) => /^x-/.test(name)));
      return status;
    });
    const [check] = await checksOf({ odata: baseUrl, header: ['x-first'] }, environment);
    expect(check?.tried).toEqual([]);
    expect(new Set(sent)).toEqual(new Set(environment === apiKey ? ['x-acme-authtoken'] : []));
  }
});

test('slashes at the end of the base URL are left out', async () => {
  const { baseUrl, paths } = await service(() => '[]');
  const { json } = await runDoctor({ odata: `${baseUrl}/app//` });
  expect(new Set(paths)).toEqual(new Set(['/app/connectors', '/app/history']));
  expect(json.interfaces).toMatchObject([{ baseUrl: `${baseUrl}/app` }]);
  expect(json.interfaces[0]?.code).toContain(`baseUrl: '${baseUrl}/app',`);
});
