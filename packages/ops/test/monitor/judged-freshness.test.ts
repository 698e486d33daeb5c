import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';

test('data is not fresh because the clock of the service is ahead', async () => {
  const record = { historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T11:30:00Z' };
  const { ticked, get } = await startMonitor(
    {},
    {
      sandbox: { data: { history: [record] }, clock: { start: '2026-03-02T14:00:00Z' } },
      environment: { freshness: [{ jobs: 'Orders', errorAfter: '2h' }] },
    },
  );
  const [orders] = (await ticked(1)).freshness;
  expect(orders).toMatchObject({ result: 'error', ageMs: 2.5 * 3_600_000 });
  expect(await (await get('/')).text()).toContain('The clock of the service is 2h ahead of this machine');
});
