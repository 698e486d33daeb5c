import { expect, test } from 'vitest';
import { createTracker, type RunPage, type RunQuery, completeSource } from '../../src/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { drain, isRunEvent, JumpingClock, optionsOf } from '../support/tracker-set-up.ts';
import { origin } from '../support/run-world.ts';

const hour = 3_600_000;
const runs = Array.from({ length: 25 }, (_, at) => ({
  key: `r${at}`,
  job: 'Orders',
  start: origin + at * 60_000,
  end: origin + at * 60_000 + 1_000,
  rows: undefined,
  status: 'SUCCESS',
  error: '',
  record: {},
}));

/** A history that returns the ten oldest runs of the requested period and does not report that it left out others. */
function cappedHistory(date: () => number) {
  return {
    kind: 'history' as const,
    read: async ({ since, until = Infinity, beforeRequest }: RunQuery): Promise<RunPage> => {
      await beforeRequest?.();
      const sent = runs.filter(({ start }) => start >= since && start < until && start <= date()).slice(0, 10);
      const unreadable = { count: 0, problem: undefined };
      return {
        runs: sent,
        requests: 1,
        rows: sent.length,
        unreadable,
        date: date(),
        filter: 'applied',
        order: 'applied',
      };
    },
  };
}

test.each([
  ['hides runs from a tracker that knows no limit', false],
  ['hides none where the source finds the limit out', true],
])('a service that returns the first records only %s', async (_how, isWhole) => {
  const clock = new JumpingClock();
  clock.set(origin + hour);
  const source = cappedHistory(() => clock.date());
  const store = openSqliteStore(':memory:', { environment: 'test' });
  const tracker = createTracker({
    ...optionsOf(isWhole ? completeSource(source) : source, store, clock),
    since: new Date(origin),
  });
  await tracker.tick();
  const keys = (await drain(tracker)).filter(isRunEvent).map(({ run }) => run.key);
  expect(new Set(keys).size).toBe(isWhole ? 25 : 10);
  await store.close();
});
