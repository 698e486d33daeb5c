import { createTracker, defineOutcomes, historySource, type RunSource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { isConfigError, systemClock } from '@syncline/core/internal';
import { createSandbox } from '@syncline/sandbox';
import { expect, test } from 'vitest';
import { createAlerting } from '../../src/alerts/create-alerting.ts';
import { openEnvironment } from '../../src/environment/open-environment.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import { createWorld, day, origin } from '../support/alert-world.ts';
import { folderWith } from '../support/folder.ts';
import { createReceiver } from '../support/receiver.ts';

const secret = `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`;

test('a failure of the service reaches a webhook of syncline.yaml, and so does its recovery', async () => {
  const sandbox = createSandbox({
    data: { jobs: [{ JobName: 'Orders', JobId: 'j1', Scheduled: 'true', ScheduledCron: '0 * * * *' }] },
    life: { jobs: { Orders: ['success', 'failed', 'success', 'success', 'success'] } },
    clock: { start: '2026-03-02T00:30:00Z' },
  });
  const receiver = await createReceiver();
  const file = `${folderWith({
    'syncline.yaml': `environments:
  production: { odata: { url: '${sandbox.urls.odata}', credential: { basic: { username: a, password: { env: P } } } } }
freshness: [{ jobs: Orders, errorAfter: 5h }]
alerts:
  webhooks: { ops: { url: { env: HOOK }, secrets: [{ file: old }, { env: SECRET }] } }
  rules: [{ jobs: 'Ord*', recover: 2, settle: 12h }]
`,
    old: `whsec_${Buffer.from('o'.repeat(32)).toString('base64')}\n`,
  })}/syncline.yaml`;
  const environment = await openEnvironment({ file, variables: { P: 'p', HOOK: receiver.url, SECRET: secret } });
  const now = () => sandbox.clock.now().getTime();
  const clock = { ...systemClock, date: now };
  const source = historySource(
    createODataClient({
      baseUrl: sandbox.urls.odata,
      credential: basic(sandbox.credentials.basic),
      fetch: sandbox.fetch,
    }),
    {
      key: 'historyid',
      job: 'jobname',
      status: 'status',
      start: 'runstartdate',
      end: 'runenddate',
      error: 'error',
      timeZone: 'UTC',
    },
  ) as RunSource;
  const store = openSqliteStore(':memory:', { environment: 'production' });
  const since = now();
  const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });
  const tracker = createTracker({ source, store, classify, since, clock });
  const alerting = createAlerting({ environment, store, tracker, since, clock });
  const told: string[] = [];
  for (let hour = 0; hour < 12; hour += 1) {
    sandbox.clock.advance('1h');
    await tracker.tick();
    for (const { type, data } of (await alerting.tick()).told) told.push(`${data.kind} ${type.split('.').at(-1)}`);
  }
  expect(told.slice(0, 2)).toEqual(['run opened', 'run recovered']);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as AlertEvent).data.kind)).toEqual(
    told.map((text) => text.split(' ')[0]),
  );
  const [first] = receiver.received;
  const early = verifyWebhook({ secret, clock: { date: () => Number(first?.headers['webhook-timestamp']) * 1000 } });
  const { data } = await early(first?.headers ?? {}, first?.body ?? '');
  expect(data.text).toMatch(/^Orders: the run failed: /);
  expect(data.run?.status).toBe('FAILED');
  expect((await alerting.list())[0]).toMatchObject({ job: 'Orders', kind: 'run' });
  await environment.close();
});

test('an environment without alerts is refused', async () => {
  const store = openSqliteStore(':memory:');
  let error: unknown;
  try {
    createAlerting({ environment: { freshness: [] }, store, tracker: {} as never, since: 0 });
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigError(error) && error.message).toMatch(/^alerts must be set in the configuration/);
});

test.each<[string, object]>([
  ['environment must be an environment', { environment: undefined }],
  ['tracker must be a tracker', { tracker: {} }],
  ['since must be milliseconds', { since: '2026-03-02' }],
  ['store must keep alerts', { store: null }],
])('%s', (message, wrong) => {
  const environment = { alerts: { rules: [], silences: [], webhooks: {} }, freshness: [], volume: undefined };
  const good = { environment, store: openSqliteStore(':memory:'), tracker: { events: () => [] }, since: 0 };
  let error: unknown;
  try {
    createAlerting({ ...good, ...wrong } as never);
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigError(error) && error.message).toContain(message);
});

test('data that became stale weeks before the alerts began is reported', async () => {
  const { store, clock, endAll } = createWorld();
  clock.set(origin + 90 * day);
  await endAll([
    ['Orders', 'succeeded', origin],
    ['Stock', 'succeeded', origin + 40 * day],
    ['Stock', 'failed', origin + 89 * day],
  ]);
  const rules = [{ jobs: '*', on: ['stale' as const] }];
  const environment = {
    alerts: { rules, silences: [], webhooks: {} },
    freshness: [{ jobs: '*', errorAfter: '6h' }],
    volume: undefined,
  };
  const tracker = { events: async function* () {} };
  const start = () => createAlerting({ environment, store, clock, tracker: tracker as never, since: origin - day });
  const alerting = start();
  expect((await alerting.observe()).map(({ subject }) => subject).sort()).toEqual(['Orders', 'Stock']);
  expect(await alerting.observe()).toEqual([]);
  clock.set(origin + 91 * day);
  await endAll([['Orders', 'succeeded', origin + 91 * day]]);
  expect([await alerting.observe(), (await alerting.list()).map(({ job }) => job)]).toEqual([[], ['Orders', 'Stock']]);
});
