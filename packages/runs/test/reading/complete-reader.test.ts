import { expect, test } from 'vitest';
import { createCompleteReader, isIncompleteHistoryError, type RunPage, type RunQuery } from '../../src/index.ts';

const run = (start: number, key = `r${start}`) => ({
  key,
  job: 'Orders',
  start,
  end: undefined,
  rows: undefined,
  status: 'SUCCESS',
  error: '',
  record: {},
});

/** A history that returns only the oldest runs, up to `cap`. */
function history(starts: readonly number[], cap: number, { isFiltered = true } = {}) {
  const all = starts.map((start, at) => run(start, `r${at}`));
  const queries: RunQuery[] = [];
  return {
    all,
    queries,
    kind: 'history' as const,
    read: async (query: RunQuery): Promise<RunPage> => {
      queries.push(query);
      const sent = all
        .filter(({ start }) => !isFiltered || (start >= query.since && start < (query.until ?? Infinity)))
        .sort((a, b) => a.start - b.start)
        .slice(0, cap);
      const runs = sent.filter(({ start }) => start >= query.since);
      return {
        runs,
        requests: 1,
        rows: sent.length,
        unreadable: { count: 0, problem: undefined },
        // A source decides this from the records that arrive.
        filter: runs.length === sent.length ? 'applied' : 'ignored',
        order: 'applied',
      };
    },
  };
}

const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test.each([
  [1000, 1],
  [10, 1],
  [3, 1],
  [3, 2],
])('all runs arrive from a service that returns at most %d (with a known limit: %d)', async (cap, known) => {
  const source = history(count(1, 10), cap);
  const page = await createCompleteReader(source, { pageCap: known === 2 ? cap : undefined })({ since: 0 });
  expect(page.runs.map(({ start }) => start)).toEqual(count(1, 10));
  expect(page.rows).toBe(10);
  expect(page.requests).toBe(source.queries.length);
});

test('a reader sends one more request at first, then only when the number of records stays at a new maximum', async () => {
  const source = history(count(1, 5), 1000);
  const read = createCompleteReader(source);
  const requests: number[] = [];
  for (const more of [[], [], [6], [7], [], [], []]) {
    source.all.push(...more.map((start) => run(start, `r${start}`)));
    requests.push((await read({ since: 0 })).requests);
  }
  expect(requests).toEqual([2, 1, 1, 1, 2, 1, 1]);
});

test('a limit that is reached later is detected', async () => {
  const source = history(count(1, 5), 6);
  const read = createCompleteReader(source);
  await read({ since: 0 });
  source.all.push(...count(6, 9).map((start) => run(start, `r${start}`)));
  await read({ since: 0 });
  for (let times = 0; times < 2; times += 1) expect((await read({ since: 0 })).runs).toHaveLength(9);
});

test('for different queries, a limit is detected immediately, and no extra request is sent below a complete number', async () => {
  const source = history([1, 2, ...count(10, 19), 30, ...count(40, 43), 50, 51], 3);
  const read = createCompleteReader(source, { queries: 'different' });
  const found: (readonly [runs: number, requests: number])[] = [];
  for (const [since, until] of [
    [0, 10],
    [10, 20],
    [30, 40],
    [40, 50],
    [50, 60],
  ] as const) {
    const { runs, requests } = await read({ since, until });
    found.push([runs.length, requests]);
  }
  expect(found).toEqual([
    [2, 2],
    [10, 6],
    [1, 1],
    [4, 3],
    [2, 2],
  ]);
});

test('with a known limit, no extra request is sent below it', async () => {
  const source = history(count(1, 5), 100);
  expect((await createCompleteReader(source, { pageCap: 100 })({ since: 0 })).requests).toBe(1);
});

test.each([
  ['one instant has more runs', history([5, 5, 5, 5], 3), 'for the time from 1970-01-01T00:00:00.005Z'],
  ['no filter is applied', history(count(1, 9), 3, { isFiltered: false }), 'it applies no filter on the start'],
])('where %s than the limit, it fails', async (_, source, message) => {
  const reading = createCompleteReader(source, { pageCap: 3 })({ since: 0 });
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toSatisfy(isIncompleteHistoryError);
});

test('more runs of one instant than the service returns are detected without a known limit', async () => {
  const source = history([1, 2, 5, 5, 5, 5], 3);
  await expect(createCompleteReader(source)({ since: 0 })).rejects.toThrow(
    'for the time from 1970-01-01T00:00:00.005Z',
  );
  expect((await createCompleteReader(history([5, 5, 5], 9))({ since: 0 })).runs).toHaveLength(3);
  expect((await createCompleteReader(history([1, 5, 5, 5], 9))({ since: 0 })).runs).toHaveLength(4);
});

test('a service that applies no filter leaves nothing out, also if all its records belong to the first query', async () => {
  const read = createCompleteReader(history(count(1, 9), 1000, { isFiltered: false }));
  for (const requests of [2, 1, 1]) {
    const page = await read({ since: 0 });
    expect(page.runs).toHaveLength(9);
    expect(page.requests).toBe(requests);
  }
});

test('no extra request is sent for the job status, or if no run arrived', async () => {
  const status = { ...history([1], 9), kind: 'status' as const };
  expect((await createCompleteReader(status)({ since: 0 })).requests).toBe(1);
  expect((await createCompleteReader(history([], 9))({ since: 0 })).requests).toBe(1);
});
