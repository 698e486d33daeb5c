import type { JobStatusRecord } from '@syncline/openapi';
import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, createV2Client, settle, type WatchState } from '../../src/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { serve, serveInTurn } from '../support/serve.ts';

const run = (id: string, status: string, hour = 0): JobStatusRecord => ({
  history_id: id,
  status,
  run_start_at: `2026-01-01T0${hour}:00:00Z`,
});
/**
 * Polls a real server. A pause between two polls ends at once. A wait of the length `limit` ends only when the pauses
 * add up to it.
 */
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
        // The time limit of an attempt never passes here, but a pause between polls does.
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
    // The state includes a record once the loop requests the next one.
    for await (const { history_id } of watch) {
      kept = JSON.parse(JSON.stringify(watch.state())) as WatchState;
      if (history_id === '2') break;
    }
    const later: unknown[] = [];
    for await (const { history_id } of v2.jobs.watchStatus('42', { every, state: kept, until: () => true }))
      later.push(history_id);
    expect(later).toEqual(['2']);
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
  it.each([
    ['a record that it yielded', [{ body: [run('1', 'x')] }, { body: [run('2', 'y'), run('1', 'x')] }], '2'],
    ['the record of the latest run', [{ body: [run('8', 'b', 2), run('9', 'c', 3), run('7', 'a')] }], '9'],
    ['no record', [{ body: [] }], undefined],
  ])('throws a TimeoutError with %s if its deadline passes before `until` is satisfied', async (_, answers, id) => {
    const { url, requests } = await serveInTurn(...answers);
    const { v2 } = client(url, {}, 1500);
    const watch = v2.jobs.watchStatus('4/2', { deadline: 1500, every: 500, until: () => false });
    const reading = (async () => {
      for await (const _ of watch);
    })();
    const { error } = await settle(reading);
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      limit: 'deadline',
      milliseconds: 1500,
      operation: 'listJobStatus',
      path: '/v2/jobs/4%2F2/status',
      attempts: 3,
      message: 'GET /v2/jobs/4%2F2/status: no record for which `until` returns true within the deadline of 1500 ms',
    });
    expect((error as { lastRecord?: JobStatusRecord }).lastRecord?.history_id).toBe(id);
    expect(requests).toHaveLength(3);
  });
  it('ends without an error on an abort before its deadline, also with `until`', async () => {
    const aborter = new AbortController();
    const { url } = await serveInTurn({ body: [] }, { body: [run('1', 'x')] });
    const words: unknown[] = [];
    const options = { every, signal: aborter.signal, deadline: 9000, until: () => false };
    for await (const { status } of client(url, {}, 9000).v2.jobs.watchStatus('42', options)) {
      words.push(status);
      aborter.abort();
    }
    expect(words).toEqual(['x']);
  });
  it('yields a record again whose loop body threw, in the same process and after a restart', async () => {
    const { url } = await serveInTurn({ body: [] }, { body: [run('1', 'a'), run('2', 'b', 1)] });
    const { v2 } = client(url);
    const watch = v2.jobs.watchStatus('42', { every });
    const read = async (from: AsyncIterable<JobStatusRecord>, last: string, fails: boolean) => {
      const ids: unknown[] = [];
      try {
        for await (const { history_id } of from) {
          ids.push(history_id);
          if (history_id === last && fails) throw new TypeError('mine');
          if (history_id === last) break;
        }
      } catch {
        ids.push('thrown');
      }
      return ids;
    };
    expect(await read(watch, '2', true)).toEqual(['1', '2', 'thrown']);
    const state = JSON.parse(JSON.stringify(watch.state())) as WatchState;
    expect(await read(watch, '2', false)).toEqual(['2']);
    expect(await read(v2.jobs.watchStatus('42', { every, state }), '2', false)).toEqual(['2']);
  });
  it.each<[string, unknown[]]>([
    ['two versions with one id', [run('1', 'a'), run('1', 'b')]],
    ['two equal records', [run('1', 'a'), run('1', 'a')]],
    ['records without an id', [{ status: 'a' }, { status: 'b' }, { status: 'c' }]],
    [
      'records without an id and with one start',
      [
        { status: 'a', run_start_at: '2026' },
        { status: 'b', run_start_at: '2026' },
      ],
    ],
    [
      'ids that are numbers',
      [
        { history_id: 1, status: 'a' },
        { history_id: 2, status: 'b' },
      ],
    ],
    [
      'starts that are numbers',
      [
        { run_start_at: 17, status: 'a' },
        { run_start_at: 5, status: 'b' },
      ],
    ],
    ['ids such as __proto__', [run('__proto__', 'a'), run('constructor', 'b'), run('', 'c')]],
    ['an id that is null', [{ history_id: null, status: 'a' }]],
    ['values in another order', [{ history_id: '1', more: { a: 1, b: [{ c: 1, d: 2 }] } }]],
  ])('never repeats %s, in any order, before and after a restart', async (_, records) => {
    const turned = JSON.parse(
      JSON.stringify(records).replace('{"a":1,"b":[{"c":1,"d":2}]}', '{"b":[{"d":2,"c":1}],"a":1}'),
    ) as unknown[];
    const end = run('end', 'end', 9);
    const read = async (bodies: unknown[][], state?: WatchState) => {
      const { url } = await serveInTurn(...bodies.map((body) => ({ body })));
      const watch = client(url).v2.jobs.watchStatus('42', {
        every,
        state,
        until: ({ history_id }) => history_id === 'end',
      });
      const found: unknown[] = [];
      for await (const record of watch) if (record.history_id !== 'end') found.push(record.status);
      return { found, state: JSON.parse(JSON.stringify(watch.state())) as WatchState };
    };
    const first = await read([[], records, turned.toReversed(), records, turned, [...records, end]]);
    expect(first.found.toSorted()).toEqual(
      [...new Set(records.map((record) => (record as JobStatusRecord).status))].toSorted(),
    );
    const again = {
      ...first.state,
      seen: Object.fromEntries(Object.entries(first.state.seen).filter(([key]) => key !== 'end')),
    };
    expect((await read([turned.toReversed(), [...records, end]], again)).found).toEqual([]);
  });
  it('yields a version again that had been replaced by another', async () => {
    const bodies = ['a', 'b', 'a', 'b', 'c'].map((status) => ({ body: [run('1', status)] }));
    const { url } = await serveInTurn(...bodies);
    const words: unknown[] = [];
    for await (const { status } of client(url).v2.jobs.watchStatus('42', {
      every,
      until: (record) => record.status === 'c',
    }))
      words.push(status);
    expect(words).toEqual(['b', 'a', 'b', 'c']);
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
  it('recognizes records without an id by their start, and remembers a thousand that have disappeared', async () => {
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
