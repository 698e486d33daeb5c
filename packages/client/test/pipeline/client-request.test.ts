import { describe, expect, it } from 'vitest';
import { createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

const rows = json([]);
const failing = json({}, 404);

describe('the path that errors and events name', () => {
  it.each([
    ['https://api.example', '/history'],
    ['https://api.example/', '/history'],
    ['https://api.example/deep/app//', '/deep/app/history'],
    ['https://api.example:8443/a%20b', '/a%20b/history'],
    ['https://[::1]:9/a', '/a/history'],
  ])('is relative to the origin, without a query: %s', async (baseUrl, path) => {
    const { odata, events } = inProcess([failing], { baseUrl });
    expect(await rejection(odata.history.list({ select: ['details'] }))).toMatchObject({
      method: 'GET',
      path,
      message: `GET ${path}: 404`,
    });
    expect(events[0]).toMatchObject({ path });
  });
  it.each([
    ['', '/'],
    ['?a=/b', '/'],
    ['/', '/'],
    ['/x?y=/z', '/x'],
  ])('of a call to an address is that of the address: %j', async (path, named) => {
    const { odata, asked, events } = inProcess([rows], { baseUrl: 'https://api.example' });
    const call = odata.raw.GET(path as '/history').catch((error: unknown) => error);
    // Without a slash after it, the client's origin might be only the beginning of another origin.
    if (path.startsWith('/')) await call;
    else expect(await call).toMatchObject({ code: 'CONFIG_INVALID', option: 'baseUrl' });
    expect(asked.length).toBe(path.startsWith('/') ? 1 : 0);
    expect(events[0]).toMatchObject({ path: named });
  });
  it('contains a value as it was sent, percent-encoded', async () => {
    const { options, asked } = inProcess([failing]);
    expect(await rejection(createV2Client(options).jobs.status('a/b?c#d'))).toMatchObject({
      path: '/app/v2/jobs/a%2Fb%3Fc%23d/status',
    });
    expect(asked[0]?.url).toBe('https://api.example/app/v2/jobs/a%2Fb%3Fc%23d/status');
  });
});

describe('a call through raw', () => {
  it('with a path parameter left empty is refused by its name, and nothing is sent', async () => {
    const { odata, asked } = inProcess([rows]);
    // The caller's own serializer, which leaves the parameter in the path.
    const call = odata.raw.GET("/jobs('{JobName}')", {
      params: { path: { JobName: 'a' } },
      pathSerializer: (path) => path,
    });
    expect(await rejection(call)).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'JobName',
      message: 'JobName is missing',
    });
    expect(asked).toHaveLength(0);
  });
  it('uses its own limits, which are checked', async () => {
    const { odata, asked } = inProcess([json({}, 503)]);
    const limited = (limits: Record<string, unknown>) => odata.raw.GET('/history', limits);
    await limited({ retry: 4 });
    expect(asked).toHaveLength(5);
    for (const [option, value] of Object.entries({ retry: -1, timeout: 0, deadline: 1.5 })) {
      expect(await rejection(limited({ [option]: value }))).toMatchObject({ code: 'CONFIG_INVALID', option });
    }
    expect(asked).toHaveLength(5);
  });
  it('may have no signal', async () => {
    expect((await inProcess([rows]).odata.raw.GET('/history', { signal: null })).data).toEqual([]);
  });
});

describe('the deadline of a call', () => {
  it('begins with the call and applies to all of its attempts', async () => {
    const made = inProcess([json({}, 503, { 'retry-after': '20' })], { deadline: 50_000 });
    made.advance(1_000_000);
    expect(await rejection(made.odata.history.list({ retry: 9 }))).toMatchObject({
      attempts: 3,
      retryAfterSeconds: 20,
    });
    expect(made.waits).toEqual([30_000, 20_000, 30_000, 20_000, 10_000]);
  });
  it('of the call takes precedence over that of the client', async () => {
    const made = inProcess([json({}, 503, { 'retry-after': '20' })], { deadline: 10_000 });
    expect(await rejection(made.odata.history.list({ deadline: 30_000 }))).toMatchObject({ attempts: 2 });
    expect(await rejection(made.odata.history.list())).toMatchObject({ attempts: 1 });
  });
});

it('a client without a listener behaves the same', async () => {
  const { options, asked, step } = inProcess([json({}, 503), rows]);
  const call = createODataClient({ ...options, onEvent: undefined }).history.list();
  for (let round = 0; round < 20 && asked.length < 2; round += 1)
    await new Promise((resolve) => setImmediate(() => resolve(asked.length === 1 && step())));
  expect(await call).toEqual([]);
});
