import type { Transport } from '@syncline/core/internal';
import { expect, test } from 'vitest';
import { createReadOnlyTransport, createRequestBudget } from '../../src/access/read-only-transport.ts';
import { isRefusalError } from '../../src/index.ts';

const init = { headers: {}, redirect: 'manual' as const, signal: new AbortController().signal };

function recording(withCancellation: boolean) {
  const sent: string[] = [];
  const response = { status: 200, ok: true, headers: { get: () => null }, body: null };
  const inner: Transport = (url, { method }) => {
    sent.push(`${method} ${url}`);
    return Promise.resolve(response);
  };
  const both = Object.assign(inner.bind(undefined) as Transport, {
    withCancellation: (url: string, { method }: { method: string }) => inner(url, { ...init, method }),
  });
  return { sent, transport: withCancellation ? both : inner };
}

const clock = { reading: 0, now: () => clock.reading };

test.each([
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'get',
  'GET ',
  '',
])('a %j is refused before it is sent, on both ways of the engine', async (method) => {
  for (const isCancellable of [false, true]) {
    const { sent, transport } = recording(isCancellable);
    const readOnly = createReadOnlyTransport(transport, createRequestBudget(10, clock));
    await expect(readOnly('https://a.example/', { ...init, method })).rejects.toThrow('Only GET requests are sent');
    if (isCancellable)
      await expect(readOnly.withCancellation?.('https://a.example/', { ...init, method }, {} as never)).rejects.toThrow(
        'Only GET',
      );
    expect(sent).toEqual([]);
  }
});

test('a GET with a body is refused, and one without is sent', async () => {
  const { sent, transport } = recording(true);
  const readOnly = createReadOnlyTransport(transport, createRequestBudget(10, clock));
  await expect(readOnly('https://a.example/', { ...init, method: 'GET', body: 'x' })).rejects.toSatisfy(isRefusalError);
  await readOnly('https://a.example/', { ...init, method: 'GET' });
  await readOnly.withCancellation?.('https://b.example/', { ...init, method: 'GET' }, {} as never);
  expect(sent).toEqual(['GET https://a.example/', 'GET https://b.example/']);
});

test('a used-up budget refuses requests, says for how long, and refills evenly', () => {
  clock.reading = 0;
  const budget = createRequestBudget(6, clock);
  for (let taken = 0; taken < 6; taken += 1) budget.take();
  expect(() => budget.take()).toThrow('The budget of 6 requests a minute is used up. Try again in 10 s');
  clock.reading = 9_000;
  expect(() => budget.take()).toThrow('Try again in 1 s');
  clock.reading = 10_000;
  budget.take();
  expect(() => budget.take()).toThrow('Try again in 10 s');
  clock.reading = 3_600_000;
  for (let taken = 0; taken < 6; taken += 1) budget.take();
  expect(() => budget.take()).toThrow('used up');
  expect(budget.spent).toBe(13);
});
