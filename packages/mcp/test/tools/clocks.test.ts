import { expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';

test('data is not fresh because the clock of the service is ahead', async () => {
  const run = { historyid: 'r1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T11:30:00Z' };
  const { call } = await setUp({
    sandbox: { data: { history: [run] }, clock: { start: '2026-03-02T19:00:00Z' } },
    interfaces: ['odata'],
  });
  const { counts, jobs } = await call('freshness');
  expect(counts).toEqual({ error: 1 });
  expect(jobs).toMatchObject([{ age_ms: 7.5 * 3_600_000 }]);
});
