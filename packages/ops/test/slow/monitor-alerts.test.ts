import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { openEnvironment } from '../../src/environment/open-environment.ts';
import type { Health } from '../../src/monitor/pages.ts';
import type { AlertEvent } from '../../src/alerts/webhooks/index.ts';
import { monitorConfig } from '../support/monitor-config.ts';
import { leads, startFastMonitor } from '../support/monitor-process.ts';
import { startMonitor } from '../support/monitor-set-up.ts';
import { emptyStore, queryPostgres } from '../support/query-postgres.ts';
import { type Answer, createReceiver, type Received } from '../support/receiver.ts';

if (noPostgres !== undefined) console.log(`skipped: alerts of two monitors on PostgreSQL, since ${noPostgres}`);

const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`;

/** A configuration with alerts for all failures, a service with runs of the last hours, and a receiver. */
async function setUp(store: string, answer?: () => Answer) {
  const receiver = await createReceiver(answer);
  const alerts = `alerts: { webhooks: { chat: { url: { env: HOOK }, secrets: [{ env: SECRET }] } }, rules: [{ jobs: '*' }] }\n`;
  const names = ['Orders', 'Stock', 'Customers', 'Invoices'];
  const life = [
    ...Array.from({ length: 4 }, () => 'failed' as const),
    ...Array.from({ length: 9 }, () => 'success' as const),
  ];
  const { sandbox, folder, file, variables } = await monitorConfig(
    store,
    {
      data: {
        jobs: names.map((JobName) => ({ JobName, JobId: JobName, Scheduled: 'true', ScheduledCron: '0 * * * *' })),
      },
      life: { jobs: Object.fromEntries(names.map((name) => [name, life])) },
      clock: { start: new Date(Date.now() - 4 * 3_600_000).toISOString() },
    },
    alerts,
  );
  sandbox.clock.advance('4h');
  onTestFinished(() => sandbox.close());
  return { receiver, sandbox, folder, file, variables: { ...variables, HOOK: receiver.url, SECRET: secret } };
}

/** Reads `/health` of a monitor until no alert is waiting. */
async function untilDelivered(url: string): Promise<void> {
  for (;;) {
    const { alerts } = (await (await fetch(`${url}/health`)).json()) as Health;
    if (alerts?.waiting === 0) return;
  }
}

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);
/** The content of a message. The same content must never have two ids. */
const toldBy = ({ body }: Received): string => {
  const { type, data } = JSON.parse(body) as AlertEvent;
  return [type, data.job, data.kind, data.openedAt].join(' ');
};

test('a monitor that is killed during a delivery loses nothing, and sends nothing under two ids', async () => {
  let isHanging = true;
  const { receiver, folder, file, variables } = await setUp('{ sqlite: ./runs.db }', () => (isHanging ? 'hang' : 204));
  const first = await startFastMonitor(file, variables);
  await receiver.arrived(1);
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  const attempted = receiver.received.splice(0);
  isHanging = false;
  const database = new DatabaseSync(join(folder, 'runs.db'));
  const outbox = database.prepare('SELECT id FROM outbox ORDER BY position');
  const ids = outbox.all().map(({ id }) => String(id));
  expect(ids).toEqual(expect.arrayContaining(attempted.map(idOf)));

  // By this clock, the claims of the first process have expired.
  const environment = await openEnvironment({ file, variables });
  onTestFinished(() => environment.close());
  const second = await startMonitor({}, { environment, clock: new ManualClock(Date.now() + 120_000) });
  await second.ticked(1);
  await untilDelivered(second.url);
  expect(receiver.received.map(idOf).sort()).toEqual(
    outbox
      .all()
      .map(({ id }) => String(id))
      .sort(),
  );
  expect(receiver.received.map(idOf)).toEqual(expect.arrayContaining(ids));
  expect(new Set(receiver.received.map(toldBy)).size).toBe(receiver.received.length);
  database.close();
});

describe.skipIf(noPostgres !== undefined)('two monitors on one PostgreSQL database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  async function pair(answer?: () => Answer) {
    const { file, variables, ...others } = await setUp('{ postgres: { env: STORE_URL } }', answer);
    const all = { ...variables, ...(await emptyStore(server)) };
    const first = await startFastMonitor(file, all, ['--lease', '3s']);
    await first.says(leads);
    const second = await startFastMonitor(file, all, ['--lease', '3s']);
    return { ...others, first, second };
  }

  test('deliver each alert once, before and after the leader changes', async () => {
    const { first, second, receiver, sandbox } = await pair();
    await receiver.arrived(4);
    await untilDelivered(first.url);
    const before = receiver.received.length;
    expect(before).toBe(4);
    sandbox.clock.advance('6h');
    expect(await first.end('SIGTERM')).toBe(0);
    await second.says(leads);
    await receiver.arrived(before + 1);
    await untilDelivered(second.url);
    const [{ all } = {}] = await queryPostgres(server, 'SELECT count(*)::int AS all FROM syncline.outbox');
    expect(receiver.received).toHaveLength(Number(all));
    expect(new Set(receiver.received.map(idOf)).size).toBe(receiver.received.length);
    expect(new Set(receiver.received.map(toldBy)).size).toBe(receiver.received.length);
  });

  test('a leader that is killed during a delivery is replaced, and the other one delivers the rest', async () => {
    let isHanging = true;
    const { first, second, receiver } = await pair(() => (isHanging ? 'hang' : 204));
    await receiver.arrived(1);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    const attempted = receiver.received.splice(0);
    isHanging = false;
    await second.says(leads);
    // Otherwise, the messages that the first process had claimed would wait for a minute.
    await queryPostgres(server, "UPDATE syncline.outbox SET claimed_until = '-infinity'");
    await untilDelivered(second.url);
    const ids = await queryPostgres(server, 'SELECT id FROM syncline.outbox');
    const arrived = receiver.received.map(idOf);
    expect(arrived).toEqual(expect.arrayContaining(attempted.map(idOf)));
    expect([...new Set(arrived)].sort()).toEqual(ids.map(({ id }) => String(id)).sort());
    expect(new Set(receiver.received.map(toldBy)).size).toBe(new Set(arrived).size);
  });
});
