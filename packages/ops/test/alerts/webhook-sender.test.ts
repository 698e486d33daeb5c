import { isConfigError } from '@syncline/core/internal';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { WebhookSender } from '../../src/alerts/webhook-sender.ts';
import { verifyWebhook } from '../../src/alerts/webhooks/index.ts';
import { createWorld, day, hour, minute, origin } from '../support/alert-world.ts';
import { type Answer, createReceiver } from '../support/receiver.ts';
import { createOutbox, secret } from '../support/outbox.ts';

/** Opens a sender for receivers that may be wrong. */
const open = (webhooks: unknown) => new WebhookSender({ ...createWorld(), webhooks: webhooks as never });

const newer = `whsec_${Buffer.from('b'.repeat(32)).toString('base64')}`;

test('a message arrives as a structured CloudEvent, signed by Standard Webhooks', async () => {
  const { receiver, put, start, clock, statuses } = await createOutbox(undefined);
  clock.set(Date.now());
  await put('Orders');
  const counts = { delivered: 1, failed: 0, setAside: 0 };
  const webhooks = { ops: counts };
  expect(await start().deliver()).toEqual({ ...counts, webhooks, problems: {}, nextAt: undefined });
  const [request] = receiver.received;
  expect(request?.headers).toMatchObject({
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'webhook-id': 'm1',
  });
  expect(request?.path).toBe('/hooks/token-of-the-receiver?sig=also-secret');
  expect(await verifyWebhook({ secret, clock })(request?.headers ?? {}, request?.body ?? '')).toMatchObject({
    id: 'm1',
  });
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({ id: 'm1' });
  expect(await statuses()).toEqual(['m1 delivered']);
});

test('each attempt is signed with its own time, and the id does not change', async () => {
  const answers = [503, 'drop', 204] as Answer[];
  const { receiver, put, start, clock } = await createOutbox(() => answers.shift() ?? 500);
  await put('Orders');
  const delivery = start();
  const results = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { delivered, failed, problems, nextAt } = await delivery.deliver();
    results.push([delivered, failed, problems['ops'], nextAt === undefined ? undefined : nextAt - clock.date()]);
    clock.set(clock.date() + 10 * minute);
  }
  expect(results).toEqual([
    [0, 1, '503', 5_000],
    [0, 1, expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/), 10_000],
    [1, 0, undefined, undefined],
  ]);
  const sent = receiver.received.map(({ headers }) => headers);
  expect(sent.map((headers) => headers['webhook-id'])).toEqual(['m1', 'm1', 'm1']);
  expect(sent.map((headers) => Number(headers['webhook-timestamp']) * 1000 - origin)).toEqual([
    0,
    10 * minute,
    20 * minute,
  ]);
  expect(new Set(sent.map((headers) => headers['webhook-signature'])).size).toBe(3);
  for (const [index, { headers, body }] of receiver.received.entries()) {
    const verify = verifyWebhook({ secret, clock: { date: () => origin + index * 10 * minute } });
    expect((await verify(headers, body)).id).toBe('m1');
  }
});

test('while a secret is replaced, receivers with either one accept', async () => {
  const { receiver, put, start, clock } = await createOutbox();
  await put('Orders');
  await start({ webhooks: { ops: { url: receiver.url, secrets: () => Promise.resolve([newer, secret]) } } }).deliver();
  const { headers = {}, body = '' } = receiver.received[0] ?? {};
  for (const each of [secret, newer])
    expect((await verifyWebhook({ secret: each, clock })(headers, body)).id).toBe('m1');
});

describe('a receiver that is down', () => {
  test('gets the pause that it requests', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '3600' } }, 204] as Answer[];
    const { put, start, clock, ids } = await createOutbox(() => answers.shift() ?? 204);
    await put('Orders');
    const delivery = start();
    expect((await delivery.deliver()).nextAt).toBe(origin + hour);
    clock.set(origin + hour - 1);
    await delivery.deliver();
    expect(ids()).toHaveLength(1);
    clock.set(origin + hour);
    expect((await delivery.deliver()).delivered).toBe(1);
  });

  test('for longer than the messages are kept loses them, and their status shows it', async () => {
    const { put, start, clock, statuses } = await createOutbox(() => 500, { keepFor: 2 * hour });
    await put('Orders');
    const delivery = start();
    await delivery.deliver();
    clock.set(origin + 2 * hour);
    await put('Orders');
    await delivery.deliver();
    expect(await statuses()).toEqual(['m1 waiting 500', 'm2 waiting']);
    clock.set(origin + 3 * hour);
    expect((await delivery.deliver()).setAside).toBe(1);
    expect(await statuses()).toEqual(['m1 expired 500', 'm2 waiting']);
  });

  test('and hangs does not keep the others waiting', async () => {
    const { store, clock, put, receiver } = await createOutbox(() => 'hang');
    const other = await createReceiver();
    let late: (() => void) | undefined;
    const waiting = {
      now: () => clock.now(),
      date: () => clock.date(),
      wait: (_milliseconds: number, callback: () => void) => {
        if (receiver.received.length > 0 && other.received.length > 0) setImmediate(callback);
        else late = callback;
        return () => {};
      },
    };
    const { fence } = await store.readAlerts('alerts');
    const message = { id: 'x', target: 'other', job: 'Orders', at: clock.date(), body: '{}' };
    await store.writeAlerts({ consumer: 'alerts', fence, position: 0, alerts: [], messages: [message] });
    await put('Orders');
    const webhooks = { ops: { url: receiver.url, secrets: [secret] }, other: { url: other.url, secrets: [secret] } };
    const delivering = new WebhookSender({ store, clock: waiting, webhooks }).deliver();
    await expect.poll(() => [receiver.received.length, other.received.length]).toEqual([1, 1]);
    late?.();
    const { delivered, failed, problems } = await delivering;
    expect([delivered, failed, problems]).toEqual([1, 1, { ops: 'no response in time' }]);
  });
});

describe('a receiver that refuses', () => {
  test('with 410 gets nothing more until the process restarts', async () => {
    const { put, start, ids, statuses, clock } = await createOutbox(() => 410);
    await put('Orders', 'Orders', 'Stock');
    const delivery = start();
    const { setAside } = await delivery.deliver();
    expect(setAside).toBe(3);
    expect(await statuses()).toEqual(['m1 gone 410', 'm2 gone 410', 'm3 gone 410']);
    await put('Orders');
    clock.set(origin + day);
    const { length } = ids();
    await delivery.deliver();
    expect(ids()).toHaveLength(length);
    await start().deliver();
    expect(ids()).toHaveLength(length + 1);
  });

  test('one message does not block later ones of the job forever, or any other job', async () => {
    const { put, start, ids, statuses, clock } = await createOutbox(({ body }) => (body.includes('"m1"') ? 422 : 204));
    await put('Orders', 'Orders', 'Stock');
    const delivery = start();
    for (let round = 0; round < 5; round += 1) {
      await delivery.deliver();
      clock.set(clock.date() + hour);
    }
    expect(ids()).toEqual(expect.arrayContaining(['m1', 'm3']));
    expect(ids().filter((id) => id === 'm1')).toHaveLength(3);
    expect(ids().at(-1)).toBe('m2');
    expect(await statuses()).toEqual(['m1 refused 422', 'm2 delivered', 'm3 delivered']);
  });

  test('with a redirect is not followed', async () => {
    const elsewhere = await createReceiver();
    const { put, start } = await createOutbox(() => ({ status: 307, headers: { location: elsewhere.url } }));
    await put('Orders');
    expect((await start().deliver()).problems).toEqual({ ops: '307' });
    expect(elsewhere.received).toEqual([]);
  });
});

test('a success response of any size counts as delivered', async () => {
  const { put, start } = await createOutbox(() => ({ status: 200, body: 'x'.repeat(1_000_000) }));
  await put('Orders');
  expect((await start().deliver()).delivered).toBe(1);
});

test('an aborted delivery stays in the outbox', async () => {
  const controller = new AbortController();
  const { put, start, statuses } = await createOutbox(() => {
    controller.abort();
    return 'hang';
  });
  await put('Orders');
  const delivery = start();
  expect(await delivery.deliver(controller.signal)).toMatchObject({ delivered: 0, failed: 1 });
  expect(await statuses()).toEqual(['m1 waiting stopped']);
});

describe('no address and no secret', () => {
  test('is in a problem, a message or an error', async () => {
    const { put, start, receiver, statuses, clock } = await createOutbox();
    await put('Orders');
    await receiver.close();
    const { problems } = await start().deliver();
    expect(problems).toEqual({ ops: 'ECONNREFUSED' });
    clock.set(origin + hour);
    const wrong = [
      { url: receiver.url, secrets: ['not-a-secret'] },
      { url: () => Promise.reject(new Error(`${receiver.url} ${secret}`)), secrets: [secret] },
      { url: () => 'http://token-of-the-receiver.example.com', secrets: [secret] },
      { url: () => 7 as never, secrets: [secret] },
    ];
    for (const ops of wrong) {
      const { problems } = await start({ webhooks: { ops } }).deliver();
      expect(problems['ops']).toMatch(/must be|must have/);
      expect(JSON.stringify([problems, await statuses()])).not.toMatch(/token-of|not-a-secret|also-secret|whsec_\w/);
      clock.set(clock.date() + hour);
    }
  });

  test.each([
    'http://example.com/hook',
    'https://user:token@example.com',
    'token',
    'https://example.com/#token',
    'file:///token',
    'http://10.0.0.1/token',
    'http://169.254.169.254/token',
    'http://localhost.evil.example/token',
  ])('is shown of %s', (url) => {
    let error: unknown;
    try {
      open({ ops: { url, secrets: [secret] } });
    } catch (thrown) {
      error = thrown;
    }
    expect(isConfigError(error) && error.message).toMatch(/^webhooks\.ops\.url must be an https URL/);
    expect(String(error)).not.toContain('token');
  });
});

test('a receiver in a private network is the choice of the configuration, the only source of addresses', async () => {
  const received: string[] = [];
  const { put, start } = await createOutbox(() => ({ status: 200 }));
  // The texts of the service are in the body only.
  await put('https://evil.example/');
  const fetch = async (url: string) => (received.push(url), new Response(null, { status: 204 }));
  const webhooks = { ops: { url: 'https://10.0.0.1/hook', secrets: [secret] } };
  expect((await start({ webhooks, fetch } as never).deliver()).delivered).toBe(1);
  expect(received).toEqual(['https://10.0.0.1/hook']);
});

test.each<[string, unknown]>([
  ['webhooks must be an object', undefined],
  ['webhooks must be an object', null],
  ['webhooks must be an object', ['https://example.com']],
  ['webhooks.ops.url must be an address', { ops: null }],
  ['webhooks.ops.url must be an address', { ops: { url: 5, secrets: [secret] } }],
  ['webhooks.ops.secrets must be a list', { ops: { url: 'https://example.com' } }],
  ['webhooks.ops.secrets must be a list', { ops: { url: 'https://example.com', secrets: secret } }],
])('%s, found %j', (message, webhooks) => {
  let error: unknown;
  try {
    open(webhooks);
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigError(error) && error.message).toContain(message);
});
