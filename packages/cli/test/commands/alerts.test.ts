import { join } from 'node:path';
import { createAlerts } from '@syncline/ops/alerts';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { runCommand } from '../support/run-command.ts';

const openedAt = Date.parse('2026-03-02T08:00:00Z');

/** An alert in the store, as the monitor writes it. */
function alert(job: string, kind: string, more: object = {}, status: 'open' | 'closed' = 'open') {
  const data = {
    openedAt,
    closedAt: 0,
    openings: 1,
    isNotified: true,
    receivers: ['ops'],
    reason: 'failed',
    because: ['Disk full'],
    ...more,
  };
  return { job, kind, status, since: openedAt, data: JSON.stringify(data) };
}

/** A configuration with a store of these alerts. Returns the options that name it. */
async function setUp(...kept: readonly ReturnType<typeof alert>[]) {
  const folder = folderWith({
    'syncline.yaml': `environments: { test: { odata: { url: https://sync.example.com, credential: { basic: { username: a, password: { env: NOT_SET } } } } } }
store: { sqlite: ./runs.db }
alerts:
  webhooks: { ops: { url: { env: NOT_SET }, secrets: [{ env: NOT_SET }] } }
  rules: [{ jobs: '*' }]
`,
  });
  const file = join(folder, 'runs.db');
  const open = () => openSqliteStore(file, { environment: 'test' });
  const store = open();
  await store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: kept, messages: [] });
  await store.close();
  const run = (...args: readonly string[]) => runCommand(...args, '--config', join(folder, 'syncline.yaml'));
  /** What waits in the outbox, as the type and the receiver of each message. */
  const waiting = async () => {
    const again = open();
    const messages = await again.readMessages({ status: 'waiting', limit: 10 });
    await again.close();
    return messages.map(({ target, body }) => [target, (JSON.parse(body) as { type: string }).type.split('.').at(-1)]);
  };
  return { run, waiting, open };
}

test('open alerts are listed with their receivers, without a secret or a request', async () => {
  const { run } = await setUp(
    alert('Stock', 'run', { closedAt: openedAt + 1, ending: 'recovered', isNotified: false }, 'closed'),
    alert('Orders', 'stale', { isNotified: false, receivers: [] }),
    alert('Orders', 'run'),
  );
  const { status, out } = await run('alerts', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toEqual([
    {
      status: 'open',
      job: 'Orders',
      kind: 'run',
      reason: 'failed',
      opened: '2026-03-02T08:00:00Z',
      receivers: ['ops'],
      because: ['Disk full'],
      closed: null,
      ending: null,
      held_back: false,
    },
    expect.objectContaining({ kind: 'stale', receivers: [], held_back: true }),
  ]);
  const table = await run('alerts');
  expect(table.out).toMatch(/open +Orders +stale +failed +\S+ +held back +Disk full/);
  expect(JSON.parse((await run('alerts', '--all', '--job', 'St*', '--json')).out)).toEqual([
    expect.objectContaining({
      status: 'closed',
      job: 'Stock',
      closed: '2026-03-02T08:00:00.001Z',
      ending: 'recovered',
    }),
  ]);
});

test('a store without open alerts says how many are closed', async () => {
  const { run } = await setUp(alert('Stock', 'run', { ending: 'recovered', closedAt: 1, isNotified: false }, 'closed'));
  expect(await run('alerts')).toMatchObject({
    status: 0,
    out: 'No alert is open. 1 alert is closed; --all lists them.',
  });
  expect((await run('alerts', '--job', 'Orders')).out).toBe('No open alert matches.');
});

test('an alert that is closed by hand has a message for those who know of it, once', async () => {
  const { run, waiting } = await setUp(alert('Orders', 'run'), alert('Stock', 'run'));
  const closed = await run('alerts', 'close', 'Orders');
  expect(closed).toMatchObject({ status: 0, err: expect.stringContaining('Closed. The monitor notifies ops.') });
  expect(await waiting()).toEqual([['ops', 'closed']]);
  const again = await run('alerts', 'close', 'Orders');
  expect(again).toMatchObject({ status: 1, err: expect.stringContaining('no such open alert') });
  expect(await waiting()).toHaveLength(1);
  expect(JSON.parse((await run('alerts', '--json')).out)).toEqual([expect.objectContaining({ job: 'Stock' })]);
});

test('a job with several open alerts needs the kind, and one that nobody knows of has no message', async () => {
  const { run, waiting } = await setUp(
    alert('Orders', 'run'),
    alert('Orders', 'stale', { isNotified: false, receivers: [] }),
  );
  expect(await run('alerts', 'close', 'Orders')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--kind must be one of run, stale'),
  });
  const closed = await run('alerts', 'close', 'Orders', '--kind', 'stale');
  expect(closed).toMatchObject({ status: 0, err: expect.stringContaining('Nobody was notified') });
  expect(await waiting()).toEqual([]);
});

test('a receiver that is no longer configured gets nothing, and the command says so', async () => {
  const { run, waiting } = await setUp(alert('Orders', 'run', { receivers: ['mail'] }));
  const { status, err } = await run('alerts', 'close', 'Orders');
  expect(status).toBe(0);
  expect(err).toContain('mail is no longer configured, so it did not get:');
  expect(await waiting()).toEqual([]);
});

test('a process that has the alerts open sees what the command has closed', async () => {
  const { run, open } = await setUp(alert('Orders', 'run'));
  const store = open();
  const monitor = createAlerts({ store, rules: [{ jobs: '*' }], webhooks: {} });
  expect(await monitor.list()).toMatchObject([{ status: 'open' }]);
  expect((await run('alerts', 'close', 'Orders')).status).toBe(0);
  expect(await monitor.close('Orders', 'run')).toBe(false);
  expect(await monitor.list()).toMatchObject([{ status: 'closed', ending: 'closed' }]);
  await store.close();
});

test('a store that does not exist is not created', async () => {
  const folder = folderWith({
    'syncline.yaml':
      'environments: { test: { odata: { url: https://a.example, credential: { basic: { username: a, password: { env: P } } } } } }\nstore: { sqlite: ./none.db }\n',
  });
  const { status, err } = await runCommand('alerts', '--config', join(folder, 'syncline.yaml'));
  expect([status, err]).toEqual([2, expect.stringContaining('which does not exist; `syncline monitor` creates it')]);
});
