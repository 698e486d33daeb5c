import type { OperationDetails, Tables } from '@syncline/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

type Call = (id: string, init?: object) => Promise<unknown>;

/** A client whose tables have one operation, with these details, for `/x/{a}/{b}`. */
function clientOf(details: OperationDetails, path = '/x/{a}/{b}') {
  const { asked, options } = inProcess([json({})]);
  const names = { path: { a: 1, b: 1 }, query: { q: 1 }, headers: { H: 1 }, cookies: { c: 1 } } as const;
  const ask = { method: 'GET', path, parameters: names, details, response: { kind: 'unknown', record: null } } as const;
  const tables: Tables<object> = { operations: { ask }, decode: {} };
  return { asked, call: createODataClient({ ...options, tables }).call as unknown as Call };
}

describe('an operation whose document describes more than names', () => {
  it('fills in its path, its query, its headers and its cookies', async () => {
    const { asked, call } = clientOf({
      path: { a: { style: 'matrix', explode: true } },
      query: { q: { style: 'pipeDelimited' } },
      headers: { H: { style: 'simple' } },
      cookies: { c: { style: 'form' } },
    });
    const parts = { path: { a: [1, 2], b: 'x/y' }, query: { q: ['p', 'q|'] }, headers: { H: [true, 2n] } };
    await call('ask', { ...parts, cookies: { c: new Date(0) } });
    expect(asked[0]?.url).toBe('https://api.example/app/x/;a=1;a=2/x%2Fy?q=p%7Cq%7C');
    expect(asked[0]?.init.headers).toMatchObject({ h: 'true,2', cookie: 'c=1970-01-01T00%3A00%3A00.000Z' });
  });
  it('keeps the dots of a template, and refuses those of a value', async () => {
    const { asked, call } = clientOf({ path: { a: { style: 'label' } } }, '/x/./{a}');
    await call('ask', { path: { a: 'json', b: '' } });
    expect(asked[0]?.url).toBe('https://api.example/app/x/./.json');
    const dots = clientOf({ path: { a: { style: 'label' } } });
    expect(await rejection(dots.call('ask', { path: { a: '.', b: 'b' } }))).toMatchObject({
      message: 'a must not make a segment of the path that is . or ..',
    });
  });
  it('refuses cookies where the platform drops them', async () => {
    const { asked, call } = clientOf({ cookies: { c: { style: 'form' } } });
    const platform = globalThis.Request;
    onTestFinished(() => {
      globalThis.Request = platform;
    });
    globalThis.Request = new Proxy(platform, { construct: (target, [url]) => new target(url as string) });
    const init = { path: { a: 'a', b: 'b' }, cookies: { c: 'x' } };
    expect(await rejection(call('ask', init))).toMatchObject({ option: 'cookies', code: 'CONFIG_INVALID' });
    await call('ask', { path: init.path });
    expect(asked).toHaveLength(1);
  });
});
