import { basic } from '@syncline/auth';
import { expect, it } from 'vitest';
import { createV2Client, type V2Client } from '../../src/index.ts';
import { eventually, startDelivery } from '../support/events.ts';
import { serve } from '../support/serve.ts';

/** A client of a server that responds as many times as `answers` says, and what it has seen. */
const connect = async (answers: number) => {
  const seen = { requests: 0, closed: 0 };
  const baseUrl = await serve((_, response) => {
    seen.requests += 1;
    if (seen.requests <= answers) response.setHeader('content-type', 'application/json').end('[]');
    else response.once('close', () => (seen.closed += 1));
  });
  const v2 = createV2Client({ baseUrl, credential: basic({ username: 'ada', password: 'x' }) });
  return { v2, seen };
};

const watch = (v2: V2Client): AsyncIterator<unknown> => v2.jobs.watchStatus('42')[Symbol.asyncIterator]();
const many = (v2: V2Client): AsyncIterator<unknown> => v2.jobs.statusOfMany(['1', '2', '3'], { concurrency: 2 });

it.each([
  ['a watch that waits for a response', watch, { answers: 0, requests: 1 }],
  ['a watch that waits for its next poll', watch, { answers: 1, requests: 1 }],
  ['many reads that wait for a response', many, { answers: 0, requests: 2 }],
])('return() ends %s at once', async (_, start, { answers, requests }) => {
  const { v2, seen } = await connect(answers);
  const iterator = start(v2);
  const next = iterator.next();
  await eventually(() => seen.requests === requests);
  // A response on its way has arrived.
  await (await startDelivery())();
  expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  await eventually(() => seen.closed === requests - answers);
  expect(seen.requests).toBe(requests);
});

it.each([
  ['a watch', watch],
  ['many reads', many],
])('%s that is ended before its first record sends nothing', async (_, start) => {
  const { v2, seen } = await connect(0);
  const iterator = start(v2);
  await iterator.return?.();
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(seen.requests).toBe(0);
});
