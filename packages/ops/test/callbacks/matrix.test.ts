import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Behaviour, behaviours, canary, misbehaving } from '../../../runs/test/callbacks/behaviours.ts';
import { createDelivery, type WebhookTarget } from '../../src/delivery/create-delivery.ts';
import { createWorld } from '../support/alert-world.ts';
import { createReceiver } from '../support/receiver.ts';

type Row = { readonly callback: string } & Record<Behaviour, { readonly outcome: string; readonly names: string }>;
const table = JSON.parse(readFileSync(new URL('../../callbacks.json', import.meta.url), 'utf8')) as Row[];
const secret = `whsec_${Buffer.from('c'.repeat(32)).toString('base64')}`;

/** The webhook with the function, by the name of the callback. */
const targets: Readonly<Record<string, (behaviour: Behaviour, url: string) => WebhookTarget>> = {
  'Address of a webhook': (behaviour) => ({ url: misbehaving(behaviour, 4711), secrets: [secret] }),
  'Secrets of a webhook': (behaviour, url) => ({ url, secrets: misbehaving(behaviour, [canary]) }),
};

it('the table has every callback', () => {
  expect(table.map(({ callback }) => callback)).toEqual(Object.keys(targets));
});

describe.each(table)('$callback', (row) => {
  it.each(behaviours)('that %s is named by `check`, and keeps its message waiting', async (behaviour) => {
    const { outcome, names } = row[behaviour];
    const { store, clock } = createWorld();
    const receiver = await createReceiver();
    const chat = targets[row.callback]!(behaviour, receiver.url);
    const due = { ...clock, now: () => 0, date: () => clock.date(), wait: waitNot };
    const delivery = createDelivery({ store, webhooks: { chat }, clock: due, timeout: '1s' });
    const error = await delivery.check().then(
      () => undefined,
      (thrown: Error & { code?: string }) => thrown,
    );
    expect(error?.code).toBe(outcome);
    expect(error?.message).toContain(names);
    const message = { id: 'm1', target: 'chat', job: 'Orders', at: clock.date(), body: '{}' };
    await store.writeAlerts({ consumer: 'alerts', fence: '0', position: 0, alerts: [], messages: [message] });
    const { problems, failed } = await delivery.deliver();
    expect([failed, problems['chat']]).toEqual([1, expect.stringContaining(behaviour === 'lies' ? 'must be' : names)]);
    expect(receiver.received).toEqual([]);
    expect(inspect([error, problems], { depth: 10, showHidden: true })).not.toContain('Canary7secret');
    expect(await store.readMessages({ status: 'waiting', limit: 10 })).toHaveLength(1);
  });
});

/** Lets every time limit pass at once, after what is already on its way. */
function waitNot(_milliseconds: number, callback: () => void): () => void {
  const timer = setImmediate(callback);
  return () => clearImmediate(timer);
}
