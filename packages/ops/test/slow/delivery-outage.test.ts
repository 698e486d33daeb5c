import { describe, expect, test } from 'vitest';
import { createDelivery, type DeliveryOptions } from '../../src/delivery/create-delivery.ts';
import { createWorld, day, hour, minute, origin } from '../support/alert-world.ts';
import { type Answer, createReceiver } from '../support/receiver.ts';

const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;

/** An outbox, and a receiver of it. */
async function setUp(answer?: (request: { readonly body: string }) => Answer, options: Partial<DeliveryOptions> = {}) {
  const { store, clock } = createWorld();
  const receiver = await createReceiver(answer);
  const webhooks = { ops: { url: receiver.url, secrets: [secret] } };
  const start = (others: Partial<DeliveryOptions> = {}) =>
    createDelivery({ store, clock, webhooks, random: () => 1, ...options, ...others });
  let count = 0;
  return {
    store,
    clock,
    receiver,
    start,
    /** Puts messages into the outbox: one for each job. */
    put: async (...jobs: readonly string[]) => {
      const { fence } = await store.readAlerts('alerts');
      const messages = jobs.map((job) => {
        count += 1;
        const id = `m${count}`;
        return {
          id,
          target: 'ops',
          job,
          at: clock.date(),
          body: JSON.stringify({ specversion: '1.0', id, data: { job } }),
        };
      });
      await store.writeAlerts({ consumer: 'alerts', fence, position: 0, alerts: [], messages });
    },
    ids: () => receiver.received.map(({ headers }) => headers['webhook-id']),
    statuses: async () =>
      [...(await store.readMessages({ limit: 100 }))]
        .reverse()
        .map(({ id, status, because }) => `${id} ${status} ${because ?? ''}`.trim()),
  };
}

describe('a receiver that is down', () => {
  test('for a day gets everything, in the order of each job, and is asked with one message meanwhile', async () => {
    let isUp = true;
    const { receiver, put, start, clock, ids } = await setUp(() => (isUp ? 204 : 502));
    let delivery = start();
    await put('Orders');
    await delivery.deliver();
    isUp = false;
    for (let at = minute; at <= day; at += minute) {
      clock.set(origin + at);
      if (at % hour === 0) await put('Orders', 'Stock', 'Invoices');
      if (at % (6 * hour) === 0) delivery = start();
      await delivery.deliver();
    }
    const attempts = receiver.received.length;
    // About one for each ten minutes, and a few more after each restart.
    expect(attempts).toBeLessThan(200);
    isUp = true;
    const before = attempts;
    clock.set(origin + day + 10 * minute);
    const { delivered, nextAt } = await delivery.deliver();
    expect([delivered, nextAt]).toEqual([72, undefined]);
    const arrived = receiver.received
      .slice(before)
      .map(({ body }) => JSON.parse(body) as { id: string; data: { job: string } });
    expect(new Set(ids()).size).toBe(73);
    for (const job of ['Orders', 'Stock', 'Invoices']) {
      const numbers = arrived.filter(({ data }) => data.job === job).map(({ id }) => Number(id.slice(1)));
      expect(numbers).toHaveLength(24);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });
});
