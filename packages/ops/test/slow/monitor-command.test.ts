import { once } from 'node:events';
import { connect } from 'node:net';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { describe, expect, test } from 'vitest';
import { runMonitor } from '../../src/monitor/run-monitor.ts';
import { setUp } from '../support/command-context.ts';
import { startMonitor } from '../support/monitor-set-up.ts';
import { allRuns } from '../../../runs/test/support/stored.ts';

test('reads the history with one request per tick, and keeps the runs in the store', async () => {
  const { ticked, next, sandbox, ticks } = await startMonitor();
  expect((await ticked(1)).result).toMatchObject({ isLeader: true, changed: expect.any(Number) });
  const before = sandbox.requests.length;
  for (let count = 0; count < 5; count += 1) await next();
  expect(sandbox.requests.length - before).toBe(5);
  expect(ticks.slice(1).map(({ result }) => result?.requests)).toEqual([1, 1, 1, 1, 1]);
});

test('serves the page, its health and its metrics', async () => {
  const { ticked, get } = await startMonitor({}, { environment: { freshness: [{ jobs: '*', errorAfter: '1h' }] } });
  await ticked(1);
  const page = await get('/');
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<h1 id="answer">\d+ of \d+ jobs need attention/);
  const health = await get('/health');
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ ready: true, role: 'leader', everySeconds: 60, problem: null });
  expect((await get('/health/live')).status).toBe(200);
  const metrics = await (await get('/metrics')).text();
  expect(metrics).toMatch(
    /^syncline_runs_total\{environment="production",job_name="[^"]+",outcome="succeeded"\} [1-9]/m,
  );
  expect(metrics).toMatch(/^syncline_job_freshness\{environment="production",job_name="[^"]+"\} [0-3]$/m);
  expect(metrics).toContain('syncline_monitor_ticks_total{environment="production",result="leader"} 1\n');
  expect(metrics).toContain('syncline_monitor_leader{environment="production"} 1\n');
});

test('the metrics never contain the key of a run', async () => {
  const { ticked, get, file } = await startMonitor();
  await ticked(1);
  const metrics = await (await get('/metrics')).text();
  const store = openSqliteStore(file, { environment: 'production' });
  const runs = await allRuns(store);
  await store.close();
  expect(runs.length).toBeGreaterThan(100);
  for (const { key } of runs) expect(metrics).not.toContain(key);
});

test('the page is sent again only when it has changed', async () => {
  const { ticked, get, next } = await startMonitor();
  await ticked(1);
  const etag = (await get('/')).headers.get('etag') ?? '';
  expect((await get('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
  await next();
  // The last page is sent until the next one is rendered, after the tick.
  await expect.poll(async () => (await get('/', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('the page is requested again only when its revision has changed', async () => {
  const { ticked, get, clock } = await startMonitor();
  await ticked(1);
  const state = async () => (await (await get('/state')).json()) as { readonly revision: string };
  const before = await state();
  expect(before).toEqual({
    revision: expect.any(String),
    isCurrent: true,
    text: 'Live, read at 12:00:00 UTC',
    isLost: false,
  });
  expect(await (await get('/')).text()).toContain(`data-revision="${before.revision}"`);
  clock.advance(1_000);
  expect(await state()).toEqual(before);
  // A minute has passed, so the relative times on the page have changed.
  clock.advance(59_000);
  expect((await state()).revision).not.toBe(before.revision);
});

const strictPolicy = /^default-src 'none'; frame-ancestors 'none'$/;
const plainPolicy =
  /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/;
const livePolicy =
  /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'$/;

describe('the server is read-only, and only for its own pages', () => {
  test('security headers are on every response, and no cookie', async () => {
    const { get, ticked } = await startMonitor();
    await ticked(1);
    const policies: Readonly<Record<string, RegExp>> = { '/': livePolicy, '/jobs': plainPolicy };
    for (const path of ['/', '/jobs', '/state', '/metrics', '/health', '/health/live', '/nothing']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy'), path).toMatch(policies[path] ?? strictPolicy);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
  test('it accepts only GET and HEAD', async () => {
    const { get } = await startMonitor();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await get('/', { method, ...(method === 'OPTIONS' ? {} : { body: 'x' }) });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
    const [head, whole] = [await get('/health/live', { method: 'HEAD' }), await get('/health/live')];
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    for (const path of ['/nothing', '/__proto__', '/constructor', '/..%2f', '//evil.example/'])
      expect((await get(path)).status, path).toBe(404);
  });
  /** Sends the text of a request unchanged. */
  const send = async (url: string, text: string): Promise<string> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setEncoding('utf8').write(text);
    let answer = '';
    socket.on('data', (part: string) => void (answer += part));
    await once(socket, 'close');
    return answer;
  };
  test('a foreign name that resolves to this server is refused (DNS rebinding)', async () => {
    const { url } = await startMonitor();
    for (const host of ['evil.example', 'localhost.evil.example'])
      expect(await send(url, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 421 /,
      );
    expect(await send(url, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 421 /);
    expect(await send(url, 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 (?:200|503) /,
    );
  });
  test('an allowed name is accepted', async () => {
    const { url } = await startMonitor({ allowedHosts: ['monitor.example.com'] });
    const request = 'GET /health/live HTTP/1.1\r\nHost: monitor.example.com:9464\r\nConnection: close\r\n\r\n';
    expect(await send(url, request)).toMatch(/^HTTP\/1.1 200 /);
  });
  test('a page of another site can neither frame nor fetch it, and may link to it', async () => {
    const { url } = await startMonitor();
    const from = async (site: string, mode: string, dest: string): Promise<string> => {
      const lines = [
        `Sec-Fetch-Site: ${site}`,
        `Sec-Fetch-Mode: ${mode}`,
        `Sec-Fetch-Dest: ${dest}`,
        'Connection: close',
      ];
      return (await send(url, `GET / HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`)).slice(9, 12);
    };
    expect(await from('cross-site', 'no-cors', 'script')).toBe('403');
    expect(await from('same-site', 'cors', 'empty')).toBe('403');
    expect(await from('cross-site', 'navigate', 'iframe')).toBe('403');
    expect(await from('cross-site', 'navigate', 'document')).toBe('200');
    expect(await from('same-origin', 'cors', 'empty')).toBe('200');
  });
  test('a body is not read, and cannot be taken for the next request', async () => {
    const { url } = await startMonitor();
    const inner = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answer = await send(
      url,
      `GET /health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(answer).toMatch(/connection: close/i);
  });
});

describe('a service that fails', () => {
  test('is a problem of the tick, and the next tick continues', async () => {
    const { ticked, next, sandbox, get, notes } = await startMonitor();
    await ticked(1);
    sandbox.faults.next('listHistory', { status: 503 });
    expect((await next()).problem).toMatchObject({ code: 'HTTP_ERROR' });
    const page = await (await get('/')).text();
    expect(page).toContain('class="lost">Not read since 12:00:00: HTTP_ERROR');
    expect(await (await get('/health')).json()).toMatchObject({ ready: true, problem: { code: 'HTTP_ERROR' } });
    expect((await next()).problem).toBeUndefined();
    expect(notes.filter((line) => line.includes('failed:'))).toHaveLength(1);
  });
  test('makes the monitor not ready after three intervals', async () => {
    const { ticked, next, sandbox, get } = await startMonitor();
    await ticked(1);
    for (let count = 0; count < 4; count += 1) {
      sandbox.faults.next('listHistory', { status: 401 });
      await next();
    }
    const health = await get('/health');
    expect(health.status).toBe(503);
    expect((await get('/health/live')).status).toBe(200);
    // The data that was read before is still shown.
    expect(await (await get('/')).text()).toMatch(/<h1 id="answer">(?!No job)/);
  });
});

describe('the end', () => {
  test('the port is free', async () => {
    const { ticked, stop, ended, get } = await startMonitor();
    await ticked(1);
    stop();
    await ended;
    await expect(get('/health/live')).rejects.toThrow();
  });
  test('a running tick is finished', async () => {
    const { stop, ended, file, sandbox, ticks } = await startMonitor({}, { sandbox: { latency: 100 } });
    while (sandbox.requests.length === 0 && ticks.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop();
    await ended;
    const store = openSqliteStore(file, { environment: 'production' });
    expect((await allRuns(store)).length).toBeGreaterThan(0);
    await store.close();
  });
  test('a tick that has not ended in time is given up, which is not a failure', async () => {
    const rules = [{ operation: 'listHistory', socket: 'hang' }] as const;
    const { end, ended, sandbox, ticks, notes } = await startMonitor({}, { sandbox: { rules } });
    while (sandbox.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await end();
    await ended;
    expect(ticks).toEqual([]);
    expect(notes.join()).not.toContain('failed');
    expect(notes.at(-1)).toBe('Stopped before the current read had ended. The next monitor reads the same runs.');
  });
  test('the next monitor continues where the last one stopped, with the last successes in its metrics', async () => {
    const first = await startMonitor();
    await first.ticked(1);
    first.stop();
    await first.ended;
    const store = { sqlite: first.file };
    const second = await startMonitor({}, { environment: { ...first.context.environment, store } });
    const { events } = await second.ticked(1);
    expect(events).toEqual([]);
    const metrics = await (await second.get('/metrics')).text();
    expect(metrics).toMatch(/^syncline_job_last_success_timestamp_seconds\{[^}]+\} [1-9]/m);
    expect(metrics).not.toMatch(/^syncline_runs_total\{[^}]+\} [1-9]/m);
  });
});

describe('consumers', () => {
  test('is called after each tick with its events, one after the other', async () => {
    const calls: string[] = [];
    const slow = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push('slow');
    };
    const { ticked } = await startMonitor({}, {}, [slow, ({ events }) => void calls.push(`${events.length > 0}`)]);
    await ticked(1);
    expect(calls).toEqual(['slow', 'true']);
  });
  test('its errors are a problem of the tick, and the monitor continues', async () => {
    const { ticked, next, get } = await startMonitor({}, {}, [
      () => {
        throw new Error('canary-4711');
      },
    ]);
    await ticked(1);
    await next();
    const { problem } = (await (await get('/health')).json()) as { problem: { code: string; message: string } };
    expect(problem.code).toBe('CALLBACK_FAILED');
    expect(problem.message).not.toContain('canary');
  });
});

describe('bad input is refused before anything is sent', () => {
  test.each([
    [{ port: 70_000 }, /^port must be a number/],
    [{ port: Number.NaN }, /^port must be a number/],
    [{ host: '' }, /^host must be the address/],
    [{ allowedHosts: ['a:1'] }, /^allowedHosts must be names without a port/],
    [{ interval: '10ms' }, /^interval must be from 1s to 1h/],
    [{ window: '1m' }, /^window must be at least 1h/],
    [{ definitionsEvery: '1s' }, /^definitionsEvery must be at least 1m/],
    [{ signal: undefined as never }, /^signal must be an AbortSignal/],
    [{ environment: undefined as never }, /^environment must be an environment/],
    [{}, /store must be set in the configuration/],
  ])('%j', async (options, message) => {
    const { context, sandbox } = await setUp();
    const { environment, signal } = context;
    await expect(runMonitor({ environment, signal, ...options })).rejects.toThrow(message);
    expect(sandbox.requests).toHaveLength(0);
  });
  test('without the history of the OData interface, which takes one request for all jobs', async () => {
    await expect(startMonitor({}, { environment: { history: undefined } })).rejects.toThrow(/history must be set/);
  });
  test('a port that is taken', async () => {
    const { url } = await startMonitor();
    await expect(startMonitor({ port: Number(new URL(url).port) })).rejects.toThrow(/cannot be opened \(EADDRINUSE\)/);
  });
});
