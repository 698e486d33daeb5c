import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';

const good = { historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T09:00:00Z' };
const nameless = { historyid: 'h2', status: 'FAILED', runstartdate: '2026-03-02T10:00:00Z' };

test('a monitor that cannot read any record is not ready, and says why', async () => {
  const { ticked, get, notes } = await startMonitor({}, { sandbox: { data: { history: [nameless] } } });
  const problem = { code: 'CONFIG_INVALID', message: expect.stringContaining('history does not match any of the') };
  expect(await ticked(1)).toMatchObject({ result: undefined, problem });
  const health = await get('/health');
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ ready: false, problem });
  expect(notes.at(-1)).toContain('failed: history does not match any of the');
});

test('records that cannot be read are in the log once, and on the page', async () => {
  const { ticked, next, get, notes } = await startMonitor({}, { sandbox: { data: { history: [good, nameless] } } });
  expect((await ticked(1)).problem).toBeUndefined();
  await next();
  const said = notes.filter((note) => note.includes('could not be read as runs'));
  expect(said).toEqual([expect.stringMatching(/with `history` of the configuration: job is missing\.$/)]);
  expect(await (await get('/')).text()).toContain('could not be read as runs');
});
