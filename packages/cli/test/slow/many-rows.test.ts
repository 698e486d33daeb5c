import { expect, test } from 'vitest';
import { diagnose } from '../../../ops/src/insight/diagnose.ts';
import { printTable } from '../../src/formats/print-table.ts';
import { runOf } from '../../../ops/test/support/failures.ts';

/** More than a function takes as arguments. */
const many = 150_000;

test('a table has any number of rows', () => {
  const rows = Array.from({ length: many }, (_, index) => ({ job: `Job ${index}`, ok: index % 2 === 0 }));
  const columns = [
    { name: 'job', value: ({ job }: (typeof rows)[number]) => job },
    { name: 'ok', value: ({ ok }: (typeof rows)[number]) => ok },
  ];
  const lines = printTable(rows, columns, { width: 80, colored: false, now: 0 }).split('\n');
  expect(lines).toHaveLength(many + 1);
  expect([0, 1, 500, 501, many].map((at) => lines[at])).toEqual([
    'JOB         OK',
    'Job 0       yes',
    'Job 499     no',
    'Job 500     yes',
    'Job 149999  no',
  ]);
});

test('a diagnosis counts any number of failures', () => {
  const run = runOf('r', { error: 'Timed out', start: 50 });
  const unknown = { isKnown: false, because: 'nobody asked' } as const;
  const runs = Array.from({ length: many }, (_, index) => ({ ...run, key: `k${index}`, start: 50 + index }));
  const facts = { run, runs, since: 0, steps: unknown, changes: unknown, findings: unknown };
  expect(diagnose(facts).seen).toMatchObject({ count: many + 1, first: 50, last: 49 + many });
});
