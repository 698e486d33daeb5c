import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importCopy } from '@syncline/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { platformFetch, type TransportInit } from '../../src/internal.ts';

const init: TransportInit = {
  method: 'GET',
  headers: {},
  redirect: 'manual',
  signal: new AbortController().signal,
};

/** A server that counts its connections. */
const counting = async () => {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((_, response) => {
    seen.requests += 1;
    setImmediate(() => response.end('[]'));
  });
  server.on('connection', () => (seen.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Reads whole responses one after another. */
const repeat = async (url: string, count: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) {
    const { body } = await platformFetch(url, init);
    for await (const _ of body as AsyncIterable<Uint8Array>);
  }
};

/** Sends two requests at once through a replaced `fetch`. */
const sendTwo = (transport: typeof platformFetch) => {
  vi.stubGlobal('fetch', async () => new Response('[]'));
  return Promise.all([transport('http://127.0.0.1', init), transport('http://127.0.0.1', init)]);
};

describe('the platform’s fetch', () => {
  it.each([2, 5, 20])('%i concurrent requests, repeated, need the same number of connections', async (lanes) => {
    const { seen, url } = await counting();
    await Promise.all(Array.from({ length: lanes }, () => repeat(url, 50)));
    expect(seen.requests).toBe(lanes * 50);
    expect(seen.connections).toBeLessThanOrEqual(lanes);
  });

  it('a single request does not wait, also after one that has failed', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    let sent = 0;
    vi.stubGlobal('fetch', async () => {
      sent += 1;
      throw new Error('no network');
    });
    for (const count of [1, 2, 3]) {
      const failed = platformFetch('http://127.0.0.1', init);
      expect(sent).toBe(count);
      await expect(failed).rejects.toThrow('no network');
    }
  });

  it('does not send a request that is aborted while it waits', async () => {
    const { seen, url } = await counting();
    const controller = new AbortController();
    const first = repeat(url, 1);
    const second = platformFetch(url, { ...init, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await first;
    expect(seen.requests).toBe(1);
  });
});

describe('with fake timers', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('concurrent requests are sent', async () => {
    vi.useFakeTimers();
    expect(await sendTwo(platformFetch)).toHaveLength(2);
  });

  it('concurrent requests are sent, even if the timers were replaced before the module was loaded', async () => {
    vi.useFakeTimers();
    const loaded = await importCopy<typeof import('../../src/internal.ts')>(
      import.meta.resolve('../../src/internal.ts'),
    );
    expect(loaded.platformFetch).not.toBe(platformFetch);
    expect(await sendTwo(loaded.platformFetch)).toHaveLength(2);
  });
});
