import { describe, expect, it } from 'vitest';
import { inProcess, rejection, type Reply } from '../support/in-process.ts';

const typed =
  (type: string | undefined, body = '[]', status = 200): Reply =>
  () => {
    const response = new Response(new TextEncoder().encode(body), { status });
    if (type !== undefined) response.headers.set('content-type', type);
    return response;
  };
const list = (reply: Reply) => inProcess([reply]).odata.history.list();

describe('the content type of a success', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;odata.metadata=minimal',
    'text/json',
    'application/hal+json',
    'application/vnd.acme.v2-1+json;q=1',
    undefined,
  ])('may be %s', async (type) => expect(await list(typed(type))).toEqual([]));
  it.each([
    ['text/html; charset=utf-8', 'text/html'],
    ['image/png', 'image/png'],
    ['application/jsonp', 'application/jsonp'],
    ['application/x-json', 'application/x-json'],
    ['image/json', 'image/json'],
    ['text/plain, application/json', 'text/plain'],
    ['"quoted"', 'something else'],
    ['', 'something else'],
    [`a/${'b'.repeat(100)}`, `a/${'b'.repeat(58)}`],
    ['x-application/json', 'x-application/json'],
    ['application/json+xml', 'application/json+xml'],
  ])('must not be %j, whatever the body contains', async (type, shown) => {
    expect(await rejection(list(typed(type)))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'content-type',
      message: `GET /app/history: 200 with a body that is not JSON but ${shown}`,
    });
  });
  it('does not matter if there is no body', async () => {
    expect(await rejection(list(typed('text/html', '')))).toMatchObject({ reason: 'empty' });
  });
  it('of a failure does not matter: the status says that it failed', async () => {
    expect(await rejection(list(typed('text/html', '<html>', 404)))).toMatchObject({
      code: 'HTTP_ERROR',
      status: 404,
      body: '<html>',
    });
  });
  it('is checked for raw calls too, unless they request another one', async () => {
    const csv = typed('text/csv', 'a;b');
    expect(await rejection(inProcess([csv]).odata.raw.GET('/history'))).toMatchObject({
      reason: 'content-type',
      operation: undefined,
    });
    const { data } = await inProcess([csv]).odata.raw.GET('/history', {
      parseAs: 'text',
      headers: { accept: 'text/csv' },
    });
    expect(data).toBe('a;b');
  });
});
