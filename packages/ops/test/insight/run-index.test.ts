import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { readIndex, RunIndex } from '../../src/insight/run-index.ts';
import { hour, now, run } from '../support/report-facts.ts';

test('contains the runs of a period, open runs, and the last success of each job', () => {
  const index = new RunIndex();
  const old = run(900, { key: 'old' });
  for (const each of [
    run(999, { key: 'older' }),
    old,
    run(800, { key: 'failed', outcome: 'failed' }),
    run(700, { key: 'open', outcome: 'running' }),
    run(2, { key: 'new', outcome: 'failed' }),
  ])
    index.add(each);
  index.forget(now - 168 * hour);
  expect(index.runs().map(({ key }) => key)).toEqual(['old', 'open', 'new']);
});

test('a new version of a run replaces the old one', () => {
  const index = new RunIndex();
  index.add(run(2, { key: 'a', outcome: 'running' }));
  index.add(run(2, { key: 'a' }));
  expect(index.runs()).toMatchObject([{ key: 'a', outcome: 'succeeded' }]);
  index.add(run(2, { key: 'a', outcome: 'failed' }));
  index.forget(now);
  expect(index.runs()).toEqual([]);
});

test.each([
  'failed',
  'running',
  'cancelled',
] as const)('contains the success before the period again when the one after it turns out to be %s', (outcome) => {
  const index = new RunIndex();
  index.add(run(900, { key: 'old' }));
  index.forget(now - 168 * hour);
  index.add(run(20, { key: 'new' }));
  expect(index.runs().map(({ key }) => key)).toEqual(['new']);
  index.add(run(20, { key: 'new', outcome }));
  expect(index.runs().map(({ key }) => key)).toEqual(['old', 'new']);
});

test('is read from a store over months, and contains the same as with events', async () => {
  const store = openSqliteStore(':memory:');
  const runs = [run(3_000, { key: 'a' }), run(2_000, { key: 'b', outcome: 'failed' }), run(1, { key: 'c', job: 'x' })];
  const stored = runs.map((each) => ({
    ...each,
    end: each.end,
    rows: undefined,
    version: '1',
    firstSeen: now,
    raw: '{}',
  }));
  await store.write({ fence: (await store.begin())!.fence, state: 's', runs: stored, events: [], at: now });
  const index = await readIndex(store, now - 4_000 * hour, now, now - 168 * hour);
  expect(index.runs().map(({ key }) => key)).toEqual(['a', 'c']);
  expect(index.size).toBeLessThan(4);
  await store.close();
});
