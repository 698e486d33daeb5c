import { apiKeyQuery, type Credential } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply, watchedBody } from '../support/in-process.ts';

const to =
  (location: string | undefined, status = 302): Reply =>
  () =>
    new Response(null, { status, headers: location === undefined ? {} : { location } });
const rows = json([{ a: 1 }]);
const here = 'https://api.example/app/history';

describe('a redirect within the origin', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is followed, with the same headers', async (status) => {
    const { odata, asked, events } = inProcess([to('/moved', status), rows]);
    expect(await odata.history.list()).toEqual([{ a: 1 }]);
    expect(asked.map(({ url }) => url)).toEqual([here, 'https://api.example/moved']);
    expect(asked[1]?.init).toEqual({ ...asked[0]?.init, signal: expect.any(AbortSignal) });
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt', 'outcome']);
  });
  it.each([
    ['moved', 'https://api.example/app/moved'],
    ['?page=2', `${here}?page=2`],
    ['/moved?a=b#part', 'https://api.example/moved?a=b'],
    ['https://api.example:443/moved', 'https://api.example/moved'],
    ['//api.example/moved', 'https://api.example/moved'],
  ])('to %s leads to %s', async (location, url) => {
    const { odata, asked } = inProcess([to(location), rows]);
    await odata.history.list();
    expect(asked[1]?.url).toBe(url);
  });
  it('is relative to the target of the previous one', async () => {
    const { odata, asked } = inProcess([to('/a/b'), to('c'), rows]);
    await odata.history.list();
    expect(asked.map(({ url }) => url)).toEqual([here, 'https://api.example/a/b', 'https://api.example/a/c']);
  });
  it('cancels the body of its response', async () => {
    const watched = watchedBody('<a href="/moved">');
    await inProcess([
      () => new Response(watched.body, { status: 302, headers: { location: '/moved' } }),
      rows,
    ]).odata.history.list();
    expect(watched.cancelled).toBe(1);
  });
  it('is followed five times, and not a sixth', async () => {
    const five = inProcess([...Array.from({ length: 5 }, () => to('/next')), rows]);
    expect(await five.odata.history.list()).toEqual([{ a: 1 }]);
    expect(five.asked).toHaveLength(6);
    const endless = inProcess([to('/next')]);
    expect(await rejection(endless.odata.history.list())).toMatchObject({
      code: 'REDIRECT_REFUSED',
      status: 302,
      targetOrigin: 'https://api.example',
      message: 'GET /app/history: redirect to https://api.example refused: more than 5 in a row',
    });
    expect(endless.asked).toHaveLength(6);
  });
});

it('an alternating 401 and redirect renews the credential once', async () => {
  let renewals = 0;
  const credential: Credential = {
    scheme: 'bearer',
    apply: () => {},
    onUnauthorized: () => {
      renewals += 1;
      return true;
    },
    scrub: String,
  };
  const refused = json({}, 401);
  const { odata } = inProcess([refused, to('/app/a'), refused, to('/app/b'), refused], { credential, retry: 0 });
  expect(await rejection(odata.history.list())).toMatchObject({ code: 'HTTP_ERROR', status: 401 });
  expect(renewals).toBe(1);
});

describe('any other redirect is refused, and nothing is sent to its target:', () => {
  it.each([
    ['http://api.example/app', 'http://api.example', 'another origin'],
    ['https://api.example:8443/app', 'https://api.example:8443', 'another origin'],
    ['https://api.example.evil.example/app', 'https://api.example.evil.example', 'another origin'],
    ['https://evil.example/app', 'https://evil.example', 'another origin'],
    ['https://ada@api.example/app', 'https://api.example', 'another origin'],
    ['https://:x@api.example/app', 'https://api.example', 'another origin'],
    ['data:application/json,[]', 'null', 'another origin'],
    ['blob:https://api.example/app', 'https://api.example', 'another origin'],
    ['https://secret.example/?k=secret', 'https://[redacted].example', 'another origin'],
  ])('to %s', async (location, targetOrigin, why) => {
    const { odata, asked, events } = inProcess([to(location), rows]);
    expect(await rejection(odata.history.list())).toMatchObject({
      code: 'REDIRECT_REFUSED',
      status: 302,
      attempts: 1,
      targetOrigin,
      message: `GET /app/history: redirect to ${targetOrigin} refused: ${why}`,
    });
    expect(asked).toHaveLength(1);
    expect(events.map((event) => ('reason' in event ? event.reason : event.type))).toEqual([
      'start',
      'redirect',
      'attempt',
      'outcome',
    ]);
    expect(events[1]).toEqual({
      type: 'refusal',
      reason: 'redirect',
      call: expect.any(Number),
      operation: 'listHistory',
      interface: 'odata',
      method: 'GET',
      path: '/app/history',
      origin: 'https://api.example',
    });
  });
  it.each([undefined, 'https://['])('with the location %s', async (location) => {
    const { odata, asked } = inProcess([to(location), rows]);
    expect(await rejection(odata.history.list())).toMatchObject({
      targetOrigin: undefined,
      message: 'GET /app/history: redirect refused: its location is not a valid address',
    });
    expect(asked).toHaveLength(1);
  });
  it('if the platform does not show its target', async () => {
    const hidden: Reply = () => ({
      status: 0,
      ok: false,
      type: 'opaqueredirect',
      headers: { get: () => null },
      body: null,
    });
    expect(await rejection(inProcess([hidden]).odata.history.list())).toMatchObject({
      targetOrigin: undefined,
      message: 'GET /app/history: redirect refused: this platform does not show where it leads',
    });
  });
  it.each([307, 308])('of a POST (%i), which is not sent twice', async (status) => {
    const { options, asked } = inProcess([to('/elsewhere', status), rows]);
    expect(await rejection(createCloudClient(options).query('DELETE'))).toMatchObject({
      code: 'REDIRECT_REFUSED',
      status,
      message: 'POST /app/api/query: redirect to https://api.example refused: a POST request is not sent twice',
    });
    expect(asked).toHaveLength(1);
  });
  it('also if the credential is part of the address, which is then not shown', async () => {
    const { odata, asked } = inProcess([to('https://evil.example/?@authtoken=secret'), rows], {
      credential: apiKeyQuery({ value: 'secret' }),
    });
    expect(String(await rejection(odata.history.list()))).not.toContain('secret');
    expect(asked).toHaveLength(1);
  });
});

it.each([300, 304, 305, 306])('a response with %i is not followed', async (status) => {
  const { odata, asked } = inProcess([to('/moved', status), rows]);
  expect(await rejection(odata.history.list())).toMatchObject({ code: 'HTTP_ERROR', status });
  expect(asked).toHaveLength(1);
});
