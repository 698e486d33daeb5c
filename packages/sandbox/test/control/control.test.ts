import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '@syncline/openapi';
import type { SandboxResponse } from '../../src/http/response.ts';
import type { LoggedRequest } from '../../src/http/request-log.ts';
import type { SandboxRequest } from '../../src/http/request.ts';
import { createControl, isControlPath } from '../../src/control/control.ts';
import { createCredentials } from '../../src/authenticate/credentials.ts';
import { urlsOf } from '../../src/portable/portable-sandbox.ts';
import { createSandbox, openNodeSqlite } from '../../src/listen/create-sandbox.ts';
import { createFaults } from '../../src/faults/faults.ts';
import { matchNames, settingNames } from '../../src/faults/rule.ts';
import { createClock } from '../../src/time/clock.ts';
import { createLife } from '../../src/runs/life.ts';
import { createStore } from '../../src/store/store.ts';

const logged: LoggedRequest = {
  id: 1,
  at: '2026-03-01T00:00:00.000Z',
  method: 'GET',
  path: '/history',
  query: '',
  operationId: 'listHistory',
  scheme: 'basic',
  headers: {},
  status: 200,
  durationMs: 1,
  reason: undefined,
  fault: false,
  effect: undefined,
};

function setUp() {
  const clock = createClock({ start: '2026-03-01T00:00:00Z', running: false });
  const store = createStore(openNodeSqlite(), { jobs: [{ JobName: "O'Brien/ö", JobId: 'j1' }] });
  const faults = createFaults();
  const resets: string[] = [];
  const life = createLife({ store, clock });
  const log = Array.from({ length: 250 }, (_, index) => ({ ...logged, id: index + 1, path: `/${index}` }));
  const control = createControl({
    clock,
    faults,
    life: () => life,
    log: { list: () => log, detail: () => undefined },
    credentials: createCredentials('acme'),
    urls: urlsOf,
    examples: () => ({ JobName: "O'Brien/ö", job_id: 'j1', transformation_id: 't1', task_id: 'a' }),
    jobs: () => ["O'Brien/ö"],
    names: {},
    reset: () => resets.push('reset'),
  });
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    loopback = true,
  ): Promise<SandboxResponse> => {
    const all: Record<string, string> = {
      host: '127.0.0.1:4000',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    };
    const request: SandboxRequest = {
      method,
      path: path.split('?')[0]!,
      query: path.split('?')[1] ?? '',
      loopback,
      header: (name) => all[name],
      headers: () => all,
      readBody: async () => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body ?? {})),
    };
    return control(request);
  };
  const json = async (...given: Parameters<typeof ask>): Promise<Record<string, unknown>> =>
    JSON.parse((await ask(...given)).body as string) as Record<string, unknown>;
  return { ask, json, clock, faults, store, resets };
}

describe('the control endpoint', () => {
  it('returns the state: time, faults, jobs and the newest 200 requests', async () => {
    const { json, faults } = setUp();
    faults.add({ status: 500 });
    const state = await json('GET', '/_control/state');
    expect(state).toMatchObject({
      now: '2026-03-01T00:00:00.000Z',
      jobs: ["O'Brien/ö"],
      faults: [{ id: 1, rule: { status: 500 }, met: 0 }],
    });
    expect((state['requests'] as LoggedRequest[]).map(({ path }) => path)).toEqual(
      Array.from({ length: 200 }, (_, index) => `/${index + 50}`),
    );
    expect(state['operations']).toEqual(Object.keys(operations));
    expect(state['oldestRequest']).toBe(1);
  });

  it('returns only the requests after the one that the page has', async () => {
    const { json } = setUp();
    const { requests } = (await json('GET', '/_control/state?after=247')) as { requests: LoggedRequest[] };
    expect(requests.map(({ id }) => id)).toEqual([248, 249, 250]);
  });

  it('returns addresses under the name of the page, credentials and a call of each operation', async () => {
    const { json } = setUp();
    const service = await json('GET', '/_control/service', undefined, { host: 'localhost:4000' });
    expect(service).toMatchObject({
      urls: { odata: 'http://localhost:4000/odata', auth: 'http://localhost:4000/auth' },
      credentials: createCredentials('acme'),
      replaying: null,
    });
    const calls = service['calls'] as { operationId: string; curl: string }[];
    expect(calls.map(({ operationId }) => operationId)).toEqual(Object.keys(operations));
    expect(calls[0]!.curl).toContain("http://localhost:4000/odata/jobs('O%27%27Brien%2F%C3%B6')");
  });

  it('adds and removes faults', async () => {
    const { json, ask, faults } = setUp();
    await json('POST', '/_control/faults', { operation: 'listHistory', status: 503, times: 2 });
    await json('POST', '/_control/faults', { socket: 'reset' });
    expect(faults.list().map(({ rule }) => rule)).toEqual([
      { operation: 'listHistory', status: 503, times: 2 },
      { socket: 'reset' },
    ]);
    expect((await ask('DELETE', '/_control/faults/1')).status).toBe(200);
    expect((await ask('DELETE', '/_control/faults/1')).status).toBe(404);
    expect(faults.list()).toHaveLength(1);
    await ask('DELETE', '/_control/faults');
    expect(faults.list()).toEqual([]);
  });

  it('advances the clock, starts jobs and resets', async () => {
    const { json, clock, store, resets } = setUp();
    expect(await json('POST', '/_control/clock', { advance: '6h' })).toEqual({ now: '2026-03-01T06:00:00.000Z' });
    const { historyId } = await json('POST', '/_control/runs', { job: "O'Brien/ö", outcome: 'stuck' });
    expect(store.jobStatus('j1')).toMatchObject([{ history_id: historyId, status: 'RUNNING' }]);
    await json('POST', '/_control/reset', {});
    expect(resets).toEqual(['reset']);
    expect(clock.now().toISOString()).toBe('2026-03-01T06:00:00.000Z');
  });

  it.each([
    ['/_control/faults', { status: 99 }, 'fault.status must be a whole number from 200 to 599, found 99'],
    ['/_control/faults', {}, 'fault must have an effect, such as "status": 503'],
    [
      '/_control/clock',
      { advance: 'soon' },
      'duration must be a duration such as "90s", "15m", "2h" or "1d", found "soon"',
    ],
    ['/_control/clock', {}, 'duration must be a duration such as "90s", "15m", "2h" or "1d", found undefined'],
    ['/_control/runs', { job: 'Z' }, 'job must be the name of a job, found "Z"'],
    [
      '/_control/runs',
      { job: "O'Brien/ö", outcome: 'fine' },
      'outcome must be one of success, zeroRows, tasksFailed, failed, cancelled, stuck, found "fine"',
    ],
    ['/_control/clock', '{', 'body must be valid JSON'],
    ['/_control/clock', '[]', 'body must be an object'],
  ])('rejects POST %s %j with a reason', async (path, body, reason) => {
    const { ask } = setUp();
    const answer = await ask('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(JSON.stringify(reason).slice(1, -1));
  });

  it('answers 400 to each value of another type, for each property and each body', async () => {
    const { ask } = setUp();
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const values = [
      '{"toString":1}',
      '{"valueOf":1,"toString":null,"toJSON":1}',
      '{"__proto__":{"toString":1}}',
      '[{"toString":1}]',
      '["O\'Brien/ö"]',
      '[]',
      '{}',
      'null',
      'true',
      '1e999',
      '"\\ud800"',
      deep,
    ];
    const properties: readonly (readonly [path: string, name: string, rest?: string])[] = [
      ['/runs', 'job'],
      ['/runs', 'outcome', `"job":"O'Brien/ö",`],
      ['/clock', 'advance'],
      ...[...settingNames, ...matchNames, 'toString', '__proto__', 'constructor'].map(
        (name) => ['/faults', name, name === 'status' ? '' : '"status":500,'] as const,
      ),
    ];
    // A body of a fault may be any JSON value.
    for (const [path, name, rest = ''] of properties)
      for (const value of values) {
        const body = `{${rest}"${name}":${value}}`;
        const { status, body: answer } = await ask('POST', `/_control${path}`, body);
        expect([201, 400], `${path} ${body.slice(0, 80)}: ${String(answer).slice(0, 80)}`).toContain(status);
        if (path !== '/faults') expect(status, body.slice(0, 80)).toBe(400);
      }
    for (const path of ['/runs', '/clock', '/faults', '/reset'])
      for (const body of ['{', 'null', '7', '"x"', '[]', deep, `{"x":${deep}}`])
        expect((await ask('POST', `/_control${path}`, body)).status, `${path} ${body.slice(0, 20)}`).toBe(400);
  });

  it('serves only its own paths', async () => {
    const { ask } = setUp();
    const paths = ['/history', '/_controlled', '/_control', '/_control/', '/_control/state'];
    expect(paths.map(isControlPath)).toEqual([false, false, true, true, true]);
    expect((await ask('GET', '/_control/toString')).status).toBe(404);
    expect((await ask('PUT', '/_control/clock')).status).toBe(405);
    expect(await ask('GET', '/_control')).toMatchObject({ status: 308, headers: { location: '/_control/' } });
  });
});

describe('the control page', () => {
  it('is plain HTML that runs only its own script and cannot be framed', async () => {
    const { ask } = setUp();
    const answer = await ask('GET', '/_control/');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
    expect(answer.body).toContain('<label>Operation <select');
    expect(answer.body).not.toMatch(/\son\w+=|<script>|<style/);
    for (const file of ['style.css', 'script.js']) {
      expect(answer.body).toContain(file);
      expect((await ask('GET', `/_control/${file}`)).status).toBe(200);
    }
  });

  it.each<[string, Record<string, string>, boolean?]>([
    ['another machine', {}, false],
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['a name that only looks like this machine', { host: 'localhost.evil.example' }],
    ['a name that begins like an address of this machine', { host: '127.evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:5000' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a script of another port', { 'sec-fetch-site': 'same-site' }],
  ])('rejects %s', async (_, headers, loopback) => {
    const { ask, faults } = setUp();
    expect((await ask('GET', '/_control/state', undefined, headers, loopback)).status).toBe(403);
    expect((await ask('POST', '/_control/faults', { status: 500 }, headers, loopback)).status).toBe(403);
    expect((await ask('DELETE', '/_control/faults', undefined, headers, loopback)).status).toBe(403);
    expect(faults.list()).toEqual([]);
  });

  it('rejects a change by a form of another site that navigates here', async () => {
    const { ask, faults } = setUp();
    expect(
      (
        await ask(
          'POST',
          '/_control/faults',
          { status: 500 },
          { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        )
      ).status,
    ).toBe(403);
    expect(faults.list()).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
  ])('rejects a change that a form could send: %j', async (type) => {
    const { ask, faults } = setUp();
    expect((await ask('POST', '/_control/faults', { status: 500 }, { 'content-type': type })).status).toBe(403);
    expect(faults.list()).toEqual([]);
  });

  it.each([
    { host: 'localhost:80' },
    { host: '[::1]:4000', origin: 'http://[::1]:4000', 'sec-fetch-site': 'same-origin' },
    { host: 'sandbox.localhost' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ])('serves this machine: %j', async (headers) => {
    const { ask } = setUp();
    expect((await ask('GET', '/_control/', undefined, headers)).status).toBe(200);
  });
});

it('has no job to start when runs are disabled', async () => {
  const sandbox = createSandbox({ data: { jobs: [{ JobName: 'Nightly' }] }, life: false });
  onTestFinished(() => sandbox.close());
  const headers = { host: 'sandbox.localhost' };
  expect((await sandbox.fetch(sandbox.urls.control, { headers })).status).toBe(200);
  const state = await sandbox.fetch(`${sandbox.urls.control}state`, { headers });
  expect(((await state.json()) as { jobs: string[] }).jobs).toEqual([]);
});
