import { openSqliteStore } from '@syncline/runs/sqlite';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import type { Health } from '../../src/monitor/pages.ts';
import { type AlertEvent, verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import { now, type SetUp } from '../support/command-context.ts';
import { startMonitor } from '../support/monitor-set-up.ts';
import { type Answer, createReceiver } from '../support/receiver.ts';

const secret = `whsec_${Buffer.from('m'.repeat(32)).toString('base64')}`;
const hour = 3_600_000;
/** The longest time that a webhook pauses after its first or second failure. */
const pause = 10_000;

/** Reads from a monitor how the delivery of its alerts is going. */
function healthOf(get: (path: string) => Promise<Response>) {
  const health = async () => {
    const { alerts } = (await (await get('/health')).json()) as Health;
    if (alerts === null) throw new Error('no alerts');
    return alerts;
  };
  /** Reads until the state is as expected. Webhooks are called independently of the ticks. */
  const until = async (fits: (alerts: NonNullable<Health['alerts']>) => boolean) => {
    for (;;) {
      const alerts = await health();
      if (fits(alerts)) return alerts;
    }
  };
  return { health, until };
}

/** A monitor of one job that runs every hour with the given outcomes, and a receiver of its alerts. */
async function watch(
  life: readonly ('success' | 'failed')[],
  answer?: (count: number) => Answer,
  set: SetUp['environment'] = {},
) {
  const receiver = await createReceiver(() => answer?.(receiver.received.length) ?? 204);
  const webhooks = { chat: { url: receiver.url, secrets: [secret] } };
  const environment = { alerts: { rules: [{ jobs: '*', recover: 1 }], silences: [], webhooks }, ...set };
  const sandbox = {
    data: { jobs: [{ JobName: 'Orders', JobId: 'j1', Scheduled: 'true', ScheduledCron: '0 * * * *' }] },
    life: { jobs: { Orders: [...life] } },
    clock: { start: new Date(now).toISOString() },
  };
  const started = await startMonitor({ interval: '1h' }, { sandbox, environment });
  await started.ticked(1);
  const { health, until } = healthOf(started.get);
  return {
    ...started,
    receiver,
    health,
    /** Moves the time forward by an hour, here and in the service. */
    nextHour: () => {
      started.sandbox.clock.advance('1h');
      return started.next(hour);
    },
    until,
    /** Moves the time past the pause of the webhook after a failure. */
    rest: async () => {
      await started.clock.awaitedWithin(pause);
      started.clock.advance(pause);
    },
    kinds: () => receiver.received.map(({ body }) => (JSON.parse(body) as AlertEvent).data.kind),
    told: () =>
      receiver.received.map(({ body }) => {
        const { type, data } = JSON.parse(body) as AlertEvent;
        return `${data.job} ${type.split('.').at(-1)}`;
      }),
    ids: () => receiver.received.map(({ headers }) => headers['webhook-id']),
  };
}

test('a failure reaches the webhook of the configuration once, and so does the recovery', async () => {
  const { nextHour, receiver, until, told, clock } = await watch(['success', 'failed', 'failed', 'success']);
  for (let count = 0; count < 5; count += 1) {
    await nextHour();
    await until(({ waiting }) => waiting === 0);
  }
  expect(told()).toEqual(['Orders opened', 'Orders recovered']);
  const [first] = receiver.received;
  const sent = Number(first?.headers['webhook-timestamp']) * 1_000;
  const verify = verifyWebhook({ secret, clock: { date: () => sent } });
  expect((await verify(first?.headers ?? {}, first?.body ?? '')).data.environment).toBe('production');
  expect(sent).toBeLessThan(clock.date());
});

test('a job that is not fresh is reported, with the runs that the monitor knows', async () => {
  const freshness = [{ jobs: 'Orders', errorAfter: '90m' }];
  const life = ['success', 'failed', 'failed', 'failed'] as const;
  const watched = await watch(life, undefined, { freshness });
  for (let count = 0; count < 4; count += 1) {
    await watched.nextHour();
    await watched.until(({ waiting }) => waiting === 0);
  }
  expect(watched.kinds().toSorted()).toEqual(['run', 'stale']);
});

test('a webhook that hangs does not delay a tick, and waiting alerts are at /health and in the metrics', async () => {
  const watched = await watch(['success', 'failed', 'success', 'success'], (count) =>
    count === 1 ? 'hang' : count === 2 ? 503 : 204,
  );
  const { nextHour, receiver, until, get, ids, ticks, notes } = watched;
  for (let count = 0; count < 3; count += 1) await nextHour();
  await receiver.arrived(1);
  expect(await watched.health()).toMatchObject({ waiting: 1, problems: {} });
  // The attempt reaches its time limit long before the next tick.
  expect((await nextHour()).problem).toBeUndefined();
  const late = await until(({ problems }) => problems['chat'] === 'no response in time');
  expect(late).toMatchObject({ waiting: 2, oldestSeconds: 3_600 });
  const metrics = await (await get('/metrics')).text();
  const labels = 'environment="production",webhook="chat"';
  expect(metrics).toContain(`syncline_outbox_messages{${labels}} 2\n`);
  expect(metrics).toContain(`syncline_outbox_oldest_message_age_seconds{${labels}} 3600\n`);
  expect(metrics).toContain(`syncline_webhook_attempts_total{${labels},result="delivered"} 0\n`);
  expect(metrics).toContain(`syncline_webhook_attempts_total{${labels},result="failed"} 1\n`);
  expect((await get('/health')).status).toBe(200);

  await watched.rest();
  await receiver.arrived(2);
  await until(({ problems }) => problems['chat'] === '503');
  await watched.rest();
  expect(await until(({ waiting }) => waiting === 0)).toEqual({ waiting: 0, oldestSeconds: null, problems: {} });
  await watched.next(hour - 2 * pause);
  expect(new Set(ids()).size).toBe(2);
  expect(notes.join('\n')).toMatch(/Alerts wait for chat: no response in time\n[^]*Alerts are delivered to chat again/);
  expect(ticks.every(({ problem }) => problem === undefined)).toBe(true);
});

test('while the service fails, waiting alerts are delivered, and nothing is judged', async () => {
  const freshness = [{ jobs: 'Orders', errorAfter: '150m' }];
  const watched = await watch(['success', 'failed', 'failed'], (count) => (count === 1 ? 503 : 204), { freshness });
  const { nextHour, receiver, sandbox, next, kinds } = watched;
  for (let count = 0; count < 3; count += 1) await nextHour();
  await receiver.arrived(1);
  await watched.until(({ problems }) => problems['chat'] === '503');
  sandbox.faults.next('listHistory', { status: 503 });
  expect((await next(hour)).problem).toMatchObject({ code: 'HTTP_ERROR' });
  await watched.until(({ waiting }) => waiting === 0);
  expect(kinds()).toEqual(['run', 'run']);
  await nextHour();
  await receiver.arrived(3);
  expect(kinds()).toEqual(['run', 'run', 'stale']);
});

test('a restart keeps undelivered messages in the outbox, and the state of sent ones', async () => {
  const first = await watch(['success', 'failed', 'failed', 'failed', 'success'], () => 'hang');
  for (let count = 0; count < 3; count += 1) await first.nextHour();
  await first.receiver.arrived(1);
  first.stop();
  await first.clock.awaited(5_000);
  first.clock.advance(5_000);
  await first.ended;
  const store = openSqliteStore(first.file, { environment: 'production' });
  expect(await store.readMessages({ limit: 10 })).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  await store.close();

  const receiver = await createReceiver();
  const webhooks = { chat: { url: receiver.url, secrets: [secret] } };
  const alerts = { rules: [{ jobs: '*', recover: 1 }], silences: [], webhooks };
  const { odata, v2 } = first.context.environment;
  const environment = { odata, v2, alerts, store: { sqlite: first.file } };
  const clock = new ManualClock(first.clock.date());
  const second = await startMonitor({ interval: '1h' }, { environment, clock });
  await second.ticked(1);
  const { until } = healthOf(second.get);
  await until(({ waiting }) => waiting === 0);
  for (let count = 0; count < 3; count += 1) {
    first.sandbox.clock.advance('1h');
    await second.next(hour);
    await until(({ waiting }) => waiting === 0);
  }
  const types = receiver.received.map(({ body }) => (JSON.parse(body) as AlertEvent).type.split('.').at(-1));
  expect(types).toEqual(['opened', 'recovered']);
  expect(receiver.received[0]?.headers['webhook-id']).toBe(first.ids()[0]);
});

test('alerts that were removed from the configuration keep events until there is an empty list of rules', async () => {
  const first = await watch(['success', 'failed', 'failed', 'failed']);
  for (let count = 0; count < 3; count += 1) await first.nextHour();
  await first.until(({ waiting }) => waiting === 0);
  await first.end();
  const { odata, v2 } = first.context.environment;
  /**
   * Runs the monitor for another hour.
   *
   * @returns its log, the number of open alerts, and the number of events that could not be deleted
   */
  const again = async (alerts: SetUp['environment'] = {}) => {
    const environment = { odata, v2, store: { sqlite: first.file }, ...alerts };
    const clock = new ManualClock(first.clock.date());
    const monitor = await startMonitor({ interval: '1h' }, { environment, clock });
    await monitor.ticked(1);
    first.sandbox.clock.advance('1h');
    await monitor.next(hour);
    await monitor.end();
    const store = openSqliteStore(first.file, { environment: 'production' });
    await store.deleteEvents(clock.date() + 1);
    const kept = await store.readEvents(0, 100);
    const open = (await store.readAlerts('alerts')).alerts.filter(({ status }) => status === 'open');
    await store.close();
    return { notes: monitor.notes.join('\n'), kept: kept.length, open: open.length };
  };
  const removed = await again();
  expect(removed).toMatchObject({ notes: expect.stringContaining('add alerts: { rules: [] }'), open: 1 });
  expect(removed.kept).toBeGreaterThan(0);
  const ended = await again({ alerts: { rules: [], silences: [], webhooks: {} } });
  expect(ended).toMatchObject({ kept: 0, open: 0 });
  expect(ended.notes).not.toContain('rules: []');
});

describe('what cannot be used is refused before the monitor listens', () => {
  test.each([
    [
      'an invalid secret',
      { url: 'https://chat.example.com', secrets: ['canary'] },
      /^webhooks\.chat\.secrets must be whsec_/,
    ],
    ['an address without https', { url: () => 'http://chat.example.com', secrets: [secret] }, /^webhooks\.chat\.url /],
  ])('%s', async (_case, chat, message) => {
    const alerts = { rules: [{ jobs: '*' }], silences: [], webhooks: { chat } };
    const started = startMonitor({}, { environment: { alerts } });
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.not.toThrow(/canary/);
  });
});
