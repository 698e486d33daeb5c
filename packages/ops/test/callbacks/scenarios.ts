import type { Clock } from '@syncline/core/internal';
import type { Tracker } from '@syncline/runs';
import { misbehaving, type Behaviour } from '../../../runs/test/callbacks/behaviours.ts';
import { type AlertsOptions, createAlerts } from '../../src/alerts/create-alerts.ts';
import { type MonitorOptions, runMonitor } from '../../src/monitor/run-monitor.ts';
import type { Health } from '../../src/monitor/pages.ts';
import { signWebhook, verifyWebhook } from '../../src/alerts/webhooks/standard-webhooks.ts';
import { createWorld } from '../support/alert-world.ts';
import { now, setUp } from '../support/command-context.ts';
import { createReceiver } from '../support/receiver.ts';
import { folderWith } from '../support/folder.ts';

/** Makes one call with a function that misbehaves, and returns a description of the result. */
type Scenario = (behaviour: Behaviour) => Promise<string>;

const secret = `whsec_${Buffer.from('c'.repeat(32)).toString('base64')}`;

/** Ends every time limit in the next turn of the event loop, after work that is already in progress. */
export function waitNot(_milliseconds: number, callback: () => void): () => void {
  const timer = setImmediate(callback);
  return () => clearImmediate(timer);
}

/** A clock that misbehaves. If it hangs, it never calls back. */
function broken(behaviour: Behaviour, date: () => number): Clock {
  const wait = () => () => {};
  if (behaviour === 'hangs') return { now: date, date, wait };
  return { now: date, date: misbehaving(behaviour, Number.NaN), wait };
}

async function deliver(options: Partial<AlertsOptions>): Promise<string> {
  const { store, clock } = createWorld();
  const receiver = await createReceiver();
  const webhooks = { chat: { url: receiver.url, secrets: [secret] } };
  const message = { id: 'm1', target: 'chat', job: 'Orders', at: clock.date(), body: '{}' };
  await store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [], messages: [message] });
  const due = { now: () => 0, date: () => clock.date(), wait: (): (() => void) => () => {} };
  const { delivered, problems } = await createAlerts({ store, rules: [], webhooks, clock: due, ...options }).deliver();
  const waiting = await store.readMessages({ status: 'waiting', limit: 10 });
  if (waiting.length + delivered !== 1) throw new Error('the message is lost');
  return `delivered ${delivered}, ${Object.entries(problems)
    .map((problem) => problem.join(': '))
    .join()}`;
}

async function observe(options: Partial<AlertsOptions>): Promise<string> {
  const { store, clock, end } = createWorld();
  const event = await end('Orders', 'failed');
  const tracker = {
    async *events() {
      yield { event };
    },
  } as unknown as Pick<Tracker, 'events'>;
  const freshness = [{ jobs: '*', errorAfter: '1h' }];
  const alerts = createAlerts({ store, tracker, rules: [{ jobs: '*' }], freshness, clock, ...options });
  return `notifications ${(await alerts.observe()).length}`;
}

/** The problem that `/health` of a monitor reports once all its consumers have received the first tick. */
async function watch(hooks: Partial<MonitorOptions>, clock: Partial<Clock> = {}): Promise<string> {
  const stop = new AbortController();
  const { context } = await setUp({
    signal: stop.signal,
    environment: { store: { sqlite: `${folderWith({})}/runs.db` } },
  });
  let listening = (_url: string): void => undefined;
  let ticked = (): void => undefined;
  const url = new Promise<string>((resolve) => (listening = resolve));
  const told = new Promise<void>((resolve) => (ticked = resolve));
  const onListening = (address: string): unknown => {
    listening(address);
    return hooks.onListening?.(address);
  };
  const ended = runMonitor({
    environment: context.environment,
    signal: stop.signal,
    port: 0,
    definitionsEvery: '0s',
    ...hooks,
    onListening,
    consumers: [...(hooks.consumers ?? []), () => ticked()],
    clock: { now: () => now, date: () => now, wait: () => () => {}, ...clock },
  });
  const failed = ended.then(() => new Promise<never>(() => undefined));
  try {
    const address = await Promise.race([url, failed]);
    await Promise.race([told, failed]);
    const { problem } = (await (await fetch(`${address}/health`)).json()) as Health;
    return problem?.message ?? 'no problem';
  } finally {
    stop.abort();
    await ended.catch(() => undefined);
  }
}

/** The scenarios, by the name of the callback in packages/ops/callbacks.json. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'Transport of a delivery': (behaviour) =>
    deliver({
      fetch: misbehaving(behaviour, { status: 'fine' }),
      clock: { now: () => 0, date: () => now, wait: waitNot },
    }),
  'Clock of alerts': async (behaviour) => {
    const clock = broken(behaviour, () => now);
    return `${await deliver({ clock })}${await observe({ clock })}`;
  },
  'Jobs of alerts': (behaviour) => observe({ jobs: misbehaving(behaviour, ['Orders']) }),
  'Log of alerts': async (behaviour) => {
    const { store, clock } = createWorld();
    // Its only receiver is no longer configured when it is closed, and the log is told.
    const opened = { openedAt: 1, closedAt: 0, isNotified: true, receivers: ['gone'], openings: 1, because: [] };
    const alert = { job: 'Orders', kind: 'run', status: 'open', since: 1, data: JSON.stringify(opened) } as const;
    await store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [alert], messages: [] });
    const alerts = createAlerts({ store, rules: [], clock, log: misbehaving(behaviour, 7) });
    return `notifications ${Number(await alerts.close('Orders', 'run'))}`;
  },
  'Consumer of a monitor': (behaviour) => {
    const consumer = misbehaving(behaviour, 7);
    return watch(
      { consumers: [consumer] },
      { wait: (ms, callback) => (ms === 30_000 ? waitNot(ms, callback) : () => {}) },
    );
  },
  'Log of a monitor': (behaviour) => watch({ log: misbehaving(behaviour, 7) }),
  'Listener of a monitor': (behaviour) => watch({ onListening: misbehaving(behaviour, 7) }),
  'Clock of a monitor': (behaviour) =>
    watch(
      {},
      broken(behaviour, () => now),
    ),
  'Clock of a receiver': async (behaviour) => {
    const body = JSON.stringify({ specversion: '1.0', id: 'm1', data: {} });
    const headers = await signWebhook([secret], { id: 'm1', at: now, body });
    const clock = { date: misbehaving(behaviour, Number.NaN) };
    return (await verifyWebhook({ secret, clock })({ ...headers }, body)).id;
  },
};
