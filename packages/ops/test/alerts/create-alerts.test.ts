import { createTracker, defineOutcomes, historySource, type RunSource } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { isConfigError, systemClock } from '@syncline/core/internal';
import { createSandbox } from '@syncline/sandbox';
import { expect, test } from 'vitest';
import { type AlertsOptions, createAlerts } from '../../src/alerts/create-alerts.ts';
import { openEnvironment } from '../../src/environment/open-environment.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import { createWorld, day, hour, origin, TestClock } from '../support/alert-world.ts';
import { manual, runAt } from '../../../runs/test/support/tracker-set-up.ts';
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
  const { alerts: settings, freshness } = environment;
  const alerts = createAlerts({ ...settings!, freshness, store, tracker, since, clock });
  const notified: string[] = [];
  for (let hour = 0; hour < 12; hour += 1) {
    sandbox.clock.advance('1h');
    await tracker.tick();
    for (const { type, data } of (await alerts.tick()).notifications)
      notified.push(`${data.kind} ${type.split('.').at(-1)}`);
  }
  expect(notified.slice(0, 2)).toEqual(['run opened', 'run recovered']);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as AlertEvent).data.kind)).toEqual(
    notified.map((text) => text.split(' ')[0]),
  );
  const [first] = receiver.received;
  const early = verifyWebhook({ secret, clock: { date: () => Number(first?.headers['webhook-timestamp']) * 1000 } });
  const { data } = await early(first?.headers ?? {}, first?.body ?? '');
  expect(data.text).toMatch(/^Orders: the run failed: /);
  expect(data.run?.status).toBe('FAILED');
  expect((await alerts.list())[0]).toMatchObject({ job: 'Orders', kind: 'run' });
  await environment.close();
});

test.each<[string, Partial<AlertsOptions>]>([
  ['rules.0.on.0 must be one of failed, partial', { rules: [{ jobs: '*', on: ['red' as never] }] }],
  ['rules.0.after must be a whole number from 1 to 100', { rules: [{ jobs: '*', after: 0 }] }],
  ['rules.0.settle must be a duration', { rules: [{ jobs: '*', settle: 'long' }] }],
  ['rules.0.webhooks.0 must be one of the webhooks ops', { rules: [{ jobs: '*', webhooks: ['mail'] }] }],
  ['rules.1.jobs must be the name of a job', { rules: [{ jobs: '*' }, { jobs: '' }] }],
  ['silences.0.until must be a time with an offset', { silences: [{ jobs: '*', until: '2026-03-02' }] }],
  ['silences.0.until must be a time with an offset', { silences: [{ jobs: '*', until: '2026-02-30T00:00:00Z' }] }],
  ['did you mean recover?', { rules: [{ jobs: '*', recovr: 2 } as never] }],
  ['store must keep alerts', { store: {} as never }],
  ['rules must be a list of rules', { rules: undefined as never }],
  ['rules must be a list of rules', { rules: '*' as never }],
  ['rules.0.webhooks must be a list', { rules: [{ jobs: '*', webhooks: 'ops' as never }] }],
  ['silences must be a list', { silences: {} as never }],
  ['webhooks must be an object', { webhooks: 'ops' as never }],
  ['consumer must be a name', { consumer: '' }],
  ['consumer must be a name', { consumer: 'x'.repeat(201) }],
  ['source must be a URI', { source: 5 as never }],
  ['deviations cannot be -1', { volume: { deviations: -1 } }],
  ['tracker must be a tracker', { tracker: {} as never }],
  ['since must be milliseconds', { since: '2026-03-02' as never }],
  ['store must keep alerts', { store: null as never }],
])('%s', (message, wrong) => {
  const webhooks = { ops: { url: 'https://ops.example.com', secrets: [secret] } };
  const tracker = { events: async function* () {} };
  let error: unknown;
  try {
    createAlerts({ store: openSqliteStore(':memory:'), tracker: tracker as never, rules: [], webhooks, ...wrong });
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigError(error) && error.message).toContain(message);
});

test('without a tracker, alerts can be listed and delivered, but not observed', async () => {
  const alerts = createAlerts({ store: openSqliteStore(':memory:'), rules: [{ jobs: '*' }] });
  expect([await alerts.list(), (await alerts.deliver()).delivered]).toEqual([[], 0]);
  await expect(alerts.observe()).rejects.toThrow('tracker must be set');
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
  const freshness = [{ jobs: '*', errorAfter: '6h' }];
  const tracker = { events: async function* () {} } as never;
  const alerts = createAlerts({ rules, freshness, store, clock, tracker, since: origin - day });
  expect((await alerts.observe()).map(({ subject }) => subject).sort()).toEqual(['Orders', 'Stock']);
  expect(await alerts.observe()).toEqual([]);
  clock.set(origin + 91 * day);
  await endAll([['Orders', 'succeeded', origin + 91 * day]]);
  expect([await alerts.observe(), (await alerts.list()).map(({ job }) => job)]).toEqual([[], ['Orders', 'Stock']]);
});

test.each([
  // [time of the start, time of the end, status of the run after the outage], the old run first
  ['a failure that ended before a later success opens nothing', [10, 14, 'FAILED'], [15, 15.9, 'SUCCESS'], []],
  ['a success that ended before a later failure closes nothing', [10, 14, 'SUCCESS'], [15, 15.9, 'FAILED'], ['opened']],
  ['a failure that ended after a later success opens an alert', [10, 16, 'FAILED'], [15, 15.9, 'SUCCESS'], ['opened']],
] as const)('after an outage, %s', async (_, [oldStart, oldEnd, oldStatus], [start, end, status], expected) => {
  const clock = new TestClock();
  const at = (hours: number): number => origin + hours * hour;
  const running = { ...runAt('A', at(oldStart), 'RUNNING'), job: 'Orders' };
  // The runs of another job move the window past the old run, which is then read by its key, after the window.
  const others = [13, 16.1].map((hours) => ({ ...runAt(`C ${hours}`, at(hours), 'RUNNING'), job: 'Stock' }));
  const { state, source } = manual({ runs: [running, ...others.slice(0, 1)], date: undefined });
  const store = openSqliteStore(':memory:', { environment: 'production' });
  const classify = defineOutcomes({ succeeded: ['SUCCESS'], failed: ['FAILED'], running: ['RUNNING'] });
  const tracker = createTracker({
    source,
    store,
    classify,
    since: origin,
    clock,
    overlap: '15m',
    reconcileEvery: '7d',
  });
  const alerts = createAlerts({ store, tracker, rules: [{ jobs: '*', recover: 1 }], clock });
  const look = async (hours: number) => {
    clock.set(at(hours));
    await tracker.tick();
    return (await alerts.observe()).map(({ type }) => type.split('.').at(-1));
  };
  expect(await look(13.1)).toEqual([]);
  state.runs = [
    { ...running, status: oldStatus, end: at(oldEnd) },
    { ...runAt('B', at(start), status), job: 'Orders', end: at(end) },
    ...others,
  ];
  expect(await look(16.2)).toEqual(expected);
  expect(state.queries.at(-1)?.keys).toContain('A');
  expect(await look(16.3)).toEqual([]);
  expect((await alerts.list()).filter((alert) => alert.status === 'open')).toHaveLength(expected.length);
  await store.close();
});
