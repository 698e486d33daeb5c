import { join } from 'node:path';
import type { StoredRun } from '@syncline/runs';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type IndexedStore, JobIndex } from '../../src/insight/job-index.ts';
import { folderWith } from '../support/folder.ts';
import { compareAtEachTick, entries } from '../support/job-index-world.ts';

const minute = 60_000;
const day = 86_400_000;

test.each([1, 2, 3, 4])('the results are those of an evaluation of all runs at each tick (%i)', async (seed) => {
  await compareAtEachTick(seed, 60);
});

/** Counts what is asked of a store. */
function counting(store: IndexedStore): { readonly store: IndexedStore; readonly calls: string[] } {
  const calls: string[] = [];
  const counted = <Name extends 'readPage' | 'readJobs'>(name: Name, call: IndexedStore[Name]) =>
    ((query: never) => {
      const { job, jobs } = query as { job?: string; jobs?: readonly string[] };
      calls.push(`${name} ${job ?? jobs?.join() ?? ''}`.trim());
      return (call as (query: never) => unknown)(query);
    }) as IndexedStore[Name];
  return {
    calls,
    store: {
      readOpen: (before) => store.readOpen(before),
      readPage: counted('readPage', (query) => store.readPage(query)),
      readJobs: counted('readJobs', (query) => store.readJobs(query)),
    },
  };
}

test('a tick reads what the store knows about the jobs that changed, and no runs of those whose schedule is kept', async () => {
  const file = openSqliteStore(join(folderWith({}), 'runs.db'));
  onTestFinished(() => file.close());
  const begin = Date.parse('2026-06-01T00:00:00Z');
  const known = new Map([...'abcdefgh'].map((name) => [`quarter ${name}`, '*/15 * * * *']));
  const runs = [...known.keys()].flatMap((job) =>
    Array.from({ length: 96 }, (_, tick) => ({
      key: `${job} ${tick}`,
      job,
      outcome: 'succeeded' as const,
      status: 'S',
      start: begin + tick * 15 * minute,
      end: begin + tick * 15 * minute + 1,
      rows: 1,
      version: 'v',
      firstSeen: 0,
      raw: '{}',
    })),
  );
  const write = async (changed: readonly StoredRun[]) => {
    const { fence = '' } = (await file.begin()) ?? {};
    await file.write({ fence, state: 's', runs: changed, events: [], at: 0 });
  };
  await write(runs);
  const { store, calls } = counting(file);
  const index = await JobIndex.open({ store, entries, notBefore: begin });
  expect(calls).toEqual(['readPage', 'readPage', 'readJobs']);
  const judge = async (now: number) => {
    calls.length = 0;
    await index.judge({ known, now, since: now - day });
    return calls.filter((call) => call !== 'readPage');
  };
  expect((await judge(begin + day)).toSorted()).toEqual([...known.keys()].map((job) => `readPage ${job}`));
  // No tick comes due.
  expect(await judge(begin + day + minute)).toEqual([]);
  const [first] = known.keys();
  const started = { ...runs[0]!, key: 'new', start: begin + day + 10_000 };
  await write([started]);
  index.note({ id: 'e', position: 1, at: 0, type: 'ended', run: started, because: [] });
  expect(await judge(begin + day + 2 * minute)).toEqual([`readJobs ${first}`]);
  // The tick of midnight comes due: one job has a run, and the last run of the others is older.
  expect(await judge(begin + day + 6 * minute)).toEqual([]);
  expect(index.freshness().map(({ missed }) => missed)).toEqual([
    [],
    [],
    ...Array.from({ length: 7 }, () => [begin + day]),
  ]);
});

test('a run that turns out to be of another job is missing where it was, although the summary of that job is the same', async () => {
  const store = openSqliteStore(join(folderWith({}), 'runs.db'));
  onTestFinished(() => store.close());
  const begin = Date.parse('2026-06-01T00:00:00Z');
  const known = new Map([
    ['quarter a', '*/15 * * * *'],
    ['quarter b', null],
  ]);
  const facts = { job: 'quarter a', status: 'S', rows: 1, version: 'v', firstSeen: 0, raw: '{}' };
  const runs = Array.from({ length: 20 }, (_, tick): StoredRun => {
    const start = begin + tick * 15 * minute;
    return {
      ...facts,
      key: `k${tick}`,
      outcome: tick === 5 || tick === 6 ? 'failed' : 'succeeded',
      start,
      end: start + 1,
    };
  });
  const write = async (changed: readonly StoredRun[]) => {
    const { fence = '' } = (await store.begin()) ?? {};
    await store.write({ fence, state: 's', runs: changed, events: [], at: 0 });
  };
  await write(runs);
  const index = await JobIndex.open({ store, entries, notBefore: begin });
  const judge = (now: number) => index.judge({ known, now, since: now - day });
  await judge(begin + 19 * 15 * minute + 6 * minute);
  const before = index.summaryOf('quarter a');
  const moved: StoredRun = { ...runs[5]!, job: 'quarter b', version: 'v2' };
  await write([moved]);
  index.note({ id: 'e', position: 1, at: 0, type: 'changed', run: moved, because: [], previous: 'failed' });
  await judge(begin + 19 * 15 * minute + 7 * minute);
  expect(index.summaryOf('quarter a')).toEqual(before);
  expect(index.freshness().find(({ job }) => job === 'quarter a')?.missed).toEqual([begin + 75 * minute]);
});
