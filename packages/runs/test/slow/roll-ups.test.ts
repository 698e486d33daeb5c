import { expect, test } from 'vitest';
import fc from 'fast-check';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { play, recountOf, rollUpsOf, runHistories } from '../support/run-histories.ts';

test('the roll-ups of 10,000 random histories are those of a recount', async () => {
  const store = openSqliteStore(':memory:');
  await fc.assert(
    fc.asyncProperty(runHistories, async (history) => {
      await play(history, store);
      expect(await rollUpsOf(store)).toEqual(await recountOf(store));
    }),
    { numRuns: 10_000 },
  );
  await store.close();
}, 600_000);
