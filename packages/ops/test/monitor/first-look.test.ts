import { expect, test } from 'vitest';
import { startMonitor } from '../support/monitor-set-up.ts';

const history = [{ historyid: 'h1', jobname: 'Orders', status: 'SUCCESS', runstartdate: '2026-03-02T09:00:00Z' }];
const jobs = [{ JobName: 'Orders', Source: 'CRM', Destination: 'Lake' }];

test('over the OData interface, the definitions of the jobs that the first tick finds are read at once', async () => {
  const { ticked, get } = await startMonitor(
    { definitionsEvery: '6h' },
    { sandbox: { data: { history, jobs } }, environment: { v2: undefined } },
  );
  await ticked(1);
  await expect.poll(async () => (await get('/')).text()).toMatch(/\d+ rules on 1 job: /);
});

test('until a job is known, the page says what to do, and that nothing is well', async () => {
  const { ticked, next, get } = await startMonitor(
    { definitionsEvery: '6h' },
    { sandbox: { data: { history: [], jobs } }, environment: { v2: undefined } },
  );
  await ticked(1);
  await next();
  const page = await (await get('/')).text();
  expect(page).toMatch(/No jobs found.*What to do next/s);
  expect(page).not.toMatch(/rules on 0 jobs|class="good"/);
});

test('a value that was read by a rule is told, and was looked at', async () => {
  const odd = history.map((record) => ({ ...record, runenddate: '0001-01-01T00:00:00Z' }));
  const { ticked, get } = await startMonitor({}, { sandbox: { data: { history: odd } } });
  await ticked(1);
  const page = await (await get('/')).text();
  expect(page).toContain('has a null date as its end; it was ignored');
  expect(page).toContain('<h1 id="answer">1 job is doing well</h1>');
});

test('a page whose history could not be read for three intervals is grey, also one that is open', async () => {
  const { ticked, next, get, sandbox } = await startMonitor({}, { sandbox: { data: { history } } });
  await ticked(1);
  const current = await (await get('/')).text();
  expect(current).toContain('<h1 id="answer">1 job is doing well</h1>');
  await sandbox.close();
  for (let tick = 0; tick < 4; tick += 1) await next();
  const page = await (await get('/')).text();
  expect(page).toContain('class="stale"');
  expect(page).toContain('<h1 id="answer">Not checked</h1>');
  const state = (await (await get('/state')).json()) as { revision: string };
  expect(state).toMatchObject({ isCurrent: false, isLost: true });
  // The script of an open page loads the page again when the revision differs.
  expect(/data-revision="([^"]*)"/.exec(page)?.[1]).toBe(state.revision);
  expect(state.revision).not.toBe(/data-revision="([^"]*)"/.exec(current)?.[1]);
});

test('a job that never ran is judged as soon as it is known, not only at the second tick', async () => {
  const workspaces = [{ id: 'w', name: 'Sales', jobs: [{ id: 'j1', name: 'Orders' }], connections: [] }];
  const { ticked, get } = await startMonitor(
    { definitionsEvery: '6h' },
    {
      // The first tick does not wait for the definitions.
      sandbox: { data: { history: [], jobs: [], workspaces }, rules: [{ operation: 'listWorkspaces', delay: '1s' }] },
      environment: { freshness: [{ jobs: '*', errorAfter: '6h' }] },
    },
  );
  await ticked(1);
  await expect
    .poll(async () => (await get('/metrics')).text())
    .toContain('syncline_job_freshness{environment="production",job_name="Orders"} 3\n');
  const page = await (await get('/')).text();
  expect(page).toContain('<h1 id="answer">1 of 1 job needs attention</h1>');
  expect(page).not.toContain('No job matches an entry');
  expect(await (await get('/job?name=Orders')).text()).toContain('<dt>Freshness</dt><dd>unknown, fails after 6h</dd>');
});
