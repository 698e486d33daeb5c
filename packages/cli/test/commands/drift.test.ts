import { createInventory, takeSnapshot } from '@syncline/jobs';
import { expect, test } from 'vitest';
import { printDrift as drift } from '../../src/commands/drift.ts';
import { setUp } from '../../../ops/test/support/command-context.ts';

test.each([
  [[], 3, 'No jobs to compare.'],
  [[{ JobName: 'Orders' }], 0, 'No difference in 1 job.'],
])('two snapshots of the jobs %j have the exit status %d', async (jobs, status, says) => {
  const { context, text } = await setUp();
  const snapshot = await takeSnapshot(createInventory({ jobs, whole: true }));
  expect(await drift(snapshot, snapshot, {}, context.output)).toBe(status);
  expect(text()).toBe(says);
});
