import { createCredentials } from '@syncline/sandbox/portable';
import { expect, test } from 'vitest';
import { now, setUp } from '../support/set-up.ts';

const { username, password } = createCredentials('acme').basic;
const header = Buffer.from(`${username}:${password}`).toString('base64');

/** Data of a service whose texts repeat what it received. */
function dataThatRepeats(text: string) {
  const job = { JobId: `j ${text}`, JobName: `Orders ${text}`, Source: text, ScheduledCron: text, Scheduled: text };
  const task = { task_id: '1', status: text, error: text, details: text, table: text, runtime: text };
  return {
    jobs: [{ ...job, WorkspaceId: 'w1' }],
    history: ['SUCCESS', 'FAILED', text].map((status, at) => ({
      historyid: `r${at}`,
      jobname: job.JobName,
      status,
      details: text,
      error: status === 'FAILED' ? `login failed: ${text}` : '',
      runstartdate: new Date(now - at * 3_600_000).toISOString(),
    })),
    workspaces: [
      {
        id: 'w1',
        name: text,
        jobs: [{ id: job.JobId, name: job.JobName, error: text }],
        transformations: [{ id: '7', name: text }],
      },
    ],
    taskHistory: { '7/1': [{ ...task, run_start_at: new Date(now).toISOString() }] },
  };
}

test.each([
  ['as it is', password],
  ['in the header Authorization', `Basic ${header}`],
  ['with characters that nobody sees', password.split('').join('\u200b')],
  ['at the place where the text is cut', `${'x'.repeat(190)} ${password}`],
])('no tool shows a credential that the service repeats %s', async (_, text) => {
  const { raw } = await setUp({ sandbox: { data: dataThatRepeats(text) as never } });
  const shown: string[] = [];
  for (const [name, args] of [
    ['list_workspaces', {}],
    ['list_jobs', {}],
    ['get_job', { job: 'Orders*' }],
    ['list_runs', {}],
    ['get_run', { run: 'r1' }],
    ['diagnose_run', { run: 'r1' }],
    ['task_history', { transformation: '7', task: '1' }],
    ['freshness', {}],
    ['lint', {}],
    ['compare', { before: 'production', after: 'test' }],
  ] as const) {
    const result = JSON.stringify(await raw(name, args));
    expect(result, name).not.toContain(password.slice(0, 12));
    expect(result, name).not.toContain(header.slice(0, 12));
    shown.push(result);
  }
  expect(shown.join('')).toContain('login failed: ');
  expect(shown.join('')).toContain('[redacted]');
});
