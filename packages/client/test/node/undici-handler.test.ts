import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { UndiciHandler } from '../../src/node/undici-handler.ts';
import { gate, startDelivery } from '../support/events.ts';
import { serve } from '../support/serve.ts';
import { drain, transportFor } from './support.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'x');

it('shows status, headers in any case, and several headers of a name as one', async () => {
  const url = await serve((_, response) =>
    response
      .writeHead(404, 'Gone Fishing', [
        ['X-Two', 'a'],
        ['x-two', 'b'],
        ['Content-Type', 'text/plain'],
      ] as never)
      .end('no'),
  );
  const response = await transportFor()(url);
  expect(response).toMatchObject({ status: 404, statusText: 'Gone Fishing' });
  expect(
    ['x-TWO', 'content-type', 'constructor', '__proto__', 'x-none'].map((name) => response.headers.get(name)),
  ).toEqual(['a, b', 'text/plain', null, null, null]);
  expect(await response.text()).toBe('no');
});

it('sends method, headers and body, and does not follow a redirect', async () => {
  const url = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response
      .writeHead(307, { location: '/elsewhere', 'x-seen': `${request.method} ${request.headers['x-mine']} ${body}` })
      .end();
  });
  const response = await transportFor()(url, { method: 'POST', headers: { 'x-mine': 'yes' }, body: 'ä' });
  expect([response.status, response.headers.get('location'), response.headers.get('x-seen')]).toEqual([
    307,
    '/elsewhere',
    'POST yes ä',
  ]);
});

it('pauses the connection after few chunks, however small they are', () => {
  let paused = 0;
  const controller = { pause: () => (paused += 1), resume: () => {}, abort: () => {} };
  const handler = new UndiciHandler(
    () => {},
    () => {},
    () => {},
    undefined,
  );
  handler.onRequestStart(controller as never);
  handler.onResponseStart(controller as never, 200, {});
  let chunks = 0;
  for (; paused === 0 && chunks < 10_000; chunks += 1) handler.onResponseData(controller as never, Uint8Array.of(32));
  expect(chunks).toBe(256);
});

it('has no body if the response has none', async () => {
  const response = await transportFor()(await serve((_, response) => response.writeHead(204).end()));
  expect(response.body).toBeNull();
  expect((await response.bytes()).length).toBe(0);
});

it('reads a body once', async () => {
  const response = await transportFor()(await serve((_, response) => response.end('[1]')));
  expect(await response.json()).toEqual([1]);
  await expect(response.text()).rejects.toThrow('already been read');
});

it('reads a large body at once, even if its beginning was held back', async () => {
  const url = await serve((_, response) => {
    for (let count = 0; count < 8; count += 1) response.write(megabyte);
    response.end();
  });
  const transport = transportFor();
  const response = await transport(url);
  await (await startDelivery())();
  expect((await response.arrayBuffer()).byteLength).toBe(8 * megabyte.length);
  expect(await drain((await transport(url)).body)).toBe(8 * megabyte.length);
});

it('applies backpressure to a server whose body nobody reads', async () => {
  let written = 0;
  const pour = (response: ServerResponse): void => {
    while (written < 512 && response.write(megabyte)) written += 1;
    if (written < 512) response.once('drain', () => pour(response));
  };
  const response = await transportFor()(await serve((_, answer) => pour(answer)));
  const deliver = await startDelivery();
  for (let before = -1; before !== written; await deliver()) before = written;
  expect(written).toBeLessThan(64);
  await response.body?.[Symbol.asyncIterator]().return?.();
});

it('closes the connection when a reader leaves', async () => {
  let closed: Promise<void> | undefined;
  const url = await serve((_, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    response.write('begun');
  });
  for await (const chunk of (await transportFor()(url)).body ?? []) {
    expect(Buffer.from(chunk).toString()).toBe('begun');
    break;
  }
  await closed;
});

it.each([
  'before it is sent',
  'while it waits',
  'while its body arrives',
])('an abort ends a request %s with the reason of the signal', async (when) => {
  const reached = gate();
  const url = await serve((_, response) => {
    if (when === 'while its body arrives') response.write('begun');
    reached.open();
  });
  const controller = new AbortController();
  const reason = new Error('enough');
  if (when === 'before it is sent') controller.abort(reason);
  const call = transportFor()(url, { signal: controller.signal });
  const work: Promise<unknown> = when === 'while its body arrives' ? (await call).text() : call;
  const failed = expect(work).rejects.toBe(reason);
  if (when !== 'before it is sent') await reached.opened;
  controller.abort(reason);
  await failed;
});

it('an abort while the request waits for a connection never sends it', async () => {
  const seen: (string | undefined)[] = [];
  const { opened, open } = gate();
  const url = await serve((request, response) => {
    seen.push(request.url);
    void opened.then(() => response.end());
  });
  const transport = transportFor({ connections: 1 });
  const controller = new AbortController();
  const first = transport(`${url}/first`).then((response) => response.text());
  const second = transport(`${url}/second`, { signal: controller.signal });
  controller.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  open();
  await first;
  await transport(`${url}/third`).then((response) => response.text());
  expect(seen).toEqual(['/first', '/third']);
});

it('removes its listener from the signal when the response is complete', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: unknown[]) => (listeners++, addEventListener.apply(signal, args as never));
  signal.removeEventListener = (...args: unknown[]) => (listeners--, removeEventListener.apply(signal, args as never));
  const response = await transportFor()(await serve((_, answer) => answer.end('x')), { signal });
  await response.text();
  expect(listeners).toBe(0);
});

it('refuses a header that would break the request, without its value', async () => {
  await expect(transportFor()(await serve(() => {}), { headers: { authorization: 'secret\r\nx: y' } })).rejects.toThrow(
    'invalid authorization header',
  );
});
