import { gzipSync } from 'node:zlib';
import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
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
