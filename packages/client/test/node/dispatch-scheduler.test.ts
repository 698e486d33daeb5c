import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { gate } from '../support/events.ts';
import { transportFor } from './support.ts';

const { setImmediate: later } = globalThis;

/** A server that counts its connections. It responds to `/slow` only after `open` is called. */
const counting = async () => {
  const seen = { connections: 0, requests: 0 };
  const { opened, open } = gate();
  const server = createServer((request, response) => {
    seen.requests += 1;
    if (request.url === '/slow') void opened.then(() => response.end('[]'));
    else later(() => response.end('[]'));
  });
  server.on('connection', () => (seen.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { seen, open, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

it.each([2, 5, 20])('%i concurrent calls, repeated, need the same number of connections', async (lanes) => {
  const { seen, url } = await counting();
  const transport = transportFor();
  const lane = async () => {
    for (let count = 0; count < 50; count += 1) await (await transport(url)).text();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(seen.requests).toBe(lanes * 50);
  expect(seen.connections).toBeLessThanOrEqual(lanes);
});

it('a waiting request is sent even if the transport is closed in the meantime', async () => {
  const { open, url } = await counting();
  const transport = transportFor();
  const slow = transport(`${url}/slow`);
  await (await transport(url)).text();
  const next = transport(url);
  const closed = transport.close();
  open();
  expect(await (await slow).text()).toBe('[]');
  expect(await (await next).text()).toBe('[]');
  await closed;
});

it.skipIf(Object.isFrozen(Date))('concurrent calls are sent although a test has replaced the timers', async () => {
  const { seen, url } = await counting();
  const transport = transportFor();
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  await (await transport(url)).text();
  await Promise.all([transport(url), transport(url)]);
  expect(seen.requests).toBe(3);
});
