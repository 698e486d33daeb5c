import { expect, test } from 'vitest';
import { restartThrough } from '../support/restarts.ts';

test('1,000 restarts over a virtual week of 1,000 jobs lose nothing', async () => {
  const { restarts, events } = await restartThrough({ seed: 1, jobs: 1_000, days: 7, restarts: 1_000 });
  expect(restarts).toBeGreaterThanOrEqual(1_000);
  expect(events).toBeGreaterThan(42_000);
}, 1_800_000);

test('records that appear only at the end, over a week and 500 restarts', async () => {
  await restartThrough({ seed: 2, jobs: 100, days: 7, restarts: 500, behavior: { appear: 'end', long: 0.1 } });
});
