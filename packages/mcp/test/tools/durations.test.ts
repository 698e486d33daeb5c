import { expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';

test('a run that ends before it starts has no duration, and does not hide the other runs', async () => {
  const run = { jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T09:00:00Z' };
  const history = [
    { ...run, historyid: 'h1', runenddate: '2026-03-02T08:00:00Z' },
    { ...run, historyid: 'h2', runenddate: '2026-03-02T09:01:00Z' },
  ];
  const { call } = await setUp({ sandbox: { data: { history } } });
  const { runs } = await call('list_runs');
  expect(runs?.map((each) => (each as { readonly duration_ms?: number }).duration_ms)).toEqual([undefined, 60_000]);
});
