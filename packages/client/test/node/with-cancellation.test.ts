import type { Cancellation } from '@syncline/core';
import { expect, it } from 'vitest';
import { serve } from '../support/serve.ts';
import { transportFor } from './support.ts';

const init = { method: 'GET', headers: {}, redirect: 'manual' } as const;
const reason = new Error('enough');
const going = (): Pick<Cancellation, 'reason' | 'onCancel'> => ({ reason: undefined, onCancel: undefined });

it('answers as with a signal', async () => {
  const url = await serve((request, response) => response.end(request.headers.accept));
  expect(
    await (await transportFor().withCancellation(url, { ...init, headers: { accept: 'a/b' } }, going())).text(),
  ).toBe('a/b');
});

it('fails at once where the request was stopped before', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => void (seen.push(request.url), response.end()));
  const transport = transportFor();
  await expect(transport.withCancellation(url, init, { ...going(), reason })).rejects.toBe(reason);
  await transport(url).then((response) => response.text());
  expect(seen).toEqual(['/']);
});

it('never sends what is stopped while it waits for a connection', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.url);
    setTimeout(() => response.end(), 50);
  });
  const transport = transportFor({ connections: 1 });
  const stop = going();
  const first = transport(`${url}/first`).then((response) => response.text());
  const second = transport.withCancellation(`${url}/second`, init, stop);
  stop.onCancel?.(reason);
  await expect(second).rejects.toBe(reason);
  await first;
  await transport(`${url}/third`).then((response) => response.text());
  expect(seen).toEqual(['/first', '/third']);
});

it.each([
  'while the answer is waited for',
  'while its body arrives',
])('closes the connection when it is stopped %s', async (when) => {
  let closed: Promise<void> | undefined;
  let asked: () => void = () => {};
  const reached = new Promise<void>((resolve) => (asked = resolve));
  const url = await serve((_, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    if (when === 'while its body arrives') response.write('begun');
    asked();
  });
  const stop = going();
  const call = transportFor()
    .withCancellation(url, init, stop)
    .then((response) => response.text());
  const failed = expect(call).rejects.toBe(reason);
  await reached;
  if (when === 'while its body arrives') await new Promise((resolve) => setTimeout(resolve, 50));
  stop.onCancel?.(reason);
  await failed;
  await closed;
});

it('has no effect once the answer is complete', async () => {
  const transport = transportFor();
  const url = await serve((_, response) => response.end('done'));
  const stop = going();
  const response = await transport.withCancellation(url, init, stop);
  expect(await response.text()).toBe('done');
  stop.onCancel?.(reason);
  expect(await (await transport(url)).text()).toBe('done');
});

it('refuses an address or a transport that cannot be used as a call without it does', async () => {
  const transport = transportFor();
  await expect(transport.withCancellation('http://a:b@localhost/', init, going())).rejects.toThrow(
    'must not hold a user name or password',
  );
  await transport.close();
  await expect(transport.withCancellation('http://localhost:1/', init, going())).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    option: 'fetch',
  });
});
