import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isStateError } from '@syncline/runs';
import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';

test.each([
  ['its state', "DELETE FROM store WHERE name = 'state'"],
  ['its state and revision', "DELETE FROM store WHERE name IN ('state', 'revision')"],
  ['the table of events', 'DROP TABLE events'],
])('a running monitor whose store loses %s ends with a StateError, and reads nothing afresh', async (_what, sql) => {
  const monitor = await startMonitor();
  expect(await monitor.ticked(1)).toMatchObject({ problem: undefined });
  const requests = monitor.sandbox.requests.length;
  const database = new DatabaseSync(monitor.file);
  database.exec(sql);
  database.close();
  const ended = expect(monitor.ended).rejects.toSatisfy(isStateError);
  await expect(monitor.next()).rejects.toThrow('Restore a copy');
  await ended;
  expect(monitor.sandbox.requests.length).toBe(requests);
});

test('a running monitor whose file is deleted says so, and is not ready after three intervals', async () => {
  const monitor = await startMonitor();
  await monitor.ticked(1);
  const requests = monitor.sandbox.requests.length;
  rmSync(monitor.file);
  const problem = { code: 'STORE_FAILED', message: expect.stringContaining('was deleted while it was open') };
  for (let polls = 0; polls < 4; polls += 1) expect(await monitor.next()).toMatchObject({ problem });
  const health = await monitor.get('/health');
  expect([health.status, await health.json()]).toMatchObject([503, { ready: false, problem }]);
  expect(monitor.sandbox.requests.length).toBe(requests);
});
