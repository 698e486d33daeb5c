import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Behaviour, behaviours, canary, misbehaving } from '../../../runs/test/callbacks/behaviours.ts';
import { createAlerts } from '../../src/alerts/create-alerts.ts';
import type { WebhookTarget } from '../../src/config/alert-schema.ts';
import { createWorld } from '../support/alert-world.ts';
import { createReceiver } from '../support/receiver.ts';
import { scenarios, waitNot } from '../callbacks/scenarios.ts';

type Row = { readonly callback: string } & Record<Behaviour, { readonly outcome: string; readonly names: string }>;
const table = JSON.parse(readFileSync(new URL('../../callbacks.json', import.meta.url), 'utf8')) as Row[];
const unhandled: unknown[] = [];
const record = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record));
afterAll(() => void process.off('unhandledRejection', record));
const secret = `whsec_${Buffer.from('c'.repeat(32)).toString('base64')}`;

/** A webhook that uses the misbehaving function, by the name of the callback. */
const targets: Readonly<Record<string, (behaviour: Behaviour, url: string) => WebhookTarget>> = {
  'Address of a webhook': (behaviour) => ({ url: misbehaving(behaviour, 4711), secrets: [secret] }),
  'Secrets of a webhook': (behaviour, url) => ({ url, secrets: misbehaving(behaviour, [canary]) }),
};

it('the table has every callback', () => {
  expect(table.map(({ callback }) => callback)).toEqual([...Object.keys(targets), ...Object.keys(scenarios)]);
});

describe.each(table.filter(({ callback }) => callback in scenarios))('$callback', (row) => {
  it.each(behaviours)('that %s', async (behaviour) => {
    const { outcome, names } = row[behaviour];
    const result = await scenarios[row.callback]!(behaviour).then(
      (text) => ({ code: 'value', text, error: undefined }),
      (error: Error & { code?: string }) => ({ code: error.code, text: error.message, error }),
    );
    expect(result.code, result.text).toBe(outcome);
    expect(result.text).toContain(names);
    expect(inspect(result, { depth: 10, showHidden: true })).not.toContain('Canary7secret');
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled.splice(0)).toEqual([]);
  });
});

describe.each(table.filter(({ callback }) => callback in targets))('$callback', (row) => {
  it.each(behaviours)('that %s is named by `check`, and keeps its message waiting', async (behaviour) => {
    const { outcome, names } = row[behaviour];
    const { store, clock } = createWorld();
    const receiver = await createReceiver();
    const chat = targets[row.callback]!(behaviour, receiver.url);
    const due = { now: () => 0, date: () => clock.date(), wait: waitNot };
    const alerts = createAlerts({ store, rules: [], webhooks: { chat }, clock: due });
    const error = await alerts.check().then(
      () => undefined,
      (thrown: Error & { code?: string }) => thrown,
    );
    expect(error?.code).toBe(outcome);
    expect(error?.message).toContain(names);
    const message = { id: 'm1', target: 'chat', job: 'Orders', at: clock.date(), body: '{}' };
    await store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [], messages: [message] });
    const { problems, failed } = await alerts.deliver();
    expect([failed, problems['chat']]).toEqual([1, expect.stringContaining(behaviour === 'lies' ? 'must be' : names)]);
    expect(receiver.received).toEqual([]);
    expect(inspect([error, problems], { depth: 10, showHidden: true })).not.toContain('Canary7secret');
    expect(await store.readMessages({ status: 'waiting', limit: 10 })).toHaveLength(1);
  });
});
