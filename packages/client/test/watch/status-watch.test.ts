import type { JobStatusRecord } from '@syncline/openapi';
import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, createV2Client, settle, type WatchState } from '../../src/index.ts';
import { eventually, gate } from '../support/events.ts';
import { settled } from '../support/in-process.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve, serveInTurn } from '../support/serve.ts';

const run = (id: string, status: string, hour = 0): JobStatusRecord => ({
  history_id: id,
  status,
  run_start_at: `2026-01-01T0${hour}:00:00Z`,
});
/** Polls a real server; a pause between two polls passes at once, and `limit` counts by these pauses. */
const client = (baseUrl: string, options: Partial<ClientOptions> = {}, limit?: number) => {
  const manual = createManualClock();
  let ticking: NodeJS.Immediate | undefined;
  const v2 = createV2Client({
    baseUrl,
    credential: basic({ username: 'ada', password: 'x' }),
    retry: 0,
    random: () => 0,
    ...options,
    clock: {
      ...manual.clock,
      wait: (milliseconds, callback) => {
        // An attempt's own limit never passes here; a pause between polls does.
        if (milliseconds === 30_000) return () => {};
        const cancel = manual.clock.wait(milliseconds, callback);
        if (milliseconds === limit) return cancel;
        ticking = setImmediate(manual.step);
        return () => {
          clearImmediate(ticking);
          cancel();
        };
      },
    },
  });
  return { v2, waits: manual.waits };
};
const every = 1000;

describe('watching a job', () => {
  it('takes a baseline, then yields each new or changed record once, oldest first', async () => {
    const { url } = await serveInTurn(
      { body: [run('1', 'done')] },
      { body: [run('3', 'running', 3), run('1', 'done'), run('2', 'failed', 2)] },
      { body: [run('3', 'running', 3), run('1', 'done')] },
      { body: [run('3', 'done', 3), run('2', 'failed', 2)] },
    );
    const seen: unknown[] = [];
    for await (const { history_id, status } of client(url).v2.jobs.watchStatus('42', {
      every,
      until: ({ status: word }) => word === 'done',
    })) {
      seen.push(`${history_id} ${status}`);
    }
    expect(seen).toEqual(['2 failed', '3 running', '3 done']);
  });
  it('returns its state and accepts it after a restart', async () => {
    const { url } = await serveInTurn(
      { body: [run('1', 'running')] },
      { body: [run('1', 'done'), run('2', 'running', 1)] },
    );
    const { v2 } = client(url);
    const watch = v2.jobs.watchStatus('42', { every });
    expect(watch.state()).toBeUndefined();
    let kept: WatchState | undefined;
    for await (const { history_id } of watch) {
      expect(history_id).toBe('1');
      kept = JSON.parse(JSON.stringify(watch.state())) as WatchState;
      break;
    }
    const later: unknown[] = [];
    for await (const { history_id } of v2.jobs.watchStatus('42', { every, state: kept, until: () => true }))
      later.push(history_id);
    expect(later).toEqual(['2']);
  });
  it.each([
    { version: 2, jobId: '42', seen: {} },
    { version: 1, jobId: '7', seen: {} },
    { version: 1, jobId: '42' },
  ])('refuses the state %j', (state) => {
    expect(() => client('http://localhost:1').v2.jobs.watchStatus('42', { state: state as never })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'state' }),
    );
  });
  it.each([{ every: 0 }, { deadline: -1 }, { failures: 0 }])('refuses %j', (options) => {
    expect(() => client('http://localhost:1').v2.jobs.watchStatus('42', options)).toThrow(
      expect.objectContaining({ option: Object.keys(options)[0] }),
    );
  });
  it('slows down while the service is busy, obeys Retry-After, and recovers', async () => {
    const busy = { status: 429, body: {} };
    const { url } = await serveInTurn(
      { body: [] },
      busy,
      busy,
      { ...busy, headers: { 'retry-after': '61' } },
      { body: [] },
      { body: [] },
      { body: [run('1', 'x')] },
    );
    const { v2, waits } = client(url);
    for await (const _ of v2.jobs.watchStatus('42', { every })) break;
    expect(waits.filter((wait) => wait !== 30_000)).toEqual([1000, 2000, 4000, 61_000, 4000, 2000]);
  });
  it('ends after the allowed number of failures in a row, and at once after a permanent one', async () => {
    const { url, requests } = await serveInTurn({ body: [] }, { status: 503, body: {} });
    const reading = async (options: object) => {
      for await (const _ of client(url).v2.jobs.watchStatus('42', { every, ...options }));
    };
    expect((await settle(reading({ failures: 3 }))).error).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(4);
    const gone = await serveInTurn({ status: 404, body: {} });
    const { error } = await settle(
      (async () => {
        for await (const _ of client(gone.url).v2.jobs.watchStatus('42', { every }));
      })(),
    );
    expect([error?.code, gone.requests.length]).toEqual(['HTTP_ERROR', 1]);
  });
  it('ends on abort, before and during a poll and in a pause', async () => {
    const credential = basic({ username: 'a', password: 'x' });
    const watched = async (options: ClientOptions, { signal }: AbortController) => {
      for await (const _ of createV2Client(options).jobs.watchStatus('42', { signal, every: 10_000 }));
    };
    const { url, requests } = await serveInTurn({ body: [] });
    const before = new AbortController();
    before.abort();
    await watched({ baseUrl: url, credential }, before);
    expect(requests).toHaveLength(0);
    const during = new AbortController();
    await watched({ baseUrl: await serve(() => during.abort()), credential }, during);
    const paused = new AbortController();
    const { clock } = createManualClock();
    const wait: typeof clock.wait = (milliseconds, callback) => {
      if (milliseconds === 10_000) setImmediate(() => paused.abort());
      return clock.wait(milliseconds, callback);
    };
    await watched({ baseUrl: url, credential, clock: { ...clock, wait } }, paused);
    expect(requests).toHaveLength(1);
  });
  it('ends on its deadline', async () => {
    const { url, requests } = await serveInTurn({ body: [] });
    const { v2 } = client(url, {}, 1500);
    for await (const _ of v2.jobs.watchStatus('42', { deadline: 1500, every: 500 }));
    expect(requests).toHaveLength(3);
  });
  it('throws what its loop throws', async () => {
    const { url } = await serveInTurn({ body: [] }, { body: [run('1', 'x')] });
    await expect(
      (async () => {
        for await (const _ of client(url).v2.jobs.watchStatus('42', { every })) throw new TypeError('mine');
      })(),
    ).rejects.toThrow('mine');
  });
  it('compares a record with very deep nesting without its nested values', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = (status: string) => `[{"history_id":"1","status":"${status}","new":${deep}}]`;
    const { url } = await serveInTurn({ body: body('running') }, { body: body('running') }, { body: body('done') });
    const words: unknown[] = [];
    for await (const { status } of client(url).v2.jobs.watchStatus('42', { every, until: () => true }))
      words.push(status);
    expect(words).toEqual(['done']);
  });
  it('recognises records without an id by their start, and remembers a thousand that are gone', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => run(`r${index}`, 'done'));
    const { url } = await serveInTurn(
      { body: many },
      { body: [{ status: 'a', run_start_at: '2026' }, { status: 'b' }] },
    );
    const watch = client(url).v2.jobs.watchStatus('42', { every, until: ({ status }) => status === 'a' });
    const words: unknown[] = [];
    for await (const { status } of watch) words.push(status);
    expect(words).toEqual(['b', 'a']);
    const next = client((await serveInTurn({ body: [] }, { body: [run('n', 'x')] })).url).v2.jobs.watchStatus('42', {
      every,
      state: watch.state(),
    });
    for await (const _ of next) break;
    expect(Object.keys(next.state()?.seen ?? {}).length).toBeLessThanOrEqual(1003);
  });
});

describe('the status of many', () => {
  /**
   * Responds when as many requests are under way as a test wants to see at once, and to the slow one after four others.
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
        .end(JSON.stringify([run(id, 'x')]));
    });
    const v2 = createV2Client({ baseUrl: url, credential: basic({ username: 'a', password: 'x' }) });
    return { v2, most: () => seen.most, slow: slow.opened };
  };
  it('yields one result for each id as it arrives, whatever becomes of the others', async () => {
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
  it('yields nothing for no ids, and refuses a concurrency of zero', async () => {
    const { v2 } = await answering();
    expect((await v2.jobs.statusOfMany([]).next()).done).toBe(true);
    await expect(v2.jobs.statusOfMany(['a'], { concurrency: 0 }).next()).rejects.toMatchObject({
      option: 'concurrency',
    });
  });
});
