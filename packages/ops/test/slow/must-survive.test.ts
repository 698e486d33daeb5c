import { renameSync } from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { ManualClock } from '@syncline/testing';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { noPostgres, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { allRuns } from '../../../runs/test/support/stored.ts';
import type { Health } from '../../src/monitor/pages.ts';
import { now } from '../support/command-context.ts';
import { folderWith } from '../support/folder.ts';
import { historyService, rowOf } from '../support/history-service.ts';
import { startMonitor } from '../support/monitor-set-up.ts';
import { emptyStore } from '../support/query-postgres.ts';
import { createReceiver } from '../support/receiver.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A clock whose date can be set, as people and time servers set the clock of a machine. */
class JumpingClock extends ManualClock {
  #jumped = 0;

  override date(): number {
    return super.date() + this.#jumped;
  }

  jump(milliseconds: number): void {
    this.#jumped += milliseconds;
  }
}

type Started = Awaited<ReturnType<typeof startMonitor>>;
const healthOf = async ({ get }: Started): Promise<Health & { readonly status: number }> => {
  const response = await get('/health');
  return { ...((await response.json()) as Health), status: response.status };
};
const pageOf = async ({ get }: Started): Promise<string> => (await get('/')).text();

test('10,000 jobs that fail in one minute are read, alerted and shown, while the monitor answers', async () => {
  const clock = new ManualClock(now);
  const { rows, odata } = await historyService(() => clock.date());
  // One that does not answer, so that all messages can be counted.
  const receiver = await createReceiver(() => 'hang');
  const webhooks = {
    chat: { url: receiver.url, secrets: [`whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`] },
  };
  const alerts = { rules: [{ jobs: '*', recover: 1 }], silences: [], webhooks };
  const environment = { odata, v2: undefined, alerts, freshness: [{ jobs: '*', errorAfter: '6h' as const }] };
  const jobs = Array.from({ length: 10_000 }, (_, index) => `Job ${index}`);
  rows.push(...jobs.map((job, index) => rowOf(`good ${index}`, job, 'SUCCESS', now - hour + index)));
  const monitor = await startMonitor({}, { clock, environment });
  await monitor.ticked(1);
  rows.push(...jobs.map((job, index) => rowOf(`bad ${index}`, job, 'FAILED', now + index * 5)));
  const ticked = monitor.next();
  let isOver = false;
  ticked.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  const seen: number[] = [];
  while (!isOver) seen.push((await healthOf(monitor)).status);
  // If the tick blocked the process, it would answer only before and after it.
  expect(seen.length).toBeGreaterThan(20);
  expect(new Set(seen)).toEqual(new Set([200]));
  expect((await ticked).events).toHaveLength(10_000);
  // The page is rendered after the tick. Until then, the last one is served.
  await expect.poll(() => pageOf(monitor), { timeout: 60_000 }).toContain('All 10,000 jobs need attention');
  const accept = 'application/openmetrics-text; version=1.0.0';
  const metrics = await (await monitor.get('/metrics', { headers: { accept } })).text();
  expect(metrics.match(/^syncline_runs_total\{.*outcome="failed"\} 1$/gm)).toHaveLength(10_000);
  expect((await healthOf(monitor)).alerts?.waiting).toBe(10_000);
  const [first] = await receiver.arrived(1);
  expect(first?.body).toContain('Connection refused');
}, 240_000);

test('200 browsers that hold the page open get it, once rendered, and a scrape still gets in', async () => {
  const clock = new ManualClock(now);
  const { rows, odata } = await historyService(() => clock.date());
  rows.push(...Array.from({ length: 50 }, (_, index) => rowOf(`a${index}`, `Job ${index}`, 'SUCCESS', now - index)));
  const monitor = await startMonitor({}, { clock, environment: { odata, v2: undefined } });
  await monitor.ticked(1);
  const agents = Array.from({ length: 200 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  onTestFinished(() => void agents.forEach((agent) => agent.destroy()));
  interface Answer {
    readonly status: number | undefined;
    readonly etag: string;
    readonly text: string;
  }
  const ask = (agent: Agent, path: string, etag = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = etag === '' ? {} : { 'if-none-match': etag };
      const request = httpGet(monitor.url + path, { agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode, etag: String(response.headers.etag), text }));
      });
      // A server closes an idle connection after some seconds. Browsers then ask again, too.
      request.once('error', (error: NodeJS.ErrnoException) =>
        request.reusedSocket && error.code === 'ECONNRESET' ? resolve(ask(agent, path, etag)) : reject(error),
      );
    });
  const all = (path: string, etag?: string) => Promise.all(agents.map((agent) => ask(agent, path, etag)));
  const pages = await all('/');
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1);
  for (let round = 0; round < 3; round += 1) {
    rows.push(rowOf(`b${round}`, 'Job 7', 'FAILED', clock.date()));
    await monitor.next();
    const states = await all('/state');
    expect(new Set(states.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await pageOf(monitor);
    const changed = await all('/', pages[0]?.etag);
    expect(new Set(changed.map(({ status, etag }) => `${status} ${etag}`)).size).toBe(1);
    expect(changed[0]).toMatchObject({ status: 200, text: expect.stringContaining('1 of 50 jobs needs attention') });
    const same = await all('/', changed[0]?.etag);
    expect(new Set(same.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['304 ']));
    expect((await monitor.get('/metrics')).status).toBe(200);
  }
}, 120_000);

test('a clock that jumps an hour back or a day forward makes nothing green that is not, and nothing is read twice', async () => {
  const clock = new JumpingClock(now);
  const service = new ManualClock(now);
  const { rows, odata } = await historyService(() => service.date());
  const environment = { odata, v2: undefined, freshness: [{ jobs: '*', errorAfter: '3h' as const }] };
  rows.push(rowOf('a', 'Orders', 'SUCCESS', now - 2 * hour));
  const monitor = await startMonitor({}, { clock, environment });
  await monitor.ticked(1);
  expect(await healthOf(monitor)).toMatchObject({ status: 200, ready: true });
  const resultOf = () => monitor.ticks.at(-1)?.freshness[0]?.result;
  const next = () => {
    service.pass(minute);
    return monitor.next();
  };
  expect(resultOf()).toBe('pass');

  clock.jump(-hour);
  await next();
  // By the clock of the service, which did not jump.
  expect([resultOf(), (await healthOf(monitor)).status]).toEqual(['pass', 200]);
  // While no read ends, an hour that the clock went back adds nothing to how long the page is green.
  clock.pass(4 * minute);
  expect(await healthOf(monitor)).toMatchObject({ status: 503, ready: false });
  expect(await pageOf(monitor)).toContain('Not checked');
  clock.pass(-4 * minute);

  clock.jump(25 * hour);
  expect((await healthOf(monitor)).status).toBe(503);
  await next();
  expect((await healthOf(monitor)).status).toBe(200);
  expect(resultOf()).toBe('error');
  rows.push(rowOf('b', 'Orders', 'SUCCESS', service.date()));
  expect((await next()).events).toHaveLength(1);
  clock.jump(-24 * hour);
  await next();
  expect([resultOf(), (await healthOf(monitor)).status]).toEqual(['pass', 200]);
  const store = openSqliteStore(monitor.file, { environment: 'production' });
  onTestFinished(() => store.close());
  expect((await allRuns(store)).map(({ key }) => key)).toEqual(['a', 'b']);
  const ended = monitor.ticks.map(({ events }) => events.filter(({ type }) => type === 'ended').length);
  expect(ended).toEqual([1, 0, 0, 1, 0]);
}, 60_000);

test('a job that is renamed takes its runs along: one job on the page, in the metrics and the alerts, also after a restart', async () => {
  const clock = new ManualClock(now);
  const { rows, odata } = await historyService(() => clock.date());
  const receiver = await createReceiver();
  const webhooks = {
    chat: { url: receiver.url, secrets: [`whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`] },
  };
  const alerts = { rules: [{ jobs: '*', recover: 1 }], silences: [], webhooks };
  const store = { sqlite: `${folderWith({})}/runs.db` };
  const environment = { odata, v2: undefined, store, alerts, freshness: [{ jobs: '*', errorAfter: '6h' as const }] };
  rows.push(rowOf('a', 'Orders', 'SUCCESS', now - 3 * minute), rowOf('b', 'Orders', 'FAILED', now - 2 * minute));
  const monitor = await startMonitor({}, { clock, environment });
  await monitor.ticked(1);
  // Before the clock moves, which would end an attempt.
  const delivered = () =>
    expect.poll(async () => (await healthOf(monitor)).alerts?.waiting, { timeout: 60_000 }).toBe(0);
  await delivered();
  // The service gives the records of earlier runs the new name, too.
  rows.splice(0, 2, ...rows.map((row) => ({ ...row, jobname: 'Sales orders' })));
  const { freshness } = await monitor.next();
  expect(freshness.map(({ job, result }) => [job, result])).toEqual([['Sales orders', 'pass']]);
  await delivered();
  rows.push(rowOf('c', 'Sales orders', 'FAILED', clock.date()));
  await monitor.next();
  await delivered();
  const messages = receiver.received.map(({ body }) => JSON.parse(body));
  const alert = 'io.github.syncline.alert';
  expect(messages.map(({ type, data }) => [type, data.job, data.because.at(-1)])).toEqual([
    [`${alert}.opened`, 'Orders', 'status is "FAILED"'],
    [`${alert}.unwatched`, 'Orders', 'The store has no run of the job anymore.'],
    [`${alert}.opened`, 'Sales orders', 'status is "FAILED"'],
  ]);
  const shownBy = async (each: Started) => {
    await expect.poll(() => pageOf(each), { timeout: 60_000 }).toContain('1 of 1 job needs attention');
    const accept = 'application/openmetrics-text; version=1.0.0';
    const metrics = await (await each.get('/metrics', { headers: { accept } })).text();
    expect(metrics.match(/^syncline_job_last_success_age_seconds\{.*\}/gm)).toEqual([
      'syncline_job_last_success_age_seconds{environment="production",job_name="Sales orders"}',
    ]);
    const [page, list] = [await pageOf(each), await (await each.get('/jobs')).text()];
    expect([page.includes('>Orders<'), list.includes('>Orders<'), list.includes('>Sales orders<')]).toEqual([
      false,
      false,
      true,
    ]);
  };
  await shownBy(monitor);
  await monitor.end();
  const again = await startMonitor({}, { clock, environment });
  await again.ticked(1);
  await shownBy(again);
  const opened = openSqliteStore(store.sqlite, { environment: 'production' });
  onTestFinished(() => opened.close());
  expect((await opened.readJobs({ limit: 10 })).map(({ job, streak }) => [job, streak?.runs])).toEqual([
    ['Sales orders', 2],
  ]);
  expect((await allRuns(opened)).map(({ key, job }) => `${key} ${job}`)).toEqual([
    'a Sales orders',
    'b Sales orders',
    'c Sales orders',
  ]);
}, 60_000);

/** A monitor whose database is away for an hour while the service goes on: a run starts each minute, each third fails. */
async function loseDatabase(store: object, away: () => Promise<void>, back: () => Promise<void>) {
  const clock = new ManualClock(now);
  const { rows, odata } = await historyService(() => clock.date());
  const receiver = await createReceiver();
  const webhooks = {
    chat: { url: receiver.url, secrets: [`whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`] },
  };
  const alerts = { rules: [{ jobs: '*', recover: 1 }], silences: [], webhooks };
  const environment = { odata, v2: undefined, store: store as never, alerts };
  const monitor = await startMonitor({}, { clock, environment });
  await monitor.ticked(1);
  expect(await pageOf(monitor)).toContain('No jobs found');
  await away();
  const added: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const [key, isFailed] = [`k${at}`, at % 3 === 0];
    rows.push(rowOf(key, `Job ${at % 4}`, isFailed ? 'FAILED' : 'SUCCESS', clock.date()));
    added.push(key);
    const { problem, events } = await monitor.next();
    expect(problem?.code).toMatch(/^STORE_/);
    expect(events).toEqual([]);
  }
  const [health, page, live] = [await healthOf(monitor), await pageOf(monitor), await monitor.get('/health/live')];
  expect(health).toMatchObject({ status: 503, ready: false, problem: { code: expect.stringMatching(/^STORE_/) } });
  expect([page.includes('Not checked'), live.status, (await monitor.get('/metrics')).status]).toEqual([true, 200, 200]);
  await back();
  let events = 0;
  for (let tries = 0; tries < 5 && events < 60; tries += 1) events += (await monitor.next()).events.length;
  expect(events).toBe(60);
  expect(await healthOf(monitor)).toMatchObject({ status: 200, ready: true, problem: null });
  expect((await pageOf(monitor)).includes('Not checked')).toBe(false);
  await receiver.arrived(1);
  return { monitor, added };
}

test('a file that is away for an hour while the service goes on loses nothing', async () => {
  const file = `${folderWith({})}/runs.db`;
  const move = (from: string, to: string) => async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm']) renameSync(file + from + end, file + to + end);
  };
  const { added } = await loseDatabase({ sqlite: file }, move('', '.away'), move('.away', ''));
  const store = openSqliteStore(file, { environment: 'production' });
  onTestFinished(() => store.close());
  expect((await allRuns(store)).map(({ key }) => key)).toEqual(added);
}, 60_000);

test.skipIf(noPostgres !== undefined)(
  'a PostgreSQL server that is away for an hour loses nothing',
  async () => {
    const server = await postgresServer();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const { STORE_URL } = await emptyStore(server);
    const { monitor } = await loseDatabase(
      { postgres: async () => STORE_URL },
      () => server.stop('fast'),
      server.start,
    );
    expect(await (await monitor.get('/jobs')).text()).toContain('4 jobs');
  },
  120_000,
);
if (noPostgres !== undefined) console.log(`skipped: a PostgreSQL server that is away, since ${noPostgres}`);
