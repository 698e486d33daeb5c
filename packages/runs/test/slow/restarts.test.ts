import { expect, test } from 'vitest';
import { restartThrough } from '../support/restarts.ts';

// `npm run test:soak` makes 1,000 restarts with 1,000 jobs, which takes several minutes. CI uses a smaller world.
const jobs = Number(process.env['RESTARTS_JOBS'] ?? 100);
const atLeast = Number(process.env['RESTARTS'] ?? 200);

test(`${atLeast} restarts over a virtual week of ${jobs} jobs lose nothing`, async () => {
  const { restarts, events } = await restartThrough({ seed: 1, jobs, days: 7, restarts: atLeast });
  expect(restarts).toBeGreaterThanOrEqual(atLeast);
  expect(events).toBeGreaterThan(42 * jobs);
}, 1_800_000);

test('records that appear only at the end, over a week and 100 restarts', async () => {
  await restartThrough({ seed: 2, jobs: 50, days: 7, restarts: 100, behavior: { appear: 'end', long: 0.1 } });
});
