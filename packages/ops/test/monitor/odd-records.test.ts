import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';
import { futureSuccess, notRuns, oddSandbox, oneOfEach } from '../support/odd-records.ts';
import { now } from '../support/command-context.ts';
import { testOddRecords } from '../support/test-odd-records.ts';

// The commands, the tools of MCP and the library are tested with the same table in their packages.
testOddRecords(oneOfEach);

test.each(notRuns)('a monitor leaves out a record with $name, and says so', async (odd) => {
  const monitor = await startMonitor({}, { sandbox: oddSandbox(odd) });
  expect(await monitor.ticked(1)).toMatchObject({
    problem: undefined,
    result: { changed: 2, unreadable: { count: 1 } },
  });
  expect(monitor.notes.join('\n')).toContain(odd.note);
  expect(await (await monitor.get('/')).text()).toContain(odd.note);
});

test('a success in the future hides no failure from the monitor, also when it starts again', async () => {
  const sandbox = { ...oddSandbox(futureSuccess), clock: { start: new Date(now).toISOString() } };
  const environment = { freshness: [{ jobs: '*', errorAfter: '6h' }] };
  const monitor = await startMonitor({}, { sandbox, environment });
  const look = async (from: typeof monitor): Promise<void> => {
    expect(await from.ticked(1)).toMatchObject({
      problem: undefined,
      freshness: [{ job: 'Orders', result: 'pass', ageMs: 5 * 3_600_000 }],
    });
    expect(await (await from.get('/')).text()).toContain('The last run failed: FAILED.');
    const job = (await (await from.get('/job?name=Orders')).text()).replaceAll(/<\/?time[^>]*>/g, '');
    expect(job).toContain('The last run failed: FAILED.');
    expect(job).toContain('<dt>Last success</dt><dd>5h ago</dd>');
    expect(job).toContain('<dt>In a row</dt><dd>1 run failed, since 4h ago</dd>');
    const metrics = await (await from.get('/metrics')).text();
    expect(metrics).toContain('last_success_age_seconds{environment="production",job_name="Orders"} 18000\n');
  };
  await look(monitor);
  await monitor.end();
  await look(await startMonitor({}, { sandbox, environment: { ...environment, store: { sqlite: monitor.file } } }));
});
