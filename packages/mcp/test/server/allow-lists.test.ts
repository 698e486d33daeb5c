import { expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';

const start = '2026-03-02T11:00:00Z';
const data = {
  jobs: ['Orders', 'Orders EU', 'Salaries'].map((JobName, at) => ({
    JobName,
    JobId: `j${at}`,
    DropTable: 'true',
    HistoryMode: 'true',
  })),
  workspaces: [
    {
      id: 'w1',
      name: 'Finance',
      jobs: [
        { id: 'j0', name: 'Orders' },
        { id: 'j1', name: 'Orders EU' },
      ],
    },
    { id: 'w2', name: 'People', jobs: [{ id: 'j2', name: 'Salaries', error: 'secret-of-people' }] },
  ],
  history: ['Orders', 'Orders EU', 'Salaries'].map((jobname, at) => ({
    historyid: `r${at}`,
    jobname,
    status: 'FAILED',
    error: 'Login failed',
    runstartdate: start,
  })),
  taskHistory: { '7/1': [{ task_id: '1', status: 'FAILED', query: 'secret-query' }], '8/1': [{ task_id: '1' }] },
};
const yaml = "mcp: { workspaces: [Finance], jobs: ['Orders*'], tasks: ['7/*'], environments: [production] }\n";

test('nothing of another workspace or job is shown or requested', async () => {
  const { call, refusal, sent, audit } = await setUp({ sandbox: { data }, yaml });
  const answers = [
    await call('list_workspaces'),
    await call('list_jobs'),
    await call('list_runs'),
    await call('freshness'),
    await call('lint'),
    await call('diagnose_run', { run: 'r0' }),
    await call('task_history', { transformation: '7', task: '1' }),
    await call('compare', { before: 'production', after: 'production' }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/Salaries|People|secret|"w2"|"j2"|"r2"/);
  expect(answers[5]).toMatchObject({ seen: { count: 2, jobs: 2 } });
  expect(await refusal('get_job', { job: 'Salaries' })).toContain('No job of this name is visible here.');
  expect(await refusal('lint', { job: 'Salaries' })).toContain('No job of this name is visible here.');
  expect(await refusal('get_run', { run: 'r2' })).toBe(await refusal('get_run', { run: 'none' }));
  expect(await refusal('diagnose_run', { run: 'r2' })).toContain('No run with this id');
  expect(await refusal('task_history', { transformation: '8', task: '1' })).toContain('This task is not visible here.');
  expect(await refusal('compare', { before: 'production', after: 'test' })).toBe('The environments are production.');
  const before = sent.length;
  for (const name of ['list_runs', 'freshness']) {
    expect(await refusal(name, { job: 'Salaries' })).toContain('No visible job has this name');
    expect(await refusal(name, { job: 'Salaries' })).toBe(await refusal(name, { job: 'None' }));
  }
  expect(sent.length).toBe(before);
  expect(sent.filter((line) => /Salaries|j2|\/8\//.test(line))).toEqual([]);
  expect(sent.every((line) => line.startsWith('GET '))).toBe(true);
  expect(audit).toHaveLength(21);
});

test('allow-lists also apply to the job status of the v2 interface', async () => {
  const jobStatus = Object.fromEntries(
    ['j0', 'j1', 'j2'].map((id) => [id, [{ history_id: `h-${id}`, status: 'SUCCESS', run_start_at: start }]]),
  );
  const { call, sent } = await setUp({ sandbox: { data: { ...data, jobStatus } }, yaml, interfaces: ['v2'] });
  const { runs } = await call('list_runs');
  expect(runs?.map(({ untrusted }) => untrusted['run']).toSorted()).toEqual(['h-j0', 'h-j1']);
  expect(sent.filter((line) => line.includes('j2'))).toEqual([]);
});

test('a list of workspaces needs the interface that lists them', async () => {
  await expect(setUp({ sandbox: { data }, yaml, interfaces: ['odata'] })).rejects.toThrow(
    'mcp.workspaces needs environments.production.v2',
  );
});

test('a budget that is used up refuses the whole answer, not a part of it', async () => {
  const { call, refusal, clock } = await setUp({ sandbox: { data }, yaml: 'mcp: { requestsPerMinute: 2 }\n' });
  expect(await refusal('lint')).toContain('The budget of 2 requests a minute is used up.');
  clock.reading += 60_000;
  expect((await call('list_jobs'))['jobs']).toHaveLength(3);
});

test('each call has one audit line, with cleaned arguments and what it cost', async () => {
  const { call, refusal, audit } = await setUp({ sandbox: { data } });
  await call('list_jobs', { job: `Orders\u001b[31m\n${'x'.repeat(500)}` });
  await refusal('get_job', { password: 'canary' });
  const [first, second] = audit.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(Object.keys(first ?? {})).toEqual([
    'time',
    'tool',
    'environment',
    'result',
    'rows',
    'bytes',
    'requests',
    'ms',
    'args',
  ]);
  expect(first).toMatchObject({ tool: 'list_jobs', environment: 'production', result: 'ok', rows: 0, requests: 1 });
  expect(first).toMatchObject({ args: { job: expect.stringMatching(/^Orders x{112}…$/) as string } });
  expect(second).toMatchObject({ tool: 'get_job', result: 'MCP_REFUSED', args: {}, requests: 0 });
  expect(audit.join('')).not.toMatch(/canary|\n/);
});
