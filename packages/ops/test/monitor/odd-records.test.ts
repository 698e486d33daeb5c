import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';
import { notRuns, oddSandbox, oneOfEach } from '../support/odd-records.ts';
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
