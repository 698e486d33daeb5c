import { test } from 'vitest';
import { compareAtEachTick } from '../support/job-index-world.ts';

test.each(
  Array.from({ length: 8 }, (_, index) => index + 1),
)('the results are those of an evaluation of all runs at each of 500 ticks (%i)', async (seed) => {
  await compareAtEachTick(seed, 500);
});
