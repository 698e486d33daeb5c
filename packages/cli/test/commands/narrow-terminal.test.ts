import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { lint, report } from '../support/commands.ts';

const sandbox = {
  data: {
    jobs: [{ JobName: 'Orders and returns of all shops', JobId: 'j1' }],
    workspaces: [{ id: 'w1', name: 'Finance', jobs: [{ id: 'j1', name: 'Orders and returns of all shops' }] }],
    history: [
      {
        historyid: 'h1',
        jobname: 'Orders and returns of all shops',
        status: 'FAILED',
        runstartdate: '2026-03-02T09:00:00Z',
        error: 'no space left',
      },
    ],
  },
};

test('on a terminal of 40 columns, a finding has its message, and a job of a report its reason', async () => {
  const findings = await setUp({ sandbox, width: 40 });
  await lint({}, findings.context);
  expect(findings.text().split('\n')[0]).toMatch(/^SEVERITY +JOB +MESSAGE$/);
  const jobs = await setUp({ sandbox, width: 40 });
  await report({ out: join(folderWith({}), 'report.html') }, jobs.context);
  expect(jobs.text().split('\n')[0]).toMatch(/^RESULT +JOB +WHY$/);
  for (const line of `${findings.text()}\n${jobs.text()}`.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
});
