import { bearer } from '@syncline/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientOptions, TransportResponse } from '../../src/index.ts';
import { canary } from '../callbacks/behaviours.ts';
import { leaksIn } from '../hostile/canaries.ts';
import { inProcess, rejection, settled } from '../support/in-process.ts';

const unhandled: unknown[] = [];
const record = (reason: unknown) => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', record));
afterAll(() => void process.off('unhandledRejection', record));

const failure = () => new TypeError(`broken with ${canary}`);
const gets: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw failure();
  },
  'throws nothing': () => {
    throw undefined;
  },
  rejects: () => Promise.reject(failure()),
  'returns a number': () => 7,
  'returns nothing': () => undefined,
};
const statuses = [200, 302, 404, 503];
const cases = Object.keys(gets).flatMap((way) => statuses.map((status) => ({ way, status })));

const respond = (response: object, given?: Partial<ClientOptions>) => {
  const whole = { status: 200, ok: true, headers: { get: () => null }, body: null, ...response };
  return inProcess([() => whole as TransportResponse], { credential: bearer(canary), ...given }).odata;
};

describe('a transport whose headers fail', () => {
  it.each(cases)('is named by the error of a call: get() $way, status $status', async ({ way, status }) => {
    const headers = { get: gets[way] as () => never };
    const response = { status, ok: status < 300, headers, body: new Blob(['[]']).stream() };
    // With this option, a header of every response is read, whatever its status.
    const odata = respond(response, { requestIdHeader: 'x-request-id' });
    const error = await rejection(odata.history.list());
    expect(error).toMatchObject({ name: 'CallbackError', code: 'CALLBACK_FAILED', callback: 'fetch' });
    expect(leaksIn(error)).toEqual([]);
    await settled();
    expect(unhandled).toEqual([]);
  });

  it.each(Object.keys(gets))('is named where only Retry-After is read: get() %s', async (way) => {
    const headers = { get: gets[way] as () => never };
    const error = await rejection(respond({ status: 503, ok: false, headers }).history.list());
    expect(error).toMatchObject({ code: 'CALLBACK_FAILED', callback: 'fetch', attempts: 1 });
  });
});

describe('a stream over a transport whose body is not a body', () => {
  it.each<[string, unknown, string]>([
    ['ends without a result', { [Symbol.asyncIterator]: () => ({ next: async () => undefined }) }, 'CALLBACK_FAILED'],
    ['is a text', '[]', 'NETWORK_ERROR'],
  ])('fails with a typed error: it %s', async (_, body, code) => {
    const records = respond({ body }).history.stream();
    expect(await rejection(records.next())).toMatchObject({ code });
  });

  it('fails with the error of its content type if such a body cannot be cancelled', async () => {
    const records = respond({ body: 'text', headers: { get: () => 'text/html' } }).history.stream();
    expect(await rejection(records.next())).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'content-type' });
  });
});

it('a content type that is cut off shows no part of a secret', async () => {
  const hex = Buffer.from(canary).toString('hex');
  const headers = { get: () => `text/${'x'.repeat(52 - hex.length / 2)}${hex}` };
  const error = await rejection(respond({ headers, body: new Blob(['<html>']).stream() }).history.list());
  expect(error).toMatchObject({ reason: 'content-type' });
  expect((error as Error).message).not.toContain(hex.slice(0, 12));
});

it('a long body of a failure that is cut off shows no part of a secret', async () => {
  const message = `${'x'.repeat(64 * 1024 - 12)}${canary}`;
  const body = new Blob([`${message}${'x'.repeat(2000)}`]).stream();
  const error = await rejection(respond({ status: 404, ok: false, body }).history.list());
  expect(error).toMatchObject({ status: 404 });
  expect((error as { body: string }).body).not.toContain(canary.slice(0, 8));
});
