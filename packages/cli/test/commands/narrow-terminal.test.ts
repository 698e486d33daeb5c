import { join } from 'node:path';
import { createInventory, takeSnapshot } from '@syncline/jobs';
import { expect, test } from 'vitest';
import { setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { printDrift } from '../../src/commands/drift.ts';
import { jobsShow } from '../../src/commands/jobs-show.ts';
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

test('on a terminal of 40 columns, each field of a job has its value', async () => {
  const job = {
    JobName: 'Orders',
    Destination: 'The warehouse of the whole company',
    EnableParallelProcessing: 'true',
  };
  const { context, text } = await setUp({
    sandbox: { data: { jobs: [job] } },
    width: 40,
    environment: { v2: undefined },
  });
  await jobsShow.run({ name: 'Orders' }, context);
  const lines = text().split('\n');
  expect(lines[0]).toMatch(/^FIELD +VALUE$/);
  expect(lines).toContainEqual(expect.stringMatching(/^EnableParallel.* +yes$/));
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});

test('on a terminal of 40 columns, a difference has the name of its field', async () => {
  const [before, after] = await Promise.all(
    ['true', 'false'].map((EnableParallelProcessing) =>
      takeSnapshot(
        createInventory({
          jobs: [{ JobName: 'Orders and returns of all shops', EnableParallelProcessing }],
          whole: true,
        }),
      ),
    ),
  );
  const { context, text } = await setUp({ width: 40 });
  await printDrift(before!, after!, {}, context.output);
  const lines = text().split('\n');
  expect(lines[0]).toMatch(/^CHANGE +JOB +FIELD$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});
