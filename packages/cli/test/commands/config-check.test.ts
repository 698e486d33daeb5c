import { createSandbox } from '@syncline/sandbox';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { notRuns, oddSandbox, oneOfEach } from '../../../ops/test/support/odd-records.ts';
import { printProblem } from '../../src/commands/config-check.ts';
import { runCommand } from '../support/run-command.ts';

test('on a terminal, a problem is below its place, wrapped between words', () => {
  const problem = {
    severity: 'error',
    line: 3,
    column: 75,
    place: 'environments.production.odata.credential.basic.username',
    message: 'needs the environment variable U, which is not set here',
  } as const;
  expect(printProblem('f', problem, { width: 60, colored: false, now: 0 }).split('\n')).toEqual([
    'f:3:75: error',
    '    environments.production.odata.credential.basic.username',
    '    needs the environment variable U, which is not set here',
  ]);
  expect(printProblem('f', problem, { width: undefined, colored: false, now: 0 })).toBe(
    'f:3:75: error: environments.production.odata.credential.basic.username needs the environment variable U, which is not set here',
  );
});

async function check(sandboxOf: Parameters<typeof oddSandbox>[0], ...args: readonly string[]) {
  const clock = { start: '2026-03-02T12:00:00Z' };
  const sandbox = createSandbox({ ...oddSandbox(sandboxOf), clock });
  const { urls, credentials } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  const { username, password } = credentials.basic;
  const folder = folderWith({
    password,
    'syncline.yaml': `environments:
  production: { odata: { url: '${urls.odata}', credential: { basic: { username: '${username}', password: { file: password } } } } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, timeZone: UTC }
`,
  });
  const checked = await runCommand('config', 'check', '--config', join(folder, 'syncline.yaml'), ...args);
  return { ...checked, requests: sandbox.requests.length };
}

test.each(oneOfEach)('with --since, it says what was done with records by the rule $name', async (odd) => {
  const { status, out } = await check(odd, '--since', '2026-02-01T00:00:00Z');
  expect(out.split('\n').slice(1, 3)).toEqual(['3 runs could be read', odd.note]);
  expect(status).toBe(0);
});

test.each(notRuns)('with --since, a record with $name gives 3', async (odd) => {
  const { status, out } = await check(odd as never, '--json', '--since', '2026-02-01T00:00:00Z');
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    records: { runs: 2, unreadable: 1, notes: [odd.note, expect.stringContaining('clock')] },
  });
  expect(status).toBe(3);
});

test('without --since, it sends no request', async () => {
  const { status, requests } = await check(oneOfEach[0] as never);
  expect([status, requests]).toEqual([0, 0]);
});
