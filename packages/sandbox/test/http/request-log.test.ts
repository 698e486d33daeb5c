import { expect, it } from 'vitest';
import type { SandboxRequest } from '../../src/http/request.ts';
import { createRequestLog } from '../../src/http/request-log.ts';

const request = (path: string, query = ''): SandboxRequest => ({
  method: 'GET',
  path,
  query,
  header: () => undefined,
  headers: () => ({ accept: 'application/json', 'x-acme-authtoken': 'secret' }),
  readBody: async () => new Uint8Array(),
  loopback: true,
});
const outcome = {
  at: new Date('2026-03-01T00:00:00Z'),
  operationId: undefined,
  scheme: undefined,
  durationMs: 1,
  fault: false,
  effect: undefined,
  response: { status: 200, headers: {} },
  beginning: { chunk: '', isCut: false },
};

it('keeps the last 1,000 requests, oldest first', () => {
  const heard: string[] = [];
  const log = createRequestLog(({ path }) => heard.push(path));
  for (let count = 0; count < 4321; count++) log.add(request(`/${count}`), outcome);
  expect(log.list().map(({ path }) => path)).toEqual(Array.from({ length: 1000 }, (_, index) => `/${3321 + index}`));
  expect(heard).toHaveLength(4321);
  log.clear();
  expect(log.list()).toEqual([]);
});

it.each([
  ['$filter=a%20eq%201&@authtoken=secret', '$filter=a%20eq%201&@authtoken=[redacted]'],
  ['%24select=a&token=secret', '%24select=a&token=[redacted]'],
  ['%zz=secret&flag', '%zz=[redacted]&flag'],
  ['a=b=secret', 'a=[redacted]'],
])('redacts the query %j to %j', (query, kept) => {
  const log = createRequestLog();
  log.add(request('/', query), outcome);
  expect(log.list()[0]).toMatchObject({
    at: '2026-03-01T00:00:00.000Z',
    query: kept,
    headers: { accept: 'application/json', 'x-acme-authtoken': '[redacted]' },
  });
});
