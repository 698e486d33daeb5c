import { describe, expect, test } from 'vitest';
import { day, hour, minute, origin } from '../support/alert-world.ts';
import { createOutbox } from '../support/outbox.ts';

describe('a receiver that is down', () => {
  test('for a day gets everything, in order for each job, and one message at a time in the meantime', async () => {
    let isUp = true;
    const { receiver, put, start, clock, ids } = await createOutbox(() => (isUp ? 204 : 502));
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
    // About one attempt every ten minutes, and a few more after each restart.
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
