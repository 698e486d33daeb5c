import { createCompleteReader, historySource } from '@syncline/runs';
import { expect, test } from 'vitest';
import { now } from '../support/command-context.ts';
import { startMonitor } from '../support/monitor-set-up.ts';

const week = 7 * 86_400_000;

test.each([
  ['is found out', undefined],
  ['is configured', 50],
])('a limit of the service that %s hides no run from the monitor', async (_how, pageCap) => {
  const monitor = await startMonitor(
    {},
    { sandbox: { behavior: { pageCap: 50, nextLink: false } }, environment: { pageCap } },
  );
  await monitor.ticked(1);
  const { odata, history } = monitor.context.environment;
  const all = await createCompleteReader(historySource(odata!, history!))({ since: now - week });
  expect(all.runs.length).toBeGreaterThan(100);
  const page = await (await monitor.get('/')).text();
  for (const { job } of all.runs) expect(page).toContain(job.replace("'", '&#39;'));
  const metrics = await (await monitor.get('/metrics')).text();
  const counts = [...metrics.matchAll(/^syncline_runs_total\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.runs.length);
});
