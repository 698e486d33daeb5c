import { expect, test } from 'vitest';
import { groupFailures } from '../../src/insight/failures.ts';
import { causes, runOf } from '../support/failures.ts';

test('thousands of failures with long texts are grouped', () => {
  const trace = 'at frame (file.ts:1:1)\n'.repeat(100);
  const runs = Array.from({ length: 2_000 }, (_, n) => runOf(`r${n}`, { error: `Failed with ${n}\n${trace}` }));
  expect(groupFailures(runs, causes)).toHaveLength(1);
});
