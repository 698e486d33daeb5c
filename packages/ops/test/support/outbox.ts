import { type SenderOptions, WebhookSender } from '../../src/alerts/webhook-sender.ts';
import { createWorld } from './alert-world.ts';
import { type Answer, createReceiver } from './receiver.ts';

/** The secret of the webhook. */
export const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;

/** An outbox, and a receiver for its messages. */
export async function createOutbox(
  answer?: (request: { readonly body: string }) => Answer,
  options: Partial<SenderOptions> = {},
) {
  const { store, clock } = createWorld();
  const receiver = await createReceiver(answer);
  const webhooks = { ops: { url: receiver.url, secrets: [secret] } };
  const start = (others: Partial<SenderOptions> = {}) =>
    new WebhookSender({ store, clock, webhooks, random: () => 1, ...options, ...others });
  let count = 0;
  return {
    store,
    clock,
    receiver,
    start,
    /** Puts messages into the outbox, one for each job. */
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
