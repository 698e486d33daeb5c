import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { basic } from '@syncline/auth';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createODataClient, settle } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { eventually } from '../support/events.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve } from '../support/serve.ts';

const json = { 'content-type': 'application/json' };
const record = JSON.stringify({ instanceid: '1', details: 'x'.repeat(1000) });
const made = async (listener: Parameters<typeof serve>[0]) => {
  const manual = createManualClock();
  const transport = createNodeTransport({ clock: manual.clock });
  const odata = createODataClient({
    baseUrl: await serve(listener),
    credential: basic({ username: 'ada', password: 'x' }),
    fetch: transport,
  });
  return { ...manual, transport, odata };
};

describe('closing the Node transport', () => {
  it('with a clock that fails is refused with the option', async () => {
    const { clock } = createManualClock();
    const transport = createNodeTransport({ clock: { ...clock, wait: () => 7 as never } });
    await expect(transport.close()).rejects.toMatchObject({ code: 'CONFIG_INVALID', option: 'clock' });
  });
  it.each([
    ['as it is', false],
    ['decoded', true],
  ])('ends a stream that was abandoned, %s', async (_, zipped) => {
    let closed = false;
    const { transport, odata, waits, step } = await made((_request, response) => {
      response.writeHead(200, { ...json, ...(zipped && { 'content-encoding': 'gzip' }) });
      const bytes = Buffer.from(`[${`${record},`.repeat(5000)}`);
      response.write(zipped ? gzipSync(bytes) : bytes);
      response.on('close', () => (closed = true));
    });
    const stream = odata.history.stream();
    await stream.next();
    let isClosed = false;
    const closing = transport.close().then(() => (isClosed = true));
    await eventually(() => waits.length > 0);
    expect([waits, isClosed]).toEqual([[1000], false]);
    step();
    await closing;
    await eventually(() => closed);
    // The records that arrived before are still delivered. The rest never arrives.
    const rest = await settle(
      (async () => {
        for await (const { instanceid } of stream) expect(instanceid).toBe('1');
      })(),
    );
    expect(rest.error).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(rest.error?.message).toContain('the transport was closed');
  });
  it.each([
    ['to a proxy that does not answer', true],
    ['to a server that does not answer in TLS', false],
  ])('does not wait for a connection %s, once nobody needs it', async (_, isProxy) => {
    let isAsked = false;
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => {}).once('data', () => (isAsked = true)));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { clock, waits, step } = createManualClock();
    const transport = createNodeTransport({
      clock,
      connectTimeout: 600_000,
      ...(isProxy && { proxy: `http://${address}` }),
    });
    const leaving = new AbortController();
    const call = transport(isProxy ? 'https://sync.example.com' : `https://${address}`, { signal: leaving.signal });
    await eventually(() => isAsked);
    leaving.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
    const closing = transport.close();
    await eventually(() => waits.length === 1);
    step();
    await closing;
  });
  it('waits for a stream that is read, however slowly', async () => {
    let finish = () => {};
    const { transport, odata, waits, step, pending } = await made((_, response) => {
      response.writeHead(200, json).write(`[${record},${record},{`);
      finish = () => void response.end('"instanceid":"2"}]');
    });
    const stream = odata.history.stream();
    await stream.next();
    await stream.next();
    const last = stream.next();
    let isClosed = false;
    const closing = transport.close().then(() => (isClosed = true));
    for (let turn = 1; turn <= 5; turn += 1) {
      await eventually(() => waits.length === turn);
      step();
      await settled();
    }
    expect(isClosed).toBe(false);
    finish();
    expect((await last).value).toMatchObject({ instanceid: '2' });
    expect((await stream.next()).done).toBe(true);
    await closing;
    expect(pending.size).toBe(0);
  });
  it('waits for a response that is still to come', async () => {
    let respond = () => {};
    const { transport, odata, waits, step } = await made((_, response) => {
      respond = () => void response.writeHead(200, json).end('[]');
    });
    const listing = odata.history.list();
    await settled();
    const closing = transport.close();
    await eventually(() => waits.length === 1);
    step();
    await eventually(() => waits.length === 2);
    respond();
    expect(await listing).toEqual([]);
    await closing;
  });
});
