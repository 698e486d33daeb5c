import { describe, expect, it } from 'vitest';
import { ConfigError } from '@syncline/core/errors';
import { createSandbox } from '../../src/index.ts';
import { headersFor, openSandbox } from '../support/sandbox.ts';

type Options = Parameters<typeof openSandbox>[0];

/** Sends requests over a real port. Node's `fetch` sends any given `Origin`, unlike a page. */
async function open(options: Options = {}) {
  const sandbox = openSandbox(options);
  const { urls } = await sandbox.listen();
  const ask = (origin: string, url = `${urls.odata}/jobs('Nightly')`, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...headersFor(sandbox, 'odata'), ...init.headers, origin } });
  const preflight = (origin: string, url?: string) =>
    ask(origin, url, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-acme-authtoken',
      },
    });
  return { sandbox, urls, ask, preflight };
}

const granted = (response: Response) => response.headers.get('access-control-allow-origin');

describe('cors', () => {
  it.each([
    'http://localhost:4321',
    'http://127.0.0.1',
    'http://[::1]:8080',
  ])('lets a page of %s read responses by default', async (origin) => {
    const { ask, preflight } = await open();
    const answer = await ask(origin);
    expect([answer.status, granted(answer), answer.headers.get('vary')]).toEqual([200, origin, 'Origin']);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const before = await preflight(origin);
    expect([before.status, granted(before), before.headers.get('access-control-allow-headers')]).toEqual([
      204,
      origin,
      'authorization,x-acme-authtoken',
    ]);
  });

  it.each([
    'https://example.com',
    'null',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'https://localhost:4321',
    'http://localhost:4321/',
  ])('lets no page of %s read responses by default', async (origin) => {
    const { ask, preflight } = await open();
    const [answer, before] = [await ask(origin), await preflight(origin)];
    expect([granted(answer), granted(before), before.status]).toEqual([null, null, 405]);
  });

  it('lets a page read errors and faults, with their headers', async () => {
    const { sandbox, urls, ask } = await open();
    const refused = await fetch(`${urls.odata}/jobs('Nightly')`, { headers: { origin: 'http://localhost' } });
    expect([refused.status, granted(refused)]).toEqual([401, 'http://localhost']);
    sandbox.faults.next('getJob', { status: 503, retryAfter: 2 });
    const broken = await ask('http://localhost');
    expect([broken.status, broken.headers.get('access-control-expose-headers')]).toEqual([
      503,
      expect.stringContaining('retry-after'),
    ]);
  });

  it('never opens the control page to another origin', async () => {
    const { urls, ask, preflight } = await open({ life: {} });
    for (const answer of [
      await ask('http://localhost:1', urls.control),
      await preflight('http://localhost:1', urls.control),
    ]) {
      expect([answer.status, granted(answer)]).toEqual([403, null]);
    }
  });

  it('accepts a list of origins, or none', async () => {
    const listed = await open({ cors: ['https://docs.example.com'] });
    expect(granted(await listed.ask('https://docs.example.com'))).toBe('https://docs.example.com');
    expect(granted(await listed.ask('http://localhost'))).toBeNull();
    const closed = await open({ cors: false });
    expect(granted(await closed.ask('http://localhost'))).toBeNull();
  });

  it.each([
    ['*'],
    ['https://docs.example.com/'],
    ['docs.example.com'],
    'all',
    true,
  ])('rejects %j as an option', (cors) => {
    expect(() =>
      createSandbox({ cors: (typeof cors === 'string' && cors !== 'all' ? [cors] : cors) as never }),
    ).toThrow(ConfigError);
  });
});
