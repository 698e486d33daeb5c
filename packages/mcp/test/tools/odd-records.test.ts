import { expect, test } from 'vitest';
import { notRuns, oddSandbox, oneOfEach } from '../../../ops/test/support/odd-records.ts';
import { setUp } from '../support/set-up.ts';
import { testOddRecords } from '../support/test-odd-records.ts';

testOddRecords(oneOfEach);

test.each(notRuns)('the tools say that they leave out a record with $name', async (odd) => {
  const { call } = await setUp({ sandbox: oddSandbox(odd) });
  expect(await call('list_runs', { since: '30d' })).toMatchObject({ counts: { succeeded: 2 }, notes: [odd.note] });
  expect(await call('freshness')).toMatchObject({ notes: [odd.note] });
  const isFound = odd.name !== 'no key';
  await expect(call('get_run', { run: 'odd' })).rejects.toThrow(isFound ? odd.note : 'No run with this id');
});
