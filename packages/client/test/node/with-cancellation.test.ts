import type { Cancellation } from '@syncline/core/internal';
import { expect, it } from 'vitest';
import { gate } from '../support/events.ts';
import { serve } from '../support/serve.ts';
import { transportFor } from './support.ts';

const init = { method: 'GET', headers: {}, redirect: 'manual' } as const;
const reason = new Error('enough');
const going = (): Pick<Cancellation, 'reason' | 'onCancel'> => ({ reason: undefined, onCancel: undefined });

it('returns the same response as a call with a signal', async () => {
  const url = await serve((request, response) => response.end(request.headers.accept));
  expect(
    await (await transportFor().withCancellation(url, { ...init, headers: { accept: 'a/b' } }, going())).text(),
  ).toBe('a/b');
});

it('fails at once if the request was cancelled before', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => void (seen.push(request.url), response.end()));
  const transport = transportFor();
  await expect(transport.withCancellation(url, init, { ...going(), reason })).rejects.toBe(reason);
  await transport(url).then((response) => response.text());
  expect(seen).toEqual(['/']);
});

it('never sends a request that is cancelled while it waits for a connection', async () => {
  const seen: unknown[] = [];
  const { opened, open } = gate();
  const url = await serve((request, response) => {
    seen.push(request.url);
    void opened.then(() => response.end());
  });
  const transport = transportFor({ connections: 1 });
  const stop = going();
  const first = transport(`${url}/first`).then((response) => response.text());
  const second = transport.withCancellation(`${url}/second`, init, stop);
  stop.onCancel?.(reason);
  await expect(second).rejects.toBe(reason);
  open();
  await first;
  await transport(`${url}/third`).then((response) => response.text());
  expect(seen).toEqual(['/first', '/third']);
});

it.each([
  'while it waits for the response',
  'while its body arrives',
])('closes the connection when it is cancelled %s', async (when) => {
  let closed: Promise<void> | undefined;
  const reached = gate();
  const url = await serve((_, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    if (when === 'while its body arrives') response.write('begun');
    reached.open();
  });
  const stop = going();
  const call = transportFor().withCancellation(url, init, stop);
  const work: Promise<unknown> = when === 'while its body arrives' ? (await call).text() : call;
  const failed = expect(work).rejects.toBe(reason);
  await reached.opened;
  stop.onCancel?.(reason);
  await failed;
  await closed;
});

it('has no effect once the response is complete', async () => {
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
    'must not contain a user name or password',
  );
  await transport.close();
  await expect(transport.withCancellation('http://localhost:1/', init, going())).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    option: 'fetch',
  });
});
