import { basic } from '@syncline/auth';
import { AbortedError } from '@syncline/core/internal';
import { describe, expect, it } from 'vitest';
import { createV2Client } from '../../src/index.ts';
import { eventually, gate } from '../support/events.ts';
import { settled } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';
import { statusOfMany } from '../../src/watch/status-of-many.ts';

describe('the status of many', () => {
  /**
   * A server that responds once as many requests are active as `atOnce` says. It responds to the job `slow` after four
   * other responses.
   */
  const answering = async (atOnce = 1) => {
    const seen = { now: 0, most: 0, requests: 0, answered: 0 };
    const slow = gate();
    const url = await serve(async (request, response) => {
      const id = /jobs\/([^/]+)\//.exec(request.url ?? '')?.[1] ?? '';
      seen.requests += 1;
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      if (id === 'slow') {
        slow.open();
        await eventually(() => seen.answered === 4 || response.destroyed);
      } else await eventually(() => seen.now >= atOnce || seen.requests === 5);
      await settled();
      seen.now -= 1;
      seen.answered += 1;
      response
        .writeHead(id === 'bad' ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify([{ history_id: id, status: 'x' }]));
    });
    const v2 = createV2Client({ baseUrl: url, credential: basic({ username: 'a', password: 'x' }) });
    return { v2, most: () => seen.most, slow: slow.opened };
  };
  it('yields one result for each id as it arrives, independently of the others', async () => {
    const { v2, most } = await answering(3);
    const ids: string[] = [];
    for await (const { jobId, ok, data, error } of v2.jobs.statusOfMany(['slow', 'a', 'bad', '..', 'b', 'c'], {
      concurrency: 3,
    })) {
      ids.push(jobId);
      expect(ok).toBe(jobId !== 'bad' && jobId !== '..');
      if (ok) expect(data?.[0]?.history_id).toBe(jobId);
      else expect(error?.code).toBe(jobId === 'bad' ? 'HTTP_ERROR' : 'CONFIG_INVALID');
    }
    expect(ids.toSorted()).toEqual(['..', 'a', 'b', 'bad', 'c', 'slow']);
    expect(ids.at(-1)).toBe('slow');
    expect(most()).toBe(3);
  });
  it('yields an error for each id after an abort, and aborts the current requests when the loop is left', async () => {
    const { v2, slow } = await answering();
    const codes: unknown[] = [];
    for await (const { error } of v2.jobs.statusOfMany(['slow', 'a'], { signal: AbortSignal.abort() }))
      codes.push(error?.code);
    expect(codes).toEqual(['ABORTED', 'ABORTED']);
    const aborter = new AbortController();
    void slow.then(() => aborter.abort());
    for await (const { error } of v2.jobs.statusOfMany(['slow'], { signal: aborter.signal }))
      expect(error?.code).toBe('ABORTED');
    for await (const _ of v2.jobs.statusOfMany(['a', 'slow'])) break;
  });
  it.each([1, 2, 5])('yields the results before an error of the ids, with %i at the same time', async (concurrency) => {
    const { v2 } = await answering();
    const found: string[] = [];
    let asked = 0;
    const jobIds: Iterable<string> = {
      [Symbol.iterator]: () => ({
        next: () => {
          asked += 1;
          if (asked < 3) return { done: false, value: `job${asked}` };
          throw new Error('no more');
        },
        return: () => expect.unreachable(),
      }),
    };
    const reading = (async () => {
      for await (const { jobId, ok } of v2.jobs.statusOfMany(jobIds, { concurrency })) found.push(`${jobId} ${ok}`);
    })();
    await expect(reading).rejects.toThrow('no more');
    expect(found.toSorted()).toEqual(['job1 true', 'job2 true']);
    expect(asked).toBe(3);
  });
  it.each([1, 3])('ends a generator of ids when the loop is left, with %i at the same time', async (concurrency) => {
    const { v2 } = await answering();
    const ends: string[] = [];
    function* jobIds() {
      try {
        for (let id = 0; ; id += 1) yield `job${id}`;
      } finally {
        ends.push('ended');
      }
    }
    for await (const _ of v2.jobs.statusOfMany(jobIds(), { concurrency })) break;
    expect(ends).toEqual(['ended']);
  });
  it('yields nothing for no ids, and refuses a concurrency of zero', async () => {
    const { v2 } = await answering();
    expect((await v2.jobs.statusOfMany([]).next()).done).toBe(true);
    await expect(v2.jobs.statusOfMany(['a'], { concurrency: 0 }).next()).rejects.toMatchObject({
      option: 'concurrency',
    });
  });
});

it('gives each of 20 reads at once a signal of its own, so that none has many listeners, and aborts all of them', async () => {
  const place = { operation: undefined, method: 'GET', path: '/', attempts: 1 };
  const signals = new Set<AbortSignal>();
  const read = async (_: string, { signal }: { readonly signal?: AbortSignal | undefined }) => {
    if (signal !== undefined) signals.add(signal);
    return new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new AbortedError(place, signal.reason))),
    );
  };
  const ids = Array.from({ length: 20 }, (_, index) => `${index}`);
  const results = statusOfMany(read, ids, { concurrency: 20 });
  const first = results.next();
  await settled();
  expect(signals.size).toBe(20);
  await results.return();
  expect(await first).toEqual({ done: true, value: undefined });
  expect([...signals].every(({ aborted }) => aborted)).toBe(true);
});
