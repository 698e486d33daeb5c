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

/** A history that returns only the first runs in the requested order, up to `cap`. */
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
        .sort((a, b) => (a.start - b.start || a.key.localeCompare(b.key)) * (query.order === 'newest-first' ? -1 : 1))
        .slice(0, cap);
      const runs = sent
        .filter(({ start }) => start >= query.since && start < (query.until ?? Infinity))
        .sort((a, b) => a.start - b.start);
      return {
        runs,
        requests: 1,
        rows: sent.length,
        unreadable: { count: 0, problem: undefined },
        // A source decides this from the records that arrive.
        filter: runs.length === sent.length ? 'applied' : 'ignored',
        order: 'applied',
        edges:
          sent.length === 0 ? undefined : { first: sent[0]?.key ?? '', last: sent.at(-1)?.key ?? '', sum: sent.length },
        arrived:
          runs.length === sent.length
            ? undefined
            : {
                oldest: Math.min(...sent.map(({ start }) => start)),
                newest: Math.max(...sent.map(({ start }) => start)),
              },
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

test('a reader sends more requests only if no other response had more records', async () => {
  const source = history(count(1, 20), 1000);
  const read = createCompleteReader(source);
  const requests: number[] = [];
  for (const since of [0, 0, 10, 2, 0]) requests.push((await read({ since })).requests);
  expect(requests).toEqual([3, 3, 1, 1, 3]);
});

test('a limit that is reached later is detected at once', async () => {
  const source = history(count(1, 10), 12);
  const read = createCompleteReader(source);
  expect((await read({ since: 0 })).runs).toHaveLength(10);
  source.all.push(...count(11, 29).map((start) => run(start, `r${start}`)));
  for (let times = 0; times < 3; times += 1) expect((await read({ since: 0 })).runs).toHaveLength(29);
});

test('a limit of exactly the number of records hides no later run', async () => {
  const source = history(count(1, 10), 10);
  const read = createCompleteReader(source);
  for (const more of [[], [11], [12], []]) {
    source.all.push(...more.map((start) => run(start, `r${start}`)));
    expect((await read({ since: 0 })).runs).toHaveLength(source.all.length);
  }
});

test('a limit that becomes smaller is detected', async () => {
  const limit = { cap: 1000 };
  const all = count(1, 40);
  const source = history(all, 1000);
  const read = createCompleteReader({
    kind: 'history',
    read: async (query) => history(all, limit.cap).read(query),
  });
  expect((await read({ since: 0 })).runs).toHaveLength(40);
  expect((await read({ since: 15 })).runs).toHaveLength(26);
  limit.cap = 10;
  expect((await read({ since: 15 })).runs).toHaveLength(26);
  expect(source.queries).toEqual([]);
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
  for (const since of [0, 0, 5]) expect((await read({ since })).runs).toHaveLength(since === 0 ? 9 : 5);
});

test('keys that a limit leaves out are requested again, and those that are gone are not there', async () => {
  const source = history([], 2);
  const keyed = {
    kind: 'history' as const,
    read: async (query: RunQuery): Promise<RunPage> => {
      source.queries.push(query);
      const runs = count(1, 5)
        .map((start) => run(start))
        .filter(({ key }) => query.keys?.includes(key) === true)
        .slice(0, 2);
      return { runs, requests: 1, rows: runs.length, unreadable: { count: 0, problem: undefined }, filter: 'applied' };
    },
  };
  const page = await createCompleteReader(keyed)({ since: 0, keys: ['r1', 'r2', 'r3', 'r4', 'r5', 'gone'] });
  expect(page.runs.map(({ key }) => key)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  expect(page.isCut).toBe(false);
  expect(source.queries.at(-1)?.keys).toEqual(['r5', 'gone']);
});

test('no extra request is sent for the job status, or if no run arrived', async () => {
  const status = { ...history([1], 9), kind: 'status' as const };
  expect((await createCompleteReader(status)({ since: 0 })).requests).toBe(1);
  expect((await createCompleteReader(history([], 9))({ since: 0 })).requests).toBe(1);
});
