import { describe, expect, it } from 'vitest';
import { inProcess, json, rejection, settled } from '../support/in-process.ts';

const header = (name: string) => ({
  onRequest: ({ request }: { request: { headers: Record<string, string> } }) => void (request.headers[name] = 'x'),
});

describe('raw, whose openapi-fetch is loaded with its first call', () => {
  it('accepts middleware before and after that, and removes it', async () => {
    const { odata, asked } = inProcess([json([])]);
    const [early, late, gone] = [header('x-early'), header('x-late'), header('x-gone')] as never[];
    odata.raw.use(early!, gone!);
    odata.raw.eject(gone!);
    await odata.raw.GET('/history');
    odata.raw.use(late!);
    await odata.raw.GET('/history');
    odata.raw.eject(early!, late!);
    await odata.raw.GET('/history');
    const added = asked.map(({ init }) => Object.keys(init.headers).filter((name) => name.startsWith('x-')));
    expect(added).toEqual([['x-early'], ['x-early', 'x-late'], []]);
  });
  it.each<[string, (request: Request) => unknown, object]>([
    ['sets a header', ({ headers }) => headers.set('X-Trace', '1'), { 'x-own': 'a', 'x-trace': '1' }],
    ['replaces a header', ({ headers }) => headers.set('accept', 'text/json'), { 'x-own': 'a', accept: 'text/json' }],
    ['appends to a header', ({ headers }) => headers.append('x-own', 'b'), { 'x-own': 'a, b' }],
    ['deletes a header', ({ headers }) => headers.delete('x-own'), {}],
    ['reads a header', ({ headers }) => headers.set('x-own', `${headers.get('x-own')}!`), { 'x-own': 'a!' }],
    ['sets a property', ({ headers }) => Object.assign(headers, { 'x-trace': '1' }), { 'x-own': 'a', 'x-trace': '1' }],
  ])('sends the headers of a middleware that %s', async (_, change, expected) => {
    const { odata, asked } = inProcess([json([])]);
    odata.raw.use({ onRequest: ({ request }) => void change(request) });
    await odata.raw.GET('/history', { headers: { 'x-own': 'a' } });
    const { authorization, ...headers } = asked[0]?.init.headers ?? {};
    expect(authorization).toMatch(/^Basic /);
    expect(headers).toEqual({ accept: 'application/json', ...expected });
  });
  it('has every method of openapi-fetch, and request; TRACE would return the credential', async () => {
    const { odata, asked } = inProcess([json([])]);
    const raw = odata.raw as unknown as Record<string, (path: string, init?: object) => Promise<unknown>>;
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']) await raw[method]!('/x');
    expect(await rejection(raw['TRACE']!('/x'))).toMatchObject({ code: 'CONFIG_INVALID', option: 'method' });
    for (const given of [[], [5], [undefined, {}]] as unknown as [string][])
      expect(await rejection(raw['GET']!(...given))).toMatchObject({
        code: 'CONFIG_INVALID',
        message: 'path must be a text',
      });
    await odata.raw.request('get', '/history');
    expect(asked.map(({ init }) => init.method)).toEqual([
      'GET',
      'PUT',
      'POST',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'PATCH',
      'GET',
    ]);
  });
  it('costs nothing as long as it is not called', async () => {
    const { odata, asked } = inProcess([json([])]);
    expect(Object.keys(odata.raw)).toContain('GET');
    await settled();
    expect(asked).toHaveLength(0);
  });
});
