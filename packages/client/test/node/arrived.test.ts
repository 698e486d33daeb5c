import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { eventually, gate, startDelivery } from '../support/events.ts';
import { serve } from '../support/serve.ts';
import { transportFor } from './support.ts';

const answered = async (handler: Parameters<typeof serve>[0]) => transportFor()(await serve(handler));

it('a body that has arrived is returned at once, and counts as read', async () => {
  const response = await answered((_, answer) => answer.end('[1]'));
  expect(Buffer.from(response.arrived() ?? []).toString()).toBe('[1]');
  expect(response.arrived()).toBeUndefined();
  await expect(response.text()).rejects.toThrow('already been read');
});

it('a body that arrives in chunks is returned as one', async () => {
  const { opened, open } = gate();
  const response = await answered((_, answer) => {
    answer.write('[1,');
    void opened.then(() => answer.end('2]'));
  });
  let body = response.arrived();
  expect(body).toBeUndefined();
  open();
  await eventually(() => (body = response.arrived()) !== undefined);
  expect(Buffer.from(body ?? []).toString()).toBe('[1,2]');
});

it('no body is an empty body', async () => {
  expect((await answered((_, answer) => answer.writeHead(204).end())).arrived()?.length).toBe(0);
  expect((await answered((_, answer) => answer.end())).arrived()?.length).toBe(0);
});

it('a body that is not complete, or never will be, is left to its reader', async () => {
  const unfinished = await answered((_, answer) => void answer.write('[1'));
  expect(unfinished.arrived()).toBeUndefined();
  const deliver = await startDelivery();
  const { opened, open } = gate();
  const broken = await answered((_, answer) => {
    answer.writeHead(200, { 'content-length': 10 }).write('[1');
    void opened.then(() => answer.destroy());
  });
  open();
  await deliver();
  expect(broken.arrived()).toBeUndefined();
  await expect(broken.text()).rejects.toThrow();
  await unfinished.body?.[Symbol.asyncIterator]().return?.();
});

it('a body that must be decoded is left to its reader, who can stop', async () => {
  const response = await answered((_, answer) =>
    answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[1]')),
  );
  await (await startDelivery())();
  expect(response.arrived()).toBeUndefined();
  expect(await response.text()).toBe('[1]');
});
