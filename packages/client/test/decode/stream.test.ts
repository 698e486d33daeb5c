import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, type ClientOptions, createODataClient, settle, type Transport } from '../../src/index.ts';
import { gate, startDelivery } from '../support/events.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve } from '../support/serve.ts';

const client = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createODataClient({ baseUrl, credential: basic({ username: 'ada', password: 'x' }), ...options });
const record = (id: number) => ({ instanceid: String(id), details: 'x'.repeat(200) });
const json = { 'content-type': 'application/json' };

/** A text as a stream of chunks of this many bytes. */
const inPieces = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.slice(start, (start += size)));
      if (start >= bytes.length) controller.close();
    },
  });
};

describe('a stream', () => {
  it('sends nothing until a record is read', async () => {
    let requests = 0;
    const url = await serve((_, response) => void ((requests += 1), response.writeHead(200, json).end('[]')));
    const asked: string[] = [];
    const transport: Transport = (address, init) => (asked.push(address), fetch(address, init));
    const stream = client(url, { fetch: transport }).history.stream();
    await settled();
    expect(asked).toEqual([]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(requests).toBe(1);
  });
  it('yields records while the body arrives', async () => {
    let finish = () => {};
    const url = await serve((_, response) => {
      response.writeHead(200, json).write(`[${JSON.stringify(record(1))},${JSON.stringify(record(2))},{"inst`);
      finish = () => void response.end('anceid":"3"}]');
    });
    const stream = client(url).connectors.stream();
    expect((await stream.next()).value).toMatchObject({ instanceid: '1' });
    expect((await stream.next()).value).toMatchObject({ instanceid: '2' });
    finish();
    expect((await stream.next()).value).toEqual({ instanceid: '3' });
    expect((await stream.next()).done).toBe(true);
  });
  it.each([
    ['{"value":[{"instanceid":"1"}', ',{"instanceid":"2"}', ']', '}'],
    ['[{"instanceid":"1"},', '{"instanceid":"2"}]'],
    ['[{"instanceid":"1"}\n', ',{"instance', 'id":"2"},', '{"instanceid":"3"}', ']'],
  ])('yields a record when its last byte arrives, whatever comes after it: %j, …', async (...parts) => {
    const channel = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 9 });
    const sender = channel.writable.getWriter();
    const transport: Transport = () => Promise.resolve(new Response(channel.readable, { headers: json }));
    const stream = client('https://sync.example.com', { fetch: transport }).history.stream();
    let ends = 0;
    for (const part of parts) {
      void sender.write(new TextEncoder().encode(part));
      // Each of these parts completes at most one record.
      if (part.includes('}') && part !== '}')
        expect((await stream.next()).value).toEqual({ instanceid: `${(ends += 1)}` });
    }
    const next = stream.next();
    void sender.close();
    expect((await next).done).toBe(true);
  });
  it('returns each record once to concurrent readers', async () => {
    const rest = gate();
    const url = await serve((_, response) => {
      response.writeHead(200, json).write(`[${JSON.stringify(record(0))},${JSON.stringify(record(1))},{`);
      void rest.opened.then(() => response.end('"instanceid":"2"},{"instanceid":"3"}]'));
    });
    const stream = client(url).history.stream();
    const reading = Array.from({ length: 5 }, () => stream.next());
    await reading[1];
    rest.open();
    const steps = await Promise.all(reading);
    expect(steps.map(({ value }) => value?.instanceid)).toEqual(['0', '1', '2', '3', undefined]);
    expect(steps.at(-1)?.done).toBe(true);
  });
  it('reads records of many chunks, and none that is larger than the limit', async () => {
    const url = await serve(
      (_, response) =>
        void response
          .writeHead(200, json)
          .end(JSON.stringify([record(0), { details: 'ü},{'.repeat(60_000) }, record(2)])),
    );
    const sizes: number[] = [];
    for await (const { details } of client(url).history.stream()) sizes.push(details?.length ?? 0);
    expect(sizes).toEqual([200, 240_000, 200]);
    const bounded = client(url, { maxBodyBytes: 200_000 }).history.stream();
    expect((await bounded.next()).value).toMatchObject({ instanceid: '0' });
    await expect(bounded.next()).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });
  it('fails before the first record if the beginning of the body has a next link', async () => {
    const url = await serve(
      (_, response) =>
        void response.writeHead(200, json).write(`{"@odata.nextLink":"x","value":[${JSON.stringify(record(1))},{`),
    );
    await expect(client(url).history.stream().next()).rejects.toMatchObject({ reason: 'next-page' });
  });
  it.each([
    ['next-page', '"@odata.nextLink":"x"'],
    ['count', '"@odata.count":3'],
    ['service-error', '"error":{"code":"42"}'],
  ])('yields all records before it throws for a collection with the defect %s', async (reason, member) => {
    const body = `{"value":[${JSON.stringify(record(1))},${JSON.stringify(record(2))}],${member}}`;
    for (const size of [1, 100, body.length]) {
      const events: ClientEvent[] = [];
      const transport: Transport = () => Promise.resolve(new Response(inPieces(body, size), { headers: json }));
      const stream = client('https://sync.example.com', {
        fetch: transport,
        onEvent: (event) => events.push(event),
      }).history.stream();
      const ids: unknown[] = [];
      const reading = (async () => {
        for await (const { instanceid } of stream) ids.push(instanceid);
      })();
      expect((await settle(reading)).error).toMatchObject({ code: 'RESPONSE_FORMAT', reason });
      expect(ids).toEqual(['1', '2']);
      expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: false, error: { reason } });
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    }
  });
  it.each([
    '{"value":[1],"error":{"code":"42"}}',
    '{"value":[],"value":[],"error":{"code":"42"}}',
  ])('says what the service says of %s', async (body) => {
    const { history } = client('https://sync.example.com', {
      fetch: () => Promise.resolve(new Response(body, { headers: json })),
    });
    await expect(history.list()).rejects.toMatchObject({ reason: 'service-error' });
    await expect(history.stream().next()).rejects.toMatchObject({ reason: 'service-error' });
  });
  it('refuses a collection with two lists, after the records of the first', async () => {
    const transport: Transport = () =>
      Promise.resolve(new Response('{"value":[{"instanceid":"1"}],"value":[{"instanceid":"2"}]}', { headers: json }));
    const stream = client('https://sync.example.com', { fetch: transport }).history.stream();
    expect((await stream.next()).value).toEqual({ instanceid: '1' });
    await expect(stream.next()).rejects.toMatchObject({ reason: 'shape' });
  });
  it('closes the connection when the loop is left', async () => {
    const events: ClientEvent[] = [];
    let closed: () => void = () => {};
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const url = await serve((_, response) => {
      response.writeHead(200, json).write(`[${JSON.stringify(record(0))},{`);
      response.on('close', closed);
    });
    for await (const { instanceid } of client(url, { onEvent: (event) => events.push(event) }).history.stream()) {
      expect(instanceid).toBe('0');
      break;
    }
    await isClosed;
    expect(events.at(-1)).toMatchObject({ type: 'outcome' });
  });
  it('does not read faster than its reader', async () => {
    let sent = 0;
    const url = await serve((_, response) => {
      response.writeHead(200, json).write('[');
      const more = () => {
        if (response.destroyed) return;
        while (response.write(`${JSON.stringify(record((sent += 1)))},`));
        response.once('drain', more);
      };
      more();
    });
    const stream = client(url).history.stream();
    await stream.next();
    const deliver = await startDelivery();
    for (let before = -1; before !== sent; await deliver()) before = sent;
    // The server has stopped sending, because the buffers in between are full.
    expect(sent * 240).toBeLessThan(32 * 1024 * 1024);
    await stream.return?.();
  });
  it('yields the records before a cut, then throws an error', async () => {
    const cut = gate();
    const url = await serve((_, response) => {
      response.writeHead(200, json).write(`[${JSON.stringify(record(1))},${JSON.stringify(record(2))},{`);
      void cut.opened.then(() => response.destroy());
    });
    const events: ClientEvent[] = [];
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const { instanceid } of client(url, { onEvent: (event) => events.push(event) }).history.stream()) {
        ids.push(instanceid);
        if (ids.length === 2) cut.open();
      }
    })();
    expect((await settle(reading)).error).toMatchObject({ code: 'NETWORK_ERROR', operation: 'listHistory' });
    expect(ids).toEqual(['1', '2']);
    expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: false, error: { code: 'NETWORK_ERROR' } });
  });
  it('ends at once on an abort between two chunks', async () => {
    const url = await serve(
      (_, response) => void response.writeHead(200, json).write(`[${JSON.stringify(record(1))},{`),
    );
    const aborter = new AbortController();
    const stream = client(url).history.stream({ signal: aborter.signal });
    await stream.next();
    setImmediate(() => aborter.abort());
    await expect(stream.next()).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await stream.next()).done).toBe(true);
  });
  it('ends on an abort while its reader holds a record', async () => {
    const url = await serve(
      (_, response) => void response.writeHead(200, json).write(`[${JSON.stringify(record(1))},{`),
    );
    const aborter = new AbortController();
    const stream = client(url).history.stream({ signal: aborter.signal });
    await stream.next();
    aborter.abort();
    await expect(stream.next()).rejects.toMatchObject({ code: 'ABORTED' });
  });
  it('is bounded as a whole by the deadline of the call, and in each silence by the client’s', async () => {
    const { clock, advance, step, waits } = createManualClock();
    /** Sends a record every 100 ms, and nothing more after the fifteenth. */
    const transport: Transport = async () => ({
      status: 200,
      ok: true,
      headers: { get: () => 'application/json' },
      body: (async function* () {
        yield new TextEncoder().encode('[');
        for (let count = 0; count < 15; count += 1) {
          advance(100);
          yield new TextEncoder().encode(`${JSON.stringify(record(count))},`);
        }
        await new Promise(() => {});
      })(),
    });
    const drain = async (stream: AsyncIterable<unknown>) => {
      for await (const _ of stream);
    };
    const options = { fetch: transport, clock, timeout: 700 };
    const unbounded = settle(drain(client('http://localhost:1', { ...options, deadline: 1000 }).history.stream()));
    await settled();
    expect(waits.at(-1)).toBe(700);
    step();
    expect((await unbounded).error).toMatchObject({ code: 'TIMEOUT', limit: 'timeout', milliseconds: 700 });
    const impatient = settle(drain(client('http://localhost:1', { ...options, deadline: 250 }).history.stream()));
    await settled();
    expect(waits.at(-1)).toBe(250);
    step();
    expect((await impatient).error).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 250 });
    const bounded = settle(drain(client('http://localhost:1', options).history.stream({ deadline: 1600 })));
    await settled();
    expect(waits.at(-1)).toBe(100);
    step();
    expect((await bounded).error).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 1600 });
  });
  it('reads a body that is an async iterable', async () => {
    const transport: Transport = async () => ({
      status: 200,
      ok: true,
      headers: { get: () => 'application/json' },
      body: (async function* () {
        yield new TextEncoder().encode('[{"a":1},');
        yield new TextEncoder().encode('{"a":2}]');
      })(),
    });
    const odata = client('http://localhost:1', { fetch: transport });
    const records: unknown[] = [];
    for await (const item of odata.history.stream()) records.push(item);
    expect(records).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await odata.history.list()).toEqual(records);
  });
  it('fails if there is no body', async () => {
    const transport: Transport = async () => new Response(null, { status: 204 });
    await expect(client('http://localhost:1', { fetch: transport }).history.stream().next()).rejects.toMatchObject({
      reason: 'empty',
    });
  });
});
