import { describeReadings } from '@syncline/runs';
import { expect, test } from 'vitest';
import { type OddRecord, oddSandbox } from '../../../ops/test/support/odd-records.ts';
import { setUp } from './set-up.ts';

/** Tests what each tool that reads runs does with records by the rules of reading. */
export function testOddRecords(records: readonly OddRecord[]): void {
  test.each(records)('the tools have the right values by the rule $name', async (odd) => {
    const { call } = await setUp({ sandbox: oddSandbox(odd) });
    const { outcome, start, end, rows } = odd.run;
    const run = {
      outcome,
      started: new Date(start).toISOString().replace('.000', ''),
      ...(end !== undefined && { duration_ms: end - start }),
      ...(rows !== undefined && { rows }),
    };
    // A period ends now, unless it is given.
    const isShown = start < Date.parse('2026-03-03');
    const listed = await call('list_runs', { since: '30d' });
    const found = listed.runs
      ?.filter(({ untrusted }) => untrusted['run'] === 'odd')
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'untrusted')));
    expect(found).toEqual(isShown ? [run] : []);
    if (isShown) expect(listed['notes']).toEqual([odd.note]);
    // The answer for one run counts that run only.
    const isRepeated = odd.rule === 'repeated-key';
    const note = isRepeated ? `${describeReadings({ 'repeated-key': 1 })[0]}.` : odd.note;
    expect(await call('get_run', { run: 'odd' })).toMatchObject({ ...run, notes: [note] });
    const diagnosis = await call('diagnose_run', { run: 'odd' });
    expect(diagnosis).toMatchObject({ outcome, failed: true, notes: [odd.note] });
    if (!isRepeated) expect(await call('get_run', { run: 'earlier 1' })).not.toHaveProperty('notes');
    const { jobs, notes } = await call('freshness');
    expect(jobs).toMatchObject([{ result: 'warn', age_ms: 18_000_000 }]);
    expect(notes).toEqual([odd.note]);
  });
}
