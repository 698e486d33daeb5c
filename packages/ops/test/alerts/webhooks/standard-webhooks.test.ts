import { isConfigError } from '@syncline/core/internal';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { isWebhookError, signWebhook, verifyWebhook } from '../../../src/alerts/webhooks/index.ts';

const now = Date.parse('2026-03-02T12:00:00.400Z');
const clock = { date: () => now };
const secretOf = (fill: string) => `whsec_${Buffer.from(fill.repeat(32)).toString('base64')}`;
const [secret, other] = [secretOf('a'), secretOf('\u007f')];
const body = JSON.stringify({ specversion: '1.0', id: 'e1', data: { job: 'Aufträge \u{1f600}' } });
const sign = (given: Partial<{ id: string; at: number; body: string; secrets: string | string[] }> = {}) =>
  signWebhook(given.secrets ?? secret, { id: 'e1', at: now, body, ...given });
const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (isWebhookError(error) ? error.reason : error),
  );

describe('the public package of Standard Webhooks', () => {
  // The package uses the system clock, so these requests are signed with the current time.
  test('verifies what signWebhook signs', async () => {
    const headers = await sign({ at: Date.now() });
    expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({ id: 'e1' });
    expect(() => new Webhook(other).verify(body, { ...headers })).toThrow('No matching signature found');
  });
  test('finds its signature among several', async () => {
    const headers = await sign({ at: Date.now(), secrets: [other, secret] });
    for (const each of [secret, other]) expect(new Webhook(each).verify(body, { ...headers })).toBeDefined();
  });
  test('signs what verifyWebhook verifies', async () => {
    const at = new Date(now);
    const signature = new Webhook(secret).sign('e1', at, body);
    expect((await sign())['webhook-signature']).toBe(signature);
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': signature,
    };
    expect(await verifyWebhook({ secret, clock })(headers, body)).toMatchObject({
      data: { job: 'Aufträge \u{1f600}' },
    });
  });
});

describe('verifyWebhook', () => {
  const verify = verifyWebhook({ secret, clock });

  test('accepts the headers of the Fetch standard and of Node, and text or bytes', async () => {
    const headers = { ...(await sign()) };
    const bytes = new TextEncoder().encode(`xx${body}`);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const each of [headers, new Headers(headers), upper])
      for (const text of [body, bytes.subarray(2), bytes.slice(2).buffer, Buffer.from(body)])
        expect((await verify(each, text)).id).toBe('e1');
  });

  test('accepts any of several secrets and signatures', async () => {
    const both = verifyWebhook({ secret: [other, secret], clock });
    for (const secrets of [[secret], [other], [secret, other]])
      expect((await both({ ...(await sign({ secrets })) }, body)).id).toBe('e1');
    expect(await reasonOf(verify({ ...(await sign({ secrets: [other] })) }, body))).toBe('signature');
  });

  test.each<[string, (headers: Record<string, string>) => [Record<string, string | undefined>, string], string]>([
    ['a body of which one character was changed', (h) => [h, body.replace('1.0', '1.1')], 'signature'],
    ['a body with a line break more', (h) => [h, `${body}\n`], 'signature'],
    ['another id', (h) => [{ ...h, 'webhook-id': 'e2' }, body], 'signature'],
    ['another time', (h) => [{ ...h, 'webhook-timestamp': String(Math.floor(now / 1000) - 1) }, body], 'signature'],
    ['no id', (h) => [{ ...h, 'webhook-id': undefined }, body], 'headers'],
    ['no time', (h) => [{ ...h, 'webhook-timestamp': '' }, body], 'headers'],
    ['no signature', (h) => [{ ...h, 'webhook-signature': undefined }, body], 'headers'],
    ['a time that is a date', (h) => [{ ...h, 'webhook-timestamp': '2026-03-02T12:00:00Z' }, body], 'timestamp'],
    ['a negative time', (h) => [{ ...h, 'webhook-timestamp': '-1' }, body], 'timestamp'],
    [
      'another version',
      (h) => [{ ...h, 'webhook-signature': h['webhook-signature']?.replace('v1', 'v1a') }, body],
      'signature',
    ],
    ['an empty signature', (h) => [{ ...h, 'webhook-signature': 'v1, v1' }, body], 'signature'],
    [
      'a signature that was cut',
      (h) => [{ ...h, 'webhook-signature': h['webhook-signature']?.slice(0, -4) }, body],
      'signature',
    ],
    ['a signature that is not Base64', (h) => [{ ...h, 'webhook-signature': 'v1,????' }, body], 'signature'],
  ])('refuses a request with %s', async (_what, change, reason) => {
    expect(await reasonOf(verify(...change({ ...(await sign()) })))).toBe(reason);
  });

  test('refuses what is older or newer than the tolerance', async () => {
    const at = async (seconds: number, tolerance?: number) => {
      const headers = { ...(await sign({ at: now + seconds * 1000 })) };
      return reasonOf(verifyWebhook({ secret, clock, tolerance })(headers, body));
    };
    expect(await Promise.all([-299, 300].map((seconds) => at(seconds)))).toEqual(['accepted', 'accepted']);
    expect(await Promise.all([-300, 301].map((seconds) => at(seconds)))).toEqual(['too-old', 'too-new']);
    expect([await at(-59, 60_000), await at(-60, 60_000)]).toEqual(['accepted', 'too-old']);
  });

  test('refuses a signed body that is not an event with the id of the header', async () => {
    for (const text of ['', 'null', '[]', '{"specversion":"1.0","id":"e2","data":{}}', '{"id":"e1","data":{}}'])
      expect(await reasonOf(verify({ ...(await sign({ body: text })) }, text))).toBe('body');
    const id = 'a.1';
    expect(await reasonOf(verify({ ...(await sign()), 'webhook-id': id }, body))).toBe('headers');
  });

  test('does not show the secret in its errors', async () => {
    for (const wrong of ['', 'secret', 'whsec_', 'whsec_???', 'whsec_c2hvcnQ=', `${secret}=`, [], undefined]) {
      let error: unknown;
      try {
        verifyWebhook({ secret: wrong as string });
      } catch (thrown) {
        error = thrown;
      }
      expect(isConfigError(error) && error.message).toMatch(/^secret must (be whsec_ and the Base64|have at least)/);
      expect(String(error)).not.toContain('c2hvcnQ');
    }
    await expect(signWebhook(secret, { id: 'a.b', at: now, body })).rejects.toThrow('id must have 1 to 200');
    expect(() => verifyWebhook({ secret, tolerance: 0 })).toThrow('tolerance must be a whole number');
    expect(() => verifyWebhook({ secret, tolerence: 1 } as never)).toThrow('did you mean tolerance?');
    const refused = verify({ ...(await sign()) }, `${body} `);
    await expect(refused).rejects.toThrow(/^No signature of the request matches its body and the secret$/);
  });
});
